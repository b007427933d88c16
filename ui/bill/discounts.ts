/** The discounts that the restaurant gave on an order, without coupons. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory } from '#contract/states.ts';
import { compareAmounts, calculateDifference, zero, type Amount } from '#projections/bill/money.ts';

export interface Discount {
  /** Only a discount with an id can be removed. Other makers' servers send none. */
  readonly id: string | undefined;
  /** What it takes off. */
  readonly amount: Amount;
  /** The reason and the name of who gave it, or "". */
  readonly reason: string;
  readonly by: string;
}

export function listDiscounts({ priceAdjustments = [] }: Pick<Order, 'priceAdjustments'>): Discount[] {
  return priceAdjustments
    .filter(({ category }) => category === adjustmentCategory.discount)
    .map(({ id, amount, reason, by }) => ({
      id,
      // Other makers' servers may send it above zero.
      amount: compareAmounts(amount, zero) < 0 ? calculateDifference(zero, amount) : amount,
      reason: reason ?? '',
      by: by ?? '',
    }));
}
