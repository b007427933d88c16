/** What was paid of an order, and what is owed. Pure. */
import * as z from 'zod/mini';
import { amount, time } from '#contract/fields.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';

const paymentSchema = z.looseObject({
  id: z._default(z.string(), ''),
  /** Below zero: it was given back. */
  amount,
  tip: z._default(amount, zero),
  method: z._default(z.string(), ''),
  /** Whose part it was; absent: nobody's in particular. */
  userId: z.nullish(z.string()),
  createAt: z.nullish(time),
});
export type Payment = z.infer<typeof paymentSchema>;

/** What has been paid of an order, in order; what another system wrote and cannot be read is left out (P5). */
export function listPayments({ payments = [] }: Pick<Order, 'payments'>): Payment[] {
  return payments.flatMap((payment) => z.safeParse(paymentSchema, payment).data ?? []);
}

export function sumPayments(order: Order): Amount {
  return order.paymentsTotal ?? sum(listPayments(order).map((payment) => payment.amount));
}

/** "0.00" where nothing is owed (any more). */
export function owedOf(order: Order): Amount {
  if (order.status === orderStatus.cancelled || order.paymentStatus === paymentStatus.fullyPaid) return zero;
  const owed = difference(order.totalAmount ?? zero, sumPayments(order));
  return compareAmounts(owed, zero) > 0 ? owed : zero;
}

/** D51: what is to be given back; "0.00" mostly. */
export function computeOverpaid(order: Order): Amount {
  if (order.status === orderStatus.cancelled) return sumPayments(order);
  const over = difference(sumPayments(order), order.totalAmount ?? zero);
  return compareAmounts(over, zero) > 0 ? over : zero;
}

export function isRefund({ amount: paid }: Payment): boolean {
  return compareAmounts(paid, zero) < 0;
}
