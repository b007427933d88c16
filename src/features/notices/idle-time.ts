import type { Order } from '#contract/order-fields.ts';
import { paymentStatus } from '#contract/states.ts';

/**
 * Returns the time since the last change of the cart, ms. Returns 0 if the cart was never changed.
 *
 * It also returns 0 as long as the server's time is unknown. The phone's clock may be wrong, so it cannot be compared with
 * a time of the server.
 *
 * @param lastOperateAt the last change by the server's clock, ms since 1970
 * @param serverNow the server's time, ms since 1970
 */
export function computeIdleMs(
  lastOperateAt: number | null | undefined,
  serverNow: number | undefined,
): number {
  return lastOperateAt && serverNow !== undefined ? serverNow - lastOperateAt : 0;
}

/** Whether something of the order is left to pay. Its diners are still there, so the app does not ask about an idle cart. */
export function isUnpaid(order: Pick<Order, 'paymentStatus'> | null): boolean {
  const { unpaid, partiallyPaid } = paymentStatus;
  return order !== null && (order.paymentStatus === unpaid || order.paymentStatus === partiallyPaid);
}
