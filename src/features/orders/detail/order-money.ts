/** What is taken off an order, what was paid of it, and what is still owed. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory } from '#contract/states.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { owedOf, paidOf, paymentsOf, type Payment } from '#ui/bill/payments.ts';

interface OrderMoney {
  readonly coupons: Amount;
  /** By the restaurant, beside coupons. */
  readonly discounts: Amount;
  readonly payments: readonly Payment[];
  readonly tips: Amount;
  /** undefined: nothing was paid yet, or nothing is owed any more. */
  readonly owed: Amount | undefined;
}

export function moneyOf(order: Order): OrderMoney {
  const { totalDiscountAmount = zero, priceAdjustments = [] } = order;
  const given = priceAdjustments
    .filter(({ category }) => category === adjustmentCategory.discount)
    .map((each) => difference(zero, each.amount));
  // Of what says less than it takes off the rest is the coupon's.
  const discounts =
    order.orderCoupons.length === 0 ? totalDiscountAmount : least(sum(given), totalDiscountAmount);
  const payments = paymentsOf(order);
  const owed = owedOf(order);
  return {
    coupons: difference(totalDiscountAmount, discounts),
    discounts,
    payments,
    tips: sum(payments.map(({ tip }) => tip)),
    owed: isSome(owed) && isSome(paidOf(order)) ? owed : undefined,
  };
}

function isSome(of: Amount): boolean {
  return compareAmounts(of, zero) > 0;
}

function least(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) < 0 ? a : b;
}
