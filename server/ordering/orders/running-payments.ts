/** Tells whether a diner is at the payment page, so that the order must not become another bill meanwhile. */
import type { Order } from '#contract/order-fields.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { listMergedOrders } from './merged-orders.ts';

/** After this time without a result a payment counts as abandoned, ms. A later result is still recorded. */
export const paymentRunsMs = 15 * 60_000;

/** @param now ms */
export async function isBeingPaid(db: Db, order: Pick<Order, 'id'>, now: number): Promise<boolean> {
  const orderIds = [order.id, ...listMergedOrders(order).map(({ orderId }) => orderId)];
  const running = await db
    .selectFrom('page_payments')
    .select('id')
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'started')
    .where('disputed_at', 'is', null)
    .where('started_at', '>', now - paymentRunsMs)
    .executeTakeFirst();
  return running !== undefined;
}
