import type { Order } from '#contract/order-fields.ts';
import { paymentStatus } from '#contract/states.ts';

/**
 * The time since the last change of the cart, ms. It is 0 if the cart was never changed, and as long as the server's
 * time is unknown: the phone's clock may be wrong, so it must not be compared with a time of the server.
 *
 * @param lastOperateAt the last change by the server's clock, ms since 1970
 */
export function computeIdleMs(
  lastOperateAt: number | null | undefined,
  serverNow: number | undefined,
): number {
  return lastOperateAt && serverNow !== undefined ? serverNow - lastOperateAt : 0;
}

/** True for an order with something left to pay. Its diners are still there, so an idle cart needs no question. */
export function isUnpaid(order: Pick<Order, 'paymentStatus'> | null): boolean {
  const { unpaid, partiallyPaid } = paymentStatus;
  return order !== null && (order.paymentStatus === unpaid || order.paymentStatus === partiallyPaid);
}
