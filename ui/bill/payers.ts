/** Who has paid how much of an order, tips included. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { listPayments, type Payment } from '#contract/payments/payment-fields.ts';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';

export interface Payer {
  /** The diners whose shares were paid together. Empty: the payment belonged to no share. */
  readonly userIds: readonly string[];
  /** How a payment that belonged to no share was made. */
  readonly method: string;
  /** With tips, less refunds. */
  readonly amount: Amount;
}

/** Adds up the payments of each payer, in the order of their first payments. A payer who got everything back is left out. */
export function listAllPayers(order: Order): Payer[] {
  const payers = new Map<string, Payer>();
  for (const payment of listPayments(order)) {
    const userIds = listSharers(payment);
    const method = userIds.length > 0 ? '' : payment.method;
    const key = JSON.stringify([userIds, method]);
    const before = payers.get(key)?.amount ?? zero;
    payers.set(key, {
      userIds,
      method,
      amount: sum([before, payment.amount, payment.tip, payment.rounding]),
    });
  }
  return [...payers.values()].filter(({ amount }) => compareAmounts(amount, zero) > 0);
}

function listSharers({ userId, parts = [] }: Payment): string[] {
  return userId ? [userId] : parts.map((part) => part.userId);
}
