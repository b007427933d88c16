import type { Order } from '#contract/order-fields.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import { appendFulfilment, type Draft } from '#server/ordering/fulfilment-log.ts';
import { splitAct, translateEvent } from '#server/ordering/orders/merged-orders.ts';
import { writeOrderAfterAct, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { scheduleEnd } from './tables/schedule-end.ts';

/** Stores an act about an order, and when its session ends because of it. Call it under the session's lock. */
export async function writeAct(
  trx: Trx,
  { subscribers }: SubscriberDeps,
  stored: StoredOrder,
  draft: Draft,
): Promise<{ readonly order: Order; readonly event: ServiceEvent }> {
  const { row, events, placed, order: before } = stored;
  const { merchant_id: merchantId, session_id: sessionId } = row;
  const written: ServiceEvent[] = [];
  for (const { orderId, act } of splitAct(stored, draft.act, draft.actId)) {
    const event = await appendFulfilment(trx, sessionId, { ...draft, act, orderId });
    written.push(translateEvent(placed, event, orderId));
    if (orderId !== row.id) await updateMerged(trx, orderId, event.at);
  }
  const [event, ...others] = written as [ServiceEvent, ...ServiceEvent[]];
  const order = await writeOrderAfterAct(trx, stored, [event, ...others]);
  await updateEnd(trx, sessionId, event);
  await subscribers.record(trx, 'actDone', {
    merchantId,
    sessionId,
    act: event,
    undone: events.find((each) => each.actId === event.actId),
    before,
    after: order,
    isFirstDish: placed.orderItems.length === 0 && events.length === 0,
  });
  return { order, event };
}

/** Gives a merged order a new version after an event of it, so that caches and the sales figures read it again. */
async function updateMerged(trx: Trx, orderId: string, at: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set((row) => ({ row_version: row('row_version', '+', 1), updated_at: at }))
    .where('id', '=', orderId)
    .execute();
}

/** Staff reopen an order to go on with it, so its session no longer ends by itself. */
async function updateEnd(trx: Trx, sessionId: string, { type, at }: ServiceEvent): Promise<void> {
  if (type !== 'orderReopened') await scheduleEnd(trx, sessionId, at);
  else await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', sessionId).execute();
}
