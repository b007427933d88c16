/** The shares that a payer chooses to pay. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { limits } from '#contract/limits.ts';
import { listPayments, type PaymentPart } from '#contract/payments/payment-fields.ts';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';
import { getUsualDecimals } from '#projections/bill/currency.ts';
import { splitEqually } from '#projections/bill/split.ts';
import { getOwed } from './payments.ts';
import type { Share } from './shares.ts';

export interface ChosenShares {
  readonly amount: Amount;
  /** The diner whose share it is, if it is one. */
  readonly share?: string;
  /** The shares, if they are several. They add up to the amount. */
  readonly parts?: PaymentPart[];
}

/** Returns what the unpaid shares of these diners owe together. */
export function addUpShares(shares: readonly Share[], chosen: ReadonlySet<string>): ChosenShares {
  const parts = shares
    .filter(({ userId, owed }) => chosen.has(userId) && compareAmounts(owed, zero) > 0)
    .map(({ userId, owed: amount }) => ({ userId, amount }));
  const amount = sum(parts.map((part) => part.amount));
  const [first, ...others] = parts;
  if (!first) return { amount };
  return others.length === 0 ? { amount, share: first.userId } : { amount, parts };
}

/**
 * Returns the largest of the even parts of an order, so that nothing is left in the end. It counts as a payment of the
 * payer's own share. If it is more than that share, the others owe less.
 */
export function chooseEvenPart(
  order: Order,
  shares: readonly Share[],
  people: number,
  currency: string,
): ChosenShares {
  const part = calculateEvenPart(order, people, currency);
  const owed = getOwed(order);
  const amount = compareAmounts(part, owed) < 0 ? part : owed;
  const own = shares.find(({ mine }) => mine);
  return { amount, ...(own && { share: own.userId }) };
}

/** Whether one payment of a diner's share is exactly an even part of the order, for any number of people. */
export function hasPaidEvenPart(order: Order, userId: string, currency: string): boolean {
  return listPayments(order)
    .filter((payment) => payment.userId === userId)
    .some(({ amount }) => {
      for (let people = 2; people <= limits.guests; people += 1)
        if (compareAmounts(calculateEvenPart(order, people, currency), amount) === 0) return true;
      return false;
    });
}

function calculateEvenPart({ totalAmount = zero }: Order, people: number, currency: string): Amount {
  return splitEqually(totalAmount, people, getUsualDecimals(currency))[0] ?? zero;
}

export function toggleShare(
  chosen: ReadonlySet<string>,
  { userId }: Pick<Share, 'userId'>,
): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(userId)) next.add(userId);
  return next;
}
