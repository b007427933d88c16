import type { Order } from '#contract/order-fields.ts';
import { paymentStatus } from '#contract/states.ts';

/**
 * CB17: how long nobody has touched the cart, ms. 0 where that is not known: nobody ever touched it, or the server has
 * not told its own time, and two clocks say nothing about each other.
 */
export function idleMs(lastOperateAt: number | null | undefined, serverNow: number | undefined): number {
  return lastOperateAt && serverNow !== undefined ? serverNow - lastOperateAt : 0;
}

/** CB17: an order that is open and not wholly paid keeps the table's cart from being asked about. */
export function isUnpaid(order: Pick<Order, 'paymentStatus'> | null): boolean {
  const { unpaid, partiallyPaid } = paymentStatus;
  return order !== null && (order.paymentStatus === unpaid || order.paymentStatus === partiallyPaid);
}
