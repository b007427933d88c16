/**
 * The rows that an order adds to the file for the tax adviser. Pure.
 *
 * Rows of one kind add up to the report of the same days. For example, an order of 20.00 that is paid by card:
 *
 *   kind      method  rate   net    tax   amount  tip
 *   sale                     18.69  1.31   20.00  2.00
 *   tax               0.07   18.69  1.31   20.00
 *   payment   card                         20.00  2.00
 */
import type { Movement, MovementKind } from '#contract/calls/cash.ts';
import type { Closing } from '#contract/calls/closing.ts';
import { paidCash } from '#contract/calls/service.ts';
import { calculateUntaxedSales } from '#contract/calls/numbers.ts';
import { calculateDifference, isZero, sum, zero, type Amount } from '#projections/bill/money.ts';
import { findBusinessDay, type RestaurantClock } from '#server/menu/business-day.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import { computeSums } from './day-figures.ts';
import { groupBy } from './figures.ts';
import { toJournal, type Entry } from './order-journal.ts';
import type { ReductionKind } from './reductions.ts';

/** The columns of the CSV file and the fields of the JSON file (docs/integrating.md). */
export const accountingFields = [
  'day',
  'time',
  'kind',
  'order',
  'serial',
  'table',
  'currency',
  'method',
  'person',
  'approvedBy',
  'reason',
  'dish',
  'quantity',
  'unit',
  'rate',
  'net',
  'tax',
  'amount',
  'tip',
  'rounding',
  'drawer',
] as const;
export type AccountingField = (typeof accountingFields)[number];

/** Fields with amounts, rates and quantities, in decimal text. */
export const figureFields: ReadonlySet<AccountingField> = new Set([
  'quantity',
  'rate',
  'net',
  'tax',
  'amount',
  'tip',
  'rounding',
]);

type RowKind = 'sale' | 'tax' | 'payment' | 'refund' | ReductionKind | MovementKind | 'cashDifference';
export type AccountingRow = Partial<Record<AccountingField, string>> & { readonly kind: RowKind };

export interface Shown {
  readonly clock: RestaurantClock;
  /** ms since 1970. `from` is included, `to` is not. */
  readonly span: { readonly from: number; readonly to: number };
  /** Of orders of older versions, which name none. */
  readonly currency: string;
  formatTime(at: number): string;
}

/** @returns the rows in order of time: for each business day first the sale and its taxes */
export function listAccountingRows(stored: StoredOrder, shown: Shown): AccountingRow[] {
  const { clock, span } = shown;
  const { id, serial, tableName, currency = shown.currency } = stored.placed;
  const entries = toJournal(stored)
    .filter(({ at }) => at >= span.from && at < span.to)
    .toSorted((a, b) => a.at - b.at);
  const days = groupBy(entries, ({ at }) => findBusinessDay(clock, at));
  return [...days].flatMap(([day, those]) => {
    const ofOrder = { order: id, serial, table: tableName ?? '', currency };
    const timed = [
      ...listSales(those).map((row) => ({ at: those[0]!.at, row })),
      ...those.flatMap((entry) => listActs(entry).map((row) => ({ at: entry.at, row }))),
    ];
    return timed.map(({ at, row }) => ({ day, time: shown.formatTime(at), ...ofOrder, ...row }));
  });
}

/** A row for each movement of cash, in order of time. A pay-out is below zero, so that it adds up with the payments. */
export function listCashRows(
  movements: readonly (Movement & { readonly day: string })[],
  formatTime: (at: number) => string,
): AccountingRow[] {
  return movements.map(({ day, at, kind, by: person, amount, ...movement }) => ({
    day,
    time: formatTime(at),
    kind,
    method: paidCash,
    person,
    reason: movement.reason,
    drawer: movement.drawer,
    currency: movement.currency,
    amount: kind === 'payOut' ? calculateDifference(zero, amount) : amount,
  }));
}

/** A row for each counted drawer of a closing: the cash over, or, below zero, the missing cash. */
export function listDifferences(
  { day, to, closedBy: person, drawers = [] }: Pick<Closing, 'day' | 'to' | 'closedBy' | 'drawers'>,
  formatTime: (at: number) => string,
): AccountingRow[] {
  return drawers.flatMap(({ difference, drawer, currency }) =>
    difference === null
      ? []
      : {
          day,
          time: formatTime(to),
          kind: 'cashDifference',
          method: paidCash,
          person,
          drawer,
          currency,
          amount: difference,
        },
  );
}

/** The sale of an order on one day, and the same by tax rate. */
function listSales(entries: readonly Entry[]): AccountingRow[] {
  const sums = computeSums(entries.map((entry) => ({ entry })));
  const { total, tips } = sums.money;
  const untaxed = calculateUntaxedSales(sums);
  const tax = sum(sums.taxes.map(({ amount }) => amount));
  const toTax = (rate: Amount, net: Amount, amount: Amount): AccountingRow => ({
    kind: 'tax',
    rate,
    net,
    tax: amount,
    amount: sum([net, amount]),
  });
  const rows = sums.taxes.map(({ rate, net, amount }) => toTax(rate, net, amount));
  if (!isZero(untaxed)) rows.push(toTax('0', untaxed, zero));
  if (isZero(total) && isZero(tips) && rows.length === 0) return [];
  return [{ kind: 'sale', net: calculateDifference(total, tax), tax, amount: total, tip: tips }, ...rows];
}

/** The payments, refunds and reductions of an entry. A refund is below zero, so that it adds up with the payments. */
function listActs({ method, payment, reductions = [] }: Entry): AccountingRow[] {
  const rows: AccountingRow[] = reductions.map(({ by, quantity, ...reduction }) => ({
    ...reduction,
    person: by,
    ...(quantity !== undefined && { quantity: String(quantity) }),
  }));
  if (!method || !payment) return rows;
  const { by: person, approvedBy, reason } = payment;
  rows.push({
    kind: method.payments > 0 ? 'payment' : 'refund',
    method: method.method,
    person,
    approvedBy,
    reason,
    amount: calculateDifference(method.paid, method.refunded),
    tip: method.tips,
    rounding: method.rounding,
  });
  return rows;
}
