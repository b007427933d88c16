/** Adds up discounts, voids, refunds, and cancelled or unpaid orders, by person and by reason. Pure. */
import type { Losses } from '#contract/calls/numbers.ts';
import {
  calculateDifference,
  compareAmounts,
  isZero,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { groupBy, type Loss } from './figures.ts';
import type { Entry } from './order-journal.ts';

/** Rows of each list in one answer. A row has at most three texts of people. */
const mostRows = 100;

/** The losses of an entry. A coupon is none: the restaurant issued it, and no person gave it. */
export function listLosses(entry: Entry, currency: string | undefined): Loss[] {
  const { reductions = [], payment, money } = entry;
  const losses: Loss[] = reductions.flatMap(({ kind, by, approvedBy, reason, amount }) =>
    kind === 'coupon' ? [] : { kind, currency, by, approvedBy, reason, amount },
  );
  const { refunded = zero } = money;
  return payment && !isZero(refunded)
    ? [...losses, { kind: 'refund', currency, ...payment, amount: refunded }]
    : losses;
}

export function buildLossKey({ kind, currency, by, approvedBy, reason }: Loss): string {
  return JSON.stringify([kind, currency, by, approvedBy, reason]);
}

/** @param currency of orders of older versions */
export function summariseLosses(all: readonly Loss[], currency: string): Losses {
  const known = all.map((loss) => ({ ...loss, currency: loss.currency ?? currency }));
  const ofPeople = known.map(({ reason: _reason, ...loss }) => loss);
  const ofReasons = known.map(({ by: _by, approvedBy: _approvedBy, ...loss }) => loss);
  return {
    byPerson: rankRows(ofPeople, { by: '', approvedBy: '' }),
    byReason: rankRows(ofReasons, { reason: '' }),
  };
}

type Named = Pick<Losses['byReason'][number], 'kind' | 'currency' | 'amount'>;

/** Adds up rows that differ in the amount only, the largest first. Smaller ones become one row for each kind. */
function rankRows<Row extends Named>(
  rows: readonly Row[],
  nobody: Partial<Row>,
): (Row & { isRest?: boolean })[] {
  const add = (those: readonly Row[]): Row => ({
    ...those[0]!,
    amount: sum(those.map(({ amount }) => amount)),
  });
  const ranked = [...groupBy(rows, (row) => JSON.stringify({ ...row, amount: '' })).values()]
    .map(add)
    .filter(({ amount }) => !isZero(amount))
    .toSorted((a, b) => compareAmounts(sizeOf(b), sizeOf(a)));
  const rest = groupBy(ranked.slice(mostRows), ({ kind, currency }) => `${kind} ${currency}`);
  return [
    ...ranked.slice(0, mostRows),
    ...[...rest.values()].map((those) => ({ ...add(those), ...nobody, isRest: true })),
  ];
}

function sizeOf({ amount }: Named): Amount {
  return compareAmounts(amount, zero) < 0 ? calculateDifference(zero, amount) : amount;
}
