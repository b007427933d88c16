import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import type { staffOrderActions } from '#contract/calls/staff.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { Refusal } from '#server/http/routes/route.ts';
import type { OrderDeps } from '#server/orders/place-order.ts';
import { orderOf, writeOrder, type OrderRow } from '#server/orders/order-store.ts';
import { inTransaction, lockSession, type Db, type Trx } from '#server/store/transactions.ts';
import type { OrderNews } from '#contract/webhooks.ts';
import { noteOrderNews, type NewsDeps } from '#server/orders/webhook/order-news.ts';
import { closeSession } from '#server/tables/sessions.ts';

export type StaffOrderDeps = Pick<OrderDeps, 'db' | 'clock' | keyof NewsDeps>;

export interface ChangedOrder {
  readonly order: Order;
  readonly sessionId: string;
  readonly closed: boolean;
}

/** One of the merchant's orders. A Refusal 404 when there is none of this id. */
export async function merchantOrder(db: Db, merchantId: string, orderId: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, `There is no order ${orderId}`);
  return row;
}

/** Everything that isn't there yet is in the kitchen's hands. Again changes nothing. */
export async function sendOrder(
  deps: StaffOrderDeps,
  merchantId: string,
  orderId: string,
): Promise<ChangedOrder> {
  return await changeOrder(deps, merchantId, orderId, async (_trx, order, now) => {
    requireOpen(order);
    if (order.sendStatus === sendStatus.allSent) return undefined;
    const orderItems = order.orderItems.map((item) => {
      const isSent = (item.qtySentToKitchen ?? 0) >= item.quantity;
      return isSent ? item : { ...item, qtySentToKitchen: item.quantity, waitToSend: false, sentAt: now };
    });
    return { news: 'order.sent', order: { ...order, orderItems, sendStatus: sendStatus.allSent } };
  });
}

/** The same again changes nothing; a paid order ends the party's session. A Refusal 400 where it is too late. */
export async function settle(
  deps: StaffOrderDeps,
  merchantId: string,
  orderId: string,
  action: (typeof staffOrderActions)[number],
): Promise<ChangedOrder> {
  return await changeOrder(deps, merchantId, orderId, async (trx, order, now, row) => {
    const isPaid = order.paymentStatus === paymentStatus.fullyPaid;
    switch (action) {
      case 'complete':
        if (order.status === orderStatus.completed) return undefined;
        requireOpen(order);
        return { news: 'order.completed', order: { ...order, status: orderStatus.completed } };
      case 'cancel':
        if (order.status === orderStatus.cancelled) return undefined;
        requireOpen(order);
        if (isPaid) throw new Refusal(codes.badRequest, 'This order has been paid');
        return { news: 'order.cancelled', order: { ...order, status: orderStatus.cancelled } };
      case 'pay': {
        if (isPaid) return undefined;
        if (order.status === orderStatus.cancelled)
          throw new Refusal(codes.badRequest, 'This order was cancelled');
        await closeSession(trx, row.session_id, now);
        const paid = { ...order, paymentStatus: paymentStatus.fullyPaid, status: orderStatus.completed };
        return { news: 'order.paid', order: paid, closed: true };
      }
    }
  });
}

type OrderAct = (
  trx: Trx,
  order: Order,
  now: number,
  row: OrderRow,
) => Promise<
  { readonly order: Order; readonly news: OrderNews['type']; readonly closed?: boolean } | undefined
>;

/** Changes an order under the lock of its session, so that no round is placed meanwhile. */
async function changeOrder(
  deps: StaffOrderDeps,
  merchantId: string,
  orderId: string,
  change: OrderAct,
): Promise<ChangedOrder> {
  const { db, clock } = deps;
  const { session_id: sessionId } = await merchantOrder(db, merchantId, orderId);
  return await inTransaction(db, async (trx) => {
    await lockSession(trx, sessionId);
    const row = await merchantOrder(trx, merchantId, orderId);
    const now = clock.now();
    const before = orderOf(row);
    const changed = await change(trx, before, now, row);
    if (!changed) return { order: before, sessionId, closed: false };
    const order = { ...changed.order, rowVersion: before.rowVersion + 1, updateAt: now };
    await writeOrder(trx, order);
    await noteOrderNews(trx, deps, { news: changed.news, merchantId, order, now });
    return { order, sessionId, closed: changed.closed ?? false };
  });
}

function requireOpen({ status }: Order): void {
  if (status === orderStatus.cancelled) throw new Refusal(codes.badRequest, 'This order was cancelled');
  if (status !== orderStatus.progressing) throw new Refusal(codes.badRequest, 'This order is completed');
}
