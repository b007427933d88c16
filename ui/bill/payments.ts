/** Amounts of an order that are paid, owed or overpaid. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { listPayments } from '#contract/payments/payment-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { compareAmounts, calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';

export function sumPayments(order: Order): Amount {
  return order.paymentsTotal ?? sum(listPayments(order).map((payment) => payment.amount));
}

/** Returns "0.00" if nothing is owed. */
export function getOwed(order: Order): Amount {
  if (order.status === orderStatus.cancelled || order.paymentStatus === paymentStatus.fullyPaid) return zero;
  const owed = calculateDifference(order.totalAmount ?? zero, sumPayments(order));
  return compareAmounts(owed, zero) > 0 ? owed : zero;
}

/** The amount to refund. It is all of the payments if the order was cancelled, and usually "0.00" otherwise. */
export function computeOverpaid(order: Order): Amount {
  if (order.status === orderStatus.cancelled) return sumPayments(order);
  const over = calculateDifference(sumPayments(order), order.totalAmount ?? zero);
  return compareAmounts(over, zero) > 0 ? over : zero;
}
