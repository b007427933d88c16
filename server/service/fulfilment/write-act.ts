import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { OrderNews } from '#contract/calls/webhooks.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import { countDown, countedAmong } from '#server/menu/portions.ts';
import { scheduleEnd } from './party/schedule-end.ts';
import { writeStanding, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import { noteChangeTicket } from '#server/ordering/orders/print-jobs/note-tickets.ts';
import { noteOrderNews, type NewsDeps } from '#server/ordering/orders/order-news.ts';
import { appendService, type Draft } from '#server/ordering/fulfilment-log.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/** Stores an act about an order with its consequences: news, tickets, portions, the session's end. Call it under the session's lock. */
export async function writeAct(
  trx: Trx,
  deps: NewsDeps,
  stored: StoredOrder,
  draft: Draft,
): Promise<{ readonly order: Order; readonly event: ServiceEvent; readonly ranOut: boolean }> {
  const { row, events } = stored;
  const { merchant_id: merchantId, session_id: sessionId } = row;
  const { at: now } = draft;
  const event = await appendService(trx, sessionId, draft);
  const order = await writeStanding(trx, stored, event);
  await noteOrderNews(trx, deps, { news: newsOf(stored, event, order), merchantId, order, now });
  const undone = events.find((each) => each.actId === event.actId);
  await noteChangeTicket(trx, { merchantId, order, now }, event, undone);
  await noteEnd(trx, sessionId, event);
  return { order, event, ranOut: await notePortions(trx, merchantId, event, undone) };
}

/** CX10: a dish that was added is one less, taken back it is there again; one that was cooked and is void is not. */
async function notePortions(
  trx: Trx,
  merchantId: string,
  event: ServiceEvent,
  undone: ServiceEvent | undefined,
): Promise<boolean> {
  const added = event.type === 'takenBack' ? undone : event;
  if (added?.type !== 'dishAdded') return false;
  const quantity = event.type === 'takenBack' ? -added.quantity : added.quantity;
  const ordered = { productId: added.item.productId, quantity };
  return await countDown(trx, merchantId, await countedAmong(trx, merchantId, [ordered]));
}

function newsOf(
  { order: before, placed, events }: StoredOrder,
  { type }: ServiceEvent,
  after: Order,
): OrderNews['type'] {
  // Webhooks do not hear of an order until it has a dish (D52).
  if (placed.orderItems.length === 0 && events.length === 0) return 'order.placed';
  if (type === 'roundSent') return 'order.sent';
  if (before.status !== after.status && after.status === orderStatus.cancelled) return 'order.cancelled';
  if (before.paymentStatus !== after.paymentStatus && after.paymentStatus === paymentStatus.fullyPaid)
    return 'order.paid';
  if (before.status !== after.status && after.status === orderStatus.completed) return 'order.completed';
  return 'order.changed';
}

/** Staff reopen an order to go on with it, so its session no longer ends by itself. */
async function noteEnd(trx: Trx, sessionId: string, { type, at }: ServiceEvent): Promise<void> {
  if (type !== 'orderReopened') await scheduleEnd(trx, sessionId, at);
  else await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', sessionId).execute();
}
