import '#sync/protocols/snapshot/load-at-once.ts';
import { decide } from '#server/ordering/cart/rules/arbiter.ts';
import { appendAndStore } from '#server/ordering/cart/log/log-store.ts';
import { draftMove } from '#server/ordering/cart/draft-move.ts';
import { createServerEvents } from '#server/ordering/cart/server-events.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { validateOrder } from '#server/ordering/orders/placing/placement-rules.ts';

/** The decisions of the real table server. */
export const realRules = { decide, syncOf, appendAndStore, validateOrder, createServerEvents, draftMove };

/** The decisions as a parameter, so that a test can replace them with broken ones. */
export type TableRules = Readonly<typeof realRules>;
