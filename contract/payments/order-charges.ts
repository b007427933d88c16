/**
 * Calculates the charge of each line of an order, and the amount that was paid for some of its pieces. The server and the
 * counter calculate the same. Pure.
 */
import {
  countPlaces,
  compareAmounts,
  calculateDifference,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import {
  calculateBillAfterRefunds,
  calculatePaidForPieces,
  type RefundedAmount,
} from '#projections/bill/refunds.ts';
import type { BillTerms, TaxTerms } from '#projections/bill/taxes.ts';
import type { Order, PlacedItem } from '../order-fields.ts';
import { isRefund, listPayments, type RefundedDish } from './payment-fields.ts';

/** The tax of a restaurant without a list of taxes. */
export const onlyTaxId = 'tax';

/** The tax terms of an order. One of an older version has at most one tax, on top of everything. */
export function readTaxTerms({
  taxTerms,
  orderTaxes: [tax],
}: Pick<Order, 'taxTerms' | 'orderTaxes'>): TaxTerms {
  if (taxTerms) return taxTerms;
  const only = { id: onlyTaxId, name: tax?.name ?? '', rate: tax?.rate ?? '0' };
  return { taxes: [only], isIncluded: false, isServiceTaxed: true };
}

interface CountedRefund {
  /** The amount by which it reduces the bill. */
  readonly counted: Amount;
  readonly dishes?: readonly RefundedDish[] | undefined;
  /** ms; undefined if unknown. */
  readonly at: number | undefined;
}

/** Names the lines that a refund is for: those of its dishes, or those that were on the order at that time. */
export function toRefundedAmounts(
  lines: readonly Pick<PlacedItem, 'id' | 'placedAt'>[],
  { counted, dishes = [], at = Infinity }: CountedRefund,
): RefundedAmount[] {
  let rest = counted;
  const ofDishes = dishes.map(({ orderItemId, amount }) => {
    const taken = compareAmounts(amount, rest) < 0 ? amount : rest;
    rest = calculateDifference(rest, taken);
    return { amount: taken, lines: listPlaces(lines, ({ id }) => id === orderItemId) };
  });
  const ofOrder = { amount: rest, lines: listPlaces(lines, ({ placedAt }) => (placedAt ?? 0) <= at) };
  return [...ofDishes, ofOrder].filter(({ amount }) => compareAmounts(amount, zero) > 0);
}

function listPlaces<Line>(lines: readonly Line[], isOne: (line: Line) => boolean): number[] {
  return lines.flatMap((line, place) => (isOne(line) ? place : []));
}

/**
 * Returns the remaining charge of each line: its price after discount, with service charge and tax, less refunds. Returns
 * nothing for an order of another server, which calculates totals in another way.
 */
function calculateLineCharges(order: Order): ReadonlyMap<string, Amount> {
  const { orderItems: lines, totalAmount = zero, totalDiscountAmount, serviceChargeRate } = order;
  const terms: BillTerms = {
    tax: readTaxTerms(order),
    decimals: countPlaces(totalAmount),
    discount: totalDiscountAmount ?? zero,
    service:
      serviceChargeRate === undefined
        ? { amount: order.totalChargeAmount ?? zero }
        : { rate: serviceChargeRate },
  };
  const refunds = listPayments(order)
    .filter(isRefund)
    .map(({ counted = zero, dishes, createAt }) =>
      toRefundedAmounts(lines, { counted, dishes, at: createAt ?? undefined }),
    );
  const { totals, left } = calculateBillAfterRefunds(lines, terms, refunds);
  if (compareAmounts(totals.totalAmount, totalAmount) !== 0) return new Map();
  return new Map(lines.map(({ id }, place) => [id, left[place]!]));
}

export interface RefundableLine {
  readonly line: PlacedItem;
  /** The pieces that are not refunded yet, and the amount that was paid for them. */
  readonly pieces: number;
  readonly paid: Amount;
}

/** Lists the lines that can be refunded, at least in part. Returns none for an order of another server. */
export function listRefundable(order: Order): RefundableLine[] {
  const charges = calculateLineCharges(order);
  return order.orderItems.flatMap((line) => {
    const [pieces, paid] = [countRefundable(line), charges.get(line.id) ?? zero];
    return pieces > 0 && compareAmounts(paid, zero) > 0 ? { line, pieces, paid } : [];
  });
}

/** Returns how many pieces of a line can be refunded. */
function countRefundable({ quantity, qtyRefunded = 0 }: PlacedItem): number {
  return Math.max(0, quantity - qtyRefunded);
}

/** Returns the amounts that were paid for some pieces. Undefined if the order has fewer pieces or the amounts are unknown. */
export function calculatePaidForDishes(
  order: Order,
  pieces: readonly Pick<RefundedDish, 'orderItemId' | 'quantity'>[],
): RefundedDish[] | undefined {
  const charges = calculateLineCharges(order);
  const dishes = pieces.flatMap(({ orderItemId, quantity }) => {
    const line = order.orderItems.find(({ id }) => id === orderItemId);
    const charged = charges.get(orderItemId);
    if (!line || charged === undefined || quantity < 1 || quantity > countRefundable(line)) return [];
    return {
      orderItemId,
      quantity,
      amount: calculatePaidForPieces(charged, quantity, countRefundable(line)),
    };
  });
  const isOnce = new Set(pieces.map(({ orderItemId }) => orderItemId)).size === pieces.length;
  return isOnce && dishes.length === pieces.length ? dishes : undefined;
}
