/** The real server's pure decisions, handed in: a test brings broken ones. */
import type { decide } from '#server/cart/rules/arbiter.ts';
import type { keepIn } from '#server/cart/log/log-store.ts';
import type { moveDrafts } from '#server/cart/move-drafts.ts';
import type { mintOnServer } from '#server/cart/server-events.ts';
import type { syncOf } from '#server/cart/log/snapshot.ts';
import type { judgeOrder } from '#server/orders/placement-rules.ts';

export interface TableRules {
  readonly decide: typeof decide;
  readonly syncOf: typeof syncOf;
  readonly keepIn: typeof keepIn;
  readonly judgeOrder: typeof judgeOrder;
  readonly mintOnServer: typeof mintOnServer;
  readonly moveDrafts: typeof moveDrafts;
}
