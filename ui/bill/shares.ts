/** Each diner's share of an order and how much of it is paid. Every phone and the counter calculate the same. Pure. */
import { usualDecimals } from '#projections/bill/currency.ts';
import * as z from 'zod/mini';
import { sharingSchema } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { ownParts, type Sharing } from '#projections/bill/split.ts';
import { buildOrderBill, type Reader } from './order-bill.ts';
import { listPayments } from '#contract/payments/payment-fields.ts';
import { owedOf } from './payments.ts';
import { type BillDiner } from './table-bill.ts';

export interface Share extends BillDiner {
  readonly amount: Amount;
  /** Unpaid part of the share, at most the amount that the order still owes. */
  readonly owed: Amount;
}

/** Reads which diners share which dish, as the table has chosen. */
export function readSharing(order: Order): Sharing {
  const sharing = z.safeParse(sharingSchema, order['sharing']).data ?? {};
  return new Map(Object.entries(sharing));
}

/**
 * Calculates each diner's share: their own dishes, their part of shared dishes, and their part of tax, charges and
 * discounts. The shares add up to the order's total, to the cent.
 */
export function computeShares(order: Order, reader: Reader): Share[] {
  const { diners, lines, charges } = buildOrderBill(order, reader);
  const owed = owedOf(order);
  const payments = listPayments(order);
  const bill = { lines, charges, diners: diners.map(({ userId }) => userId) };
  const parts = ownParts(bill, readSharing(order), usualDecimals(reader.currency));
  return parts.map(({ userId, amount }, place) => {
    const paid = sum(
      payments.filter((payment) => payment.userId === userId).map((payment) => payment.amount),
    );
    return { ...diners[place]!, amount, owed: atMost(difference(amount, paid), owed) };
  });
}

function atMost(left: Amount, owed: Amount): Amount {
  if (compareAmounts(left, zero) <= 0) return zero;
  return compareAmounts(left, owed) > 0 ? owed : left;
}
