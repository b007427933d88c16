/** Each diner's part of an order, and what of it is paid: the same on every phone and at the counter. Pure. */
import * as z from 'zod/mini';
import { sharingSchema } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { ownParts, type Sharing } from '#projections/bill/split.ts';
import { buildOrderBill, type Reader } from './order-bill.ts';
import { owedOf, listPayments } from './payments.ts';
import { getCoinPlaces, type BillDiner } from './table-bill.ts';

export interface Share extends BillDiner {
  readonly amount: Amount;
  /** What of it is still to be paid, and no more than the order owes. */
  readonly owed: Amount;
}

/** CX20: who shares a dish, as the table said. */
export function readSharing(order: Order): Sharing {
  const sharing = z.safeParse(sharingSchema, order['sharing']).data ?? {};
  return new Map(Object.entries(sharing));
}

/**
 * What everybody had, and their part of what is shared, with their part of tax, charges and discounts: together it is the
 * order's total, to the cent.
 */
export function computeShares(order: Order, reader: Reader): Share[] {
  const { diners, lines, charges } = buildOrderBill(order, reader);
  const owed = owedOf(order);
  const payments = listPayments(order);
  const bill = { lines, charges, diners: diners.map(({ userId }) => userId) };
  const parts = ownParts(bill, readSharing(order), getCoinPlaces(reader.currency));
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
