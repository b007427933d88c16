import { decide } from '#server/cart/rules/arbiter.ts';
import { keepIn } from '#server/cart/log/log-store.ts';
import { moveDrafts } from '#server/cart/move-drafts.ts';
import { mintOnServer } from '#server/cart/server-events.ts';
import { syncOf } from '#server/cart/log/snapshot.ts';
import { judgeOrder } from '#server/orders/placing/placement-rules.ts';

/** The decisions of the real table server. */
export const realRules = { decide, syncOf, keepIn, judgeOrder, mintOnServer, moveDrafts };

/** The real server's pure decisions, handed in: a test brings broken ones. */
export type TableRules = Readonly<typeof realRules>;
