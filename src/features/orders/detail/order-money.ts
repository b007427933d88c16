/** Splits the discount of an order into coupons and the restaurant's own discounts, and adds up its payments. */
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory } from '#contract/states.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { owedOf, sumPayments, listPayments, type Payment } from '#ui/bill/payments.ts';

interface OrderMoney {
  /** The discount by coupons. */
  readonly coupons: Amount;
  /** The discount that the restaurant gave in addition to coupons. */
  readonly discounts: Amount;
  /** What refunds took off the total. */
  readonly refunds: Amount;
  readonly payments: readonly Payment[];
  readonly tips: Amount;
  /** undefined if nothing was paid yet, or if everything is paid. */
  readonly owed: Amount | undefined;
}

export function moneyOf(order: Order): OrderMoney {
  const { totalDiscountAmount = zero, priceAdjustments = [] } = order;
  const takenOff = (of: number) =>
    difference(
      zero,
      sum(priceAdjustments.filter(({ category }) => category === of).map(({ amount }) => amount)),
    );
  // The order contains only the sum of all discounts. What the restaurant's own discounts do not explain is the coupon's.
  const discounts =
    order.orderCoupons.length === 0
      ? totalDiscountAmount
      : smaller(takenOff(adjustmentCategory.discount), totalDiscountAmount);
  const payments = listPayments(order);
  const owed = owedOf(order);
  return {
    coupons: difference(totalDiscountAmount, discounts),
    discounts,
    refunds: takenOff(adjustmentCategory.refund),
    payments,
    tips: sum(payments.map(({ tip }) => tip)),
    owed: isSome(owed) && isSome(sumPayments(order)) ? owed : undefined,
  };
}

function isSome(of: Amount): boolean {
  return compareAmounts(of, zero) > 0;
}

function smaller(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) < 0 ? a : b;
}
