import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { computeShares } from '#ui/bill/shares.ts';

/** What a diner has to pay of an order. */
export interface Due {
  /** False if the diner is the only one, and pays the whole order. */
  readonly isShare: boolean;
  readonly amount: Amount;
}

/** Finds what the reader of an order still has to pay; undefined if that is nothing. */
export function findDue(order: Order, reader: Reader): Due | undefined {
  const shares = computeShares(order, reader);
  const isShare = shares.length > 1;
  const amount = isShare ? (shares.find(({ mine }) => mine)?.owed ?? zero) : getOwed(order);
  return compareAmounts(amount, zero) > 0 ? { isShare, amount } : undefined;
}
