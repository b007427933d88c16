/** What is taken off an order, what was paid of it, and what is still owed. Pure. */
import * as z from 'zod/mini';
import { amount, time } from '#contract/fields.ts';
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory, orderStatus, paymentStatus } from '#contract/states.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';

const paymentSchema = z.looseObject({
  amount,
  tip: z.optional(amount),
  method: z.optional(z.string()),
  createAt: z.nullish(time),
});
export type Payment = z.infer<typeof paymentSchema>;

export interface OrderMoney {
  readonly coupons: Amount;
  /** By the restaurant, beside coupons. */
  readonly discounts: Amount;
  readonly payments: readonly Payment[];
  readonly tips: Amount;
  /** undefined: nothing was paid yet, or nothing is owed any more. */
  readonly owed: Amount | undefined;
}

export function moneyOf(order: Order): OrderMoney {
  const { totalDiscountAmount = zero, totalAmount = zero, priceAdjustments = [] } = order;
  const given = priceAdjustments
    .filter(({ category }) => category === adjustmentCategory.discount)
    .map((each) => difference(zero, each.amount));
  // Of what says less than it takes off the rest is the coupon's.
  const discounts =
    order.orderCoupons.length === 0 ? totalDiscountAmount : least(sum(given), totalDiscountAmount);
  // P5: what cannot be read is not shown.
  const payments = (order.payments ?? []).flatMap((each) => z.safeParse(paymentSchema, each).data ?? []);
  const paid = order.paymentsTotal ?? sum(payments.map((each) => each.amount));
  const owed = difference(totalAmount, paid);
  const isOpen =
    order.status !== orderStatus.cancelled && order.paymentStatus !== paymentStatus.fullyPaid && isSome(owed);
  return {
    coupons: difference(totalDiscountAmount, discounts),
    discounts,
    payments,
    tips: sum(payments.map(({ tip = zero }) => tip)),
    owed: isOpen && isSome(paid) ? owed : undefined,
  };
}

function isSome(of: Amount): boolean {
  return compareAmounts(of, zero) > 0;
}

function least(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) < 0 ? a : b;
}
