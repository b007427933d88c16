/** The shares that a payer chooses to pay. Pure. */
import type { Order } from '#contract/order-fields.ts';
import type { PaymentPart } from '#contract/payments/payment-fields.ts';
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
 * Returns the largest of the even parts of an order, so that nothing is left in the end. It pays the payer's own share;
 * what it pays above that lowers the others'.
 */
export function chooseEvenPart(
  order: Order,
  shares: readonly Share[],
  people: number,
  currency: string,
): ChosenShares {
  const [part = zero] = splitEqually(order.totalAmount ?? zero, people, getUsualDecimals(currency));
  const owed = getOwed(order);
  const amount = compareAmounts(part, owed) < 0 ? part : owed;
  const own = shares.find(({ mine }) => mine);
  return { amount, ...(own && { share: own.userId }) };
}

export function toggleShare(
  chosen: ReadonlySet<string>,
  { userId }: Pick<Share, 'userId'>,
): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(userId)) next.add(userId);
  return next;
}
