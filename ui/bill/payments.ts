/** Amounts of an order that are paid, owed or overpaid. Pure. */
import * as z from 'zod/mini';
import { amount, time } from '#contract/fields.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';

const paymentSchema = z.looseObject({
  id: z._default(z.string(), ''),
  /** Negative for a refund. */
  amount,
  tip: z._default(amount, zero),
  method: z._default(z.string(), ''),
  /** The diner whose share was paid. Absent for a payment that belongs to no share. */
  userId: z.nullish(z.string()),
  createAt: z.nullish(time),
});
export type Payment = z.infer<typeof paymentSchema>;

/** Lists the payments of an order. Payments that another system wrote in an unknown format are left out. */
export function listPayments({ payments = [] }: Pick<Order, 'payments'>): Payment[] {
  return payments.flatMap((payment) => z.safeParse(paymentSchema, payment).data ?? []);
}

export function sumPayments(order: Order): Amount {
  return order.paymentsTotal ?? sum(listPayments(order).map((payment) => payment.amount));
}

/** Returns "0.00" if nothing is owed. */
export function owedOf(order: Order): Amount {
  if (order.status === orderStatus.cancelled || order.paymentStatus === paymentStatus.fullyPaid) return zero;
  const owed = difference(order.totalAmount ?? zero, sumPayments(order));
  return compareAmounts(owed, zero) > 0 ? owed : zero;
}

/** The amount to refund. It is all of the payments if the order was cancelled, and usually "0.00" otherwise. */
export function computeOverpaid(order: Order): Amount {
  if (order.status === orderStatus.cancelled) return sumPayments(order);
  const over = difference(sumPayments(order), order.totalAmount ?? zero);
  return compareAmounts(over, zero) > 0 ? over : zero;
}

export function isRefund({ amount: paid }: Payment): boolean {
  return compareAmounts(paid, zero) < 0;
}
