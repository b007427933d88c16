/** Splits the discount of an order into coupons and the restaurant's own discounts, and adds up its payments. */
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory } from '#contract/states.ts';
import { compareAmounts, calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { listDiscounts, type Discount } from './discounts.ts';
import { listPayments, type Payment } from '#contract/payments/payment-fields.ts';
import { getOwed, sumPayments } from './payments.ts';

interface OrderMoney {
  /** The discount by coupons. */
  readonly coupons: Amount;
  /** The discounts that the restaurant gave in addition to coupons. */
  readonly discounts: readonly Pick<Discount, 'amount' | 'reason'>[];
  /** What refunds took off the total, with their reasons. */
  readonly refunds: readonly Pick<Discount, 'amount' | 'reason'>[];
  readonly payments: readonly Payment[];
  readonly tips: Amount;
  /** By how much cash differs from payments and tips, because of the smallest coin. */
  readonly rounding: Amount;
  /** undefined if nothing was paid yet, or if everything is paid. */
  readonly owed: Amount | undefined;
}

export function summariseMoney(order: Order): OrderMoney {
  const { totalDiscountAmount = zero, priceAdjustments = [] } = order;
  const refunds = priceAdjustments.filter(({ category }) => category === adjustmentCategory.refund);
  const { discounts, rest } = upTo(totalDiscountAmount, listDiscounts(order));
  // What the restaurant's own discounts do not explain is the coupon's.
  const isOfCoupon = order.orderCoupons.length > 0;
  const payments = listPayments(order);
  const owed = getOwed(order);
  return {
    coupons: isOfCoupon ? rest : zero,
    discounts: isOfCoupon || !isSome(rest) ? discounts : [...discounts, { amount: rest, reason: '' }],
    refunds: refunds.map(({ amount, reason }) => ({
      amount: calculateDifference(zero, amount),
      reason: reason ?? '',
    })),
    payments,
    tips: sum(payments.map(({ tip }) => tip)),
    rounding: sum(payments.map((payment) => payment.rounding)),
    owed: isSome(owed) && isSome(sumPayments(order)) ? owed : undefined,
  };
}

/** Other makers' servers may list more discounts than the total contains. The last ones then take off less. */
function upTo(total: Amount, given: readonly Discount[]) {
  let rest = total;
  const discounts = given.map(({ amount, reason }) => {
    const off = chooseSmaller(amount, rest);
    rest = calculateDifference(rest, off);
    return { amount: off, reason };
  });
  return { discounts, rest };
}

function isSome(of: Amount): boolean {
  return compareAmounts(of, zero) > 0;
}

function chooseSmaller(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) < 0 ? a : b;
}
