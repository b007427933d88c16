/**
 * The cash drawers of a closing: what must lie in each, and what was counted. Pure.
 *
 *   float 100.00 + received 61.50 + paid in 0.00 − paid out 20.00 = expected 141.50
 *   counted 139.50: 2.00 are missing
 *
 * `received` are the payments in cash, with tips and rounding, less refunds. If each person has a drawer, those of a
 * person are in their own.
 */
import type { Drawer, Movement, MovementKind } from '#contract/calls/cash.ts';
import { calculateReceived, type Sums } from '#contract/calls/numbers.ts';
import { paidCash } from '#contract/calls/service.ts';
import { calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { groupBy } from './figures.ts';

/** The restaurant's drawer. */
export const sharedDrawer = '';

/** What decides whose cash is in which drawer. */
export interface DrawerTerms {
  readonly currency: string;
  readonly isPerPerson: boolean;
}

/** @param movements of one closing, the oldest first */
export function computeDrawers(
  movements: readonly Movement[],
  { methods, cashByPerson }: Pick<Sums, 'methods' | 'cashByPerson'>,
  { currency, isPerPerson }: DrawerTerms,
): Drawer[] {
  const all = sum(methods.filter(({ method }) => method === paidCash).map(calculateReceived));
  const taken = isPerPerson
    ? cashByPerson.map(({ name, received }) => ({ drawer: name, received }))
    : [{ drawer: sharedDrawer, received: all }];
  const received = new Map(taken.map((each) => [keyOf({ ...each, currency }), each.received]));
  const moved = groupBy(movements, keyOf);
  return [...new Set([...received.keys(), ...moved.keys()])]
    .map((key) => toDrawer(key, received.get(key) ?? zero, moved.get(key) ?? []))
    .toSorted((a, b) => (a.drawer < b.drawer ? -1 : 1));
}

/** After a change of the currency, a drawer has the cash of both. */
function keyOf({ drawer, currency }: Pick<Drawer, 'drawer' | 'currency'>): string {
  return JSON.stringify([drawer, currency]);
}

function toDrawer(key: string, received: Amount, movements: readonly Movement[]): Drawer {
  const [drawer, currency] = JSON.parse(key) as [string, string];
  const amountsOf = (kind: MovementKind) =>
    movements.filter((each) => each.kind === kind).map(({ amount }) => amount);
  const float = amountsOf('float').at(-1) ?? zero;
  const [paidIn, paidOut] = [sum(amountsOf('payIn')), sum(amountsOf('payOut'))];
  const expected = calculateDifference(sum([float, received, paidIn]), paidOut);
  const counted = amountsOf('count').at(-1) ?? null;
  const difference = counted === null ? null : calculateDifference(counted, expected);
  return { drawer, currency, float, received, paidIn, paidOut, expected, counted, difference };
}
