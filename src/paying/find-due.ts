import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { hasPaidEvenPart } from '#ui/bill/chosen-shares.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { computeShares, type Share } from '#ui/bill/shares.ts';

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
  const own = shares.find(({ mine }) => mine);
  const amount = !isShare ? getOwed(order) : own ? getDue(own, order, reader) : zero;
  return compareAmounts(amount, zero) > 0 ? { isShare, amount } : undefined;
}

/**
 * True if the reader may pay now: their share is unpaid, or they ordered nothing and may pay for others. After the own
 * share is paid this is false, although the others still owe theirs.
 */
export function mayPay(order: Order, reader: Reader): boolean {
  if (compareAmounts(getOwed(order), zero) <= 0) return false;
  const own = computeShares(order, reader).find(({ mine }) => mine);
  return own === undefined || compareAmounts(getDue(own, order, reader), zero) > 0;
}

/** A diner who has paid an even part of the bill owes nothing more, even if their dishes cost more. */
function getDue({ userId, owed }: Share, order: Order, { currency }: Reader): Amount {
  return hasPaidEvenPart(order, userId, currency) ? zero : owed;
}
