/** Each diner's share of an order and how much of it is paid. Every phone and the counter calculate the same. Pure. */
import { getUsualDecimals } from '#projections/bill/currency.ts';
import * as z from 'zod/mini';
import { sharingSchema } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import {
  isRefund,
  listPayments,
  type Payment,
  type RefundedDish,
} from '#contract/payments/payment-fields.ts';
import { compareAmounts, calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
import {
  splitIntoOwnParts,
  listPayers,
  type BillLine,
  type Part,
  type Sharing,
} from '#projections/bill/split.ts';
import { buildOrderBill, type Reader } from './order-bill.ts';
import { getOwed } from './payments.ts';
import { type BillDiner } from './table-bill.ts';

export interface Share extends BillDiner {
  readonly amount: Amount;
  /** Unpaid part of the share. Those of all diners add up to what the order owes. */
  readonly owed: Amount;
}

/** Reads which diners share which dish, as the table has chosen. */
export function readSharing(order: Order): Sharing {
  const sharing = z.safeParse(sharingSchema, order['sharing']).data ?? {};
  return new Map(Object.entries(sharing));
}

/**
 * Calculates each diner's share: their own dishes, their part of shared dishes, and their part of tax, charges and
 * discounts. The shares add up to the order's total, and their unpaid parts to the unpaid part of the order, to the cent.
 *
 *     missing part of a share = share before refunds − payments for it     (a refund is not owed again)
 *     unpaid part of a share  = missing part, less its portion of the payments that belong to no share
 */
export function computeShares(order: Order, reader: Reader): Share[] {
  const { diners, lines, charges } = buildOrderBill(order, reader);
  const sharing = readSharing(order);
  const payments = listPayments(order);
  const userIds = diners.map(({ userId }) => userId);
  const split: Split = (some, rest, how = {}) =>
    splitIntoOwnParts(
      { lines: some, charges: rest, diners: how.diners ?? userIds },
      how.sharing,
      getUsualDecimals(reader.currency),
    );

  const refunds = payments.filter((payment) => isRefund(payment) && payment.counted !== undefined);
  const refunded = refunds.map(({ counted = zero }) => counted);
  const before = split(lines, [...charges, ...refunded], { sharing });
  const lacking = before.map(({ userId, amount }) => {
    const lacks = calculateDifference(
      amount,
      sum(payments.map((payment) => calculatePaidPart(userId, payment))),
    );
    return { userId, amount: compareAmounts(lacks, zero) > 0 ? lacks : zero };
  });
  const owed = getOwed(order);
  const owedParts = split(toBillLines(lacking), [
    calculateDifference(owed, sum(lacking.map(({ amount }) => amount))),
  ]);
  const paid = before.map(({ userId, amount }, place) => ({
    userId,
    amount: calculateDifference(amount, owedParts[place]!.amount),
  }));
  const refundedDishes = refunds.flatMap(({ dishes = [] }) => dishes);
  const kept = keepPaid({ order, lines, sharing, paid, refundedDishes, refunded: sum(refunded) }, split);
  return diners.map((diner, place) => {
    const { amount: share } = owedParts[place]!;
    return { ...diner, amount: sum([share, kept.get(diner.userId) ?? zero]), owed: share };
  });
}

type Split = (
  lines: readonly BillLine[],
  charges: readonly Amount[],
  how?: { readonly sharing?: Sharing; readonly diners?: readonly string[] },
) => Part[];

interface PaidShares {
  readonly order: Order;
  readonly lines: readonly BillLine[];
  readonly sharing: Sharing;
  /** The paid part of each share. */
  readonly paid: readonly Part[];
  readonly refunded: Amount;
  readonly refundedDishes: readonly RefundedDish[];
}

/**
 * Subtracts the refunds from the paid parts of the shares. A refund of dishes reduces the shares of these dishes, any other
 * refund reduces all shares in proportion. If all dishes of a diner are refunded, the diner has paid nothing, not even the
 * cent by which a share and its dishes may differ.
 */
function keepPaid(
  { order, lines, sharing, paid, refunded, refundedDishes }: PaidShares,
  split: Split,
): ReadonlyMap<string, Amount> {
  const all = paid.map(({ userId }) => userId);
  const isGone = ({ lineId }: BillLine) => {
    const item = order.orderItems.find(({ id }) => id === lineId);
    return item !== undefined && (item.qtyRefunded ?? 0) >= item.quantity;
  };
  const left = lines.filter((line) => !isGone(line));
  const payers = new Set(left.flatMap((line) => listPayers(line, sharing, all)));
  const diners = payers.size > 0 ? all.filter((userId) => payers.has(userId)) : all;
  const reduced = [
    ...toBillLines(paid.filter(({ userId }) => diners.includes(userId))),
    ...refundedDishes.flatMap(({ orderItemId, amount }): BillLine[] => {
      const line = left.find(({ lineId }) => lineId === orderItemId);
      return line ? [{ ...line, amount: calculateDifference(zero, amount) }] : [];
    }),
  ];
  const kept = calculateDifference(sum(paid.map(({ amount }) => amount)), refunded);
  const rest = calculateDifference(kept, sum(reduced.map(({ amount }) => amount)));
  return new Map(split(reduced, [rest], { sharing, diners }).map(({ userId, amount }) => [userId, amount]));
}

function toBillLines(parts: readonly Part[]): BillLine[] {
  return parts.map(({ userId, amount }) => ({ lineId: `of ${userId}`, userId, amount }));
}

/** Returns the part of a payment that pays a diner's share. A refund that reduced the bill does not make the share unpaid. */
function calculatePaidPart(userId: string, payment: Payment): Amount {
  const { amount, counted = zero, parts = [] } = payment;
  if (payment.userId === userId) return sum([amount, counted]);
  return sum(parts.filter((part) => part.userId === userId).map((part) => part.amount));
}
