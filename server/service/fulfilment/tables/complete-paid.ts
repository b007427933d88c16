/**
 * Completes the paid orders of a table session that ends, because staff will not mark their dishes as served any more.
 * Orders that owe something stay open, and staff decide about them.
 */
import { paymentStatus } from '#contract/states.ts';
import type { Actor } from '#events/fulfilment/service-event.ts';
import { zero } from '#projections/bill/money.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { writeAct } from '#server/service/fulfilment/write-act.ts';
import { orderColumns, selectOpenOrders, readStoredOrders } from '#server/ordering/orders/order-store.ts';
import { countUnsent } from '#server/ordering/orders/order-state.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

interface Ending {
  readonly sessionId: string;
  readonly by: Actor;
  readonly reason: string;
  /** When the session ends, ms. */
  readonly at: number;
}

/** Call it under the session's lock. */
export async function completePaidOrders(
  trx: Trx,
  deps: SubscriberDeps,
  { sessionId, by, reason, at }: Ending,
): Promise<void> {
  const rows = await selectOpenOrders(trx, sessionId)
    .where('payment_status', '=', paymentStatus.fullyPaid)
    .execute();
  for (const stored of await readStoredOrders(trx, rows)) {
    const orderId = stored.row.id;
    const unsent = countUnsent(stored.order);
    const act = { type: 'orderClosed', orderId, outcome: 'completed', reason, owed: zero, unsent } as const;
    await writeAct(trx, deps, stored, { act, actId: composeCompletionActId(at, orderId), by, at });
  }
}

/** Reopens the orders that `completePaidOrders` completed. @param closedAt when the session ended, ms */
export async function undoCompletion(
  trx: Trx,
  deps: SubscriberDeps,
  { sessionId, by, at, closedAt }: Omit<Ending, 'reason'> & { readonly closedAt: number },
): Promise<void> {
  const rows = await trx
    .selectFrom('orders')
    .select(orderColumns)
    .where('session_id', '=', sessionId)
    .execute();
  for (const stored of await readStoredOrders(trx, rows)) {
    const orderId = stored.row.id;
    const actId = composeCompletionActId(closedAt, orderId);
    if (dropUndone(stored.events).some((event) => event.actId === actId))
      await writeAct(trx, deps, stored, { act: { type: 'takenBack' }, actId, by, at, orderId });
  }
}

/** The id of the act by which the end of the session completed the order. */
function composeCompletionActId(at: number, orderId: string): string {
  return `ended-${at}-${orderId}`;
}
