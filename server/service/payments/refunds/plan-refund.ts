/**
 * Chooses the payments of which a refund is given back. Pure.
 *
 * Example: a diner paid 20.00 and then 12.00 at the provider. A refund of 15.00 takes 12.00 of the second payment and
 * 3.00 of the first.
 */
import {
  compareAmounts,
  calculateDifference,
  isZero,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';

export interface RefundablePayment {
  readonly id: string;
  /** What the provider took, less what it has given back or is to give back. */
  readonly left: Amount;
}

export interface RefundPart {
  readonly paymentId: string;
  readonly amount: Amount;
}

/**
 * @param payments newest first
 * @returns undefined if they do not cover the amount
 */
export function planRefund(payments: readonly RefundablePayment[], due: Amount): RefundPart[] | undefined {
  const { parts, missing } = take(payments, due);
  return isZero(missing) && parts.length > 0 ? parts : undefined;
}

/** Lowers what is left of the payments, the newest first, by refunds that staff gave back by hand. */
export function subtractByHand<Payment extends RefundablePayment>(
  payments: readonly Payment[],
  byHand: Amount,
): Payment[] {
  const taken = new Map(take(payments, byHand).parts.map(({ paymentId, amount }) => [paymentId, amount]));
  return payments.map((payment) => ({
    ...payment,
    left: calculateDifference(payment.left, taken.get(payment.id) ?? zero),
  }));
}

export function sumLeft(payments: readonly RefundablePayment[]): Amount {
  return sum(payments.map(({ left }) => left));
}

function take(payments: readonly RefundablePayment[], due: Amount) {
  let missing = due;
  const parts: RefundPart[] = [];
  for (const { id: paymentId, left } of payments) {
    const amount = compareAmounts(left, missing) < 0 ? left : missing;
    if (compareAmounts(amount, zero) <= 0) continue;
    parts.push({ paymentId, amount });
    missing = calculateDifference(missing, amount);
  }
  return { parts, missing };
}
