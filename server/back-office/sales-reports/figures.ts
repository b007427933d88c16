/** The figures of a day, and how they are added. Amounts are decimal text and are added as decimals. Pure functions. */
import { countNames, moneyNames, type LossKind, type Sums } from '#contract/calls/numbers.ts';
import { Decimal } from 'decimal.js';
import {
  compareAmounts,
  isZero,
  calculateDifference,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';

export type Counts = Sums['counts'];
export type Money = Sums['money'];
type Method = Sums['methods'][number];
export type RateTax = Sums['taxes'][number];
export type PersonTips = Sums['tipsByPerson'][number];
type PersonCash = Sums['cashByPerson'][number];

export const waitNames = ['kitchen', 'served', 'paid'] as const;
export type WaitName = (typeof waitNames)[number];

/** The figures of one day, or of several days together. Records have ids (or hours) as keys. */
export interface Figures {
  readonly sums: Sums;
  readonly ordering: { readonly diners: number; readonly guests: number };
  readonly hours: Readonly<Record<string, HourFigures>>;
  readonly dishes: Readonly<Record<string, DishFigures>>;
  readonly tables: Readonly<Record<string, TableFigures>>;
  /** By kind, person and reason. */
  readonly losses: Readonly<Record<string, Loss>>;
  /** Every single waiting time, seconds. */
  readonly waits: Readonly<Record<WaitName, readonly number[]>>;
}
interface HourFigures {
  readonly orders: number;
  readonly rounds: number;
  readonly total: Amount;
}
interface DishFigures {
  readonly name: string;
  readonly pieces: number;
  readonly amount: Amount;
  /** Only for a dish that is sold by weight. */
  readonly weighed?: Weighed | undefined;
}
export interface Weighed {
  readonly steps: number;
  readonly unitLabel: string;
}
export interface Loss {
  readonly kind: LossKind;
  /** undefined for orders of older versions. */
  readonly currency?: string | undefined;
  readonly by: string;
  readonly approvedBy: string;
  readonly reason: string;
  readonly amount: Amount;
}

interface TableFigures {
  readonly name: string;
  readonly orders: number;
  readonly guests: number;
  readonly total: Amount;
}

export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

export const noCounts: Counts = mapNames(countNames, () => 0);
export const noMoney: Money = mapNames(moneyNames, () => zero);

export function addCounts(all: readonly Partial<Counts>[]): Counts {
  return mapNames(countNames, (name) => all.reduce((total, counts) => total + (counts[name] ?? 0), 0));
}

export function addMoney(all: readonly Partial<Money>[]): Money {
  return mapNames(moneyNames, (name) =>
    sum(
      all.flatMap((money) => {
        const amount = money[name];
        return amount === undefined || isZero(amount) ? [] : amount;
      }),
    ),
  );
}

export function subtractMoney(after: Money, before: Money): Money {
  return mapNames(moneyNames, (name) => subtractAmount(after[name], before[name]));
}

/** Skips the decimal arithmetic if possible: most amounts are zero or equal. */
function subtractAmount(from: Amount, amount: Amount): Amount {
  return isZero(amount) ? from : from === amount ? zero : calculateDifference(from, amount);
}

export function subtractCounts(after: Counts, before: Counts): Counts {
  return mapNames(countNames, (name) => after[name] - before[name]);
}

export function addMethods(all: readonly Method[]): Method[] {
  const byMethod = groupBy(all, ({ method }) => method);
  return [...byMethod.entries()]
    .map(([method, those]) => ({
      method,
      payments: those.reduce((count, { payments }) => count + payments, 0),
      paid: sum(those.map(({ paid }) => paid)),
      refunded: sum(those.map(({ refunded }) => refunded)),
      tips: sum(those.map(({ tips }) => tips)),
      // Closings of older versions lack it.
      rounding: sum(those.map(({ rounding = zero }: Partial<Method>) => rounding)),
    }))
    .toSorted((a, b) => (a.method < b.method ? -1 : 1));
}

/** Adds up the taxes of each rate, without rates whose amounts are zero. */
export function addTaxes(all: readonly RateTax[]): RateTax[] {
  const byRate = groupBy(all, ({ rate }) => new Decimal(rate).toString());
  return [...byRate.entries()]
    .map(([rate, those]) => ({
      rate,
      net: sum(those.map(({ net }) => net)),
      amount: sum(those.map(({ amount }) => amount)),
    }))
    .filter(({ net, amount }) => !isZero(net) || !isZero(amount))
    .toSorted((a, b) => compareAmounts(a.rate, b.rate));
}

export function subtractTaxes(after: readonly RateTax[], before: readonly RateTax[]): RateTax[] {
  const negated = before.map(({ rate, net, amount }) => ({
    rate,
    net: calculateDifference(zero, net),
    amount: calculateDifference(zero, amount),
  }));
  return addTaxes([...after, ...negated]);
}

/** Adds up the tips of each person, without those that are zero. */
export function addTips(all: readonly PersonTips[]): PersonTips[] {
  const byName = groupBy(all, ({ name }) => name);
  return [...byName.entries()]
    .map(([name, those]) => ({ name, tips: sum(those.map(({ tips }) => tips)) }))
    .filter(({ tips }) => !isZero(tips))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds up the cash of each person, without those that are zero. */
export function addCash(all: readonly PersonCash[]): PersonCash[] {
  const byName = groupBy(all, ({ name }) => name);
  return [...byName.entries()]
    .map(([name, those]) => ({ name, received: sum(those.map(({ received }) => received)) }))
    .filter(({ received }) => !isZero(received))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function addSums(all: readonly Sums[]): Sums {
  return {
    counts: addCounts(all.map(({ counts }) => counts)),
    money: addMoney(all.map(({ money }) => money)),
    methods: addMethods(all.flatMap(({ methods }) => methods)),
    taxes: addTaxes(all.flatMap(({ taxes }) => taxes)),
    tipsByPerson: addTips(all.flatMap(({ tipsByPerson }) => tipsByPerson)),
    cashByPerson: addCash(all.flatMap(({ cashByPerson }) => cashByPerson)),
  };
}

/** Returns `after` minus `before`, without payment methods that are zero. */
export function subtractSums(after: Sums, before: Sums): Sums {
  const negated = before.methods.map(({ method, payments, paid, refunded, tips, rounding }) => ({
    method,
    payments: -payments,
    paid: calculateDifference(zero, paid),
    refunded: calculateDifference(zero, refunded),
    tips: calculateDifference(zero, tips),
    // In closings of older versions it is missing, which counts as zero.
    rounding: calculateDifference(zero, rounding),
  }));
  return {
    counts: subtractCounts(after.counts, before.counts),
    money: subtractMoney(after.money, before.money),
    methods: addMethods([...after.methods, ...negated]).filter(
      ({ payments, paid, refunded, tips, rounding }) =>
        payments !== 0 || [paid, refunded, tips, rounding].some((money) => !isZero(money)),
    ),
    taxes: subtractTaxes(after.taxes, before.taxes),
    tipsByPerson: addTips([
      ...after.tipsByPerson,
      ...before.tipsByPerson.map(({ name, tips }) => ({ name, tips: calculateDifference(zero, tips) })),
    ]),
    cashByPerson: addCash([
      ...after.cashByPerson,
      ...before.cashByPerson.map(({ name, received }) => ({
        name,
        received: calculateDifference(zero, received),
      })),
    ]),
  };
}

export function addFigures(all: readonly Figures[]): Figures {
  const count = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    sums: addSums(all.map(({ sums }) => sums)),
    ordering: {
      diners: count(all.map(({ ordering }) => ordering.diners)),
      guests: count(all.map(({ ordering }) => ordering.guests)),
    },
    hours: addEach(
      all.map(({ hours }) => hours),
      (those) => ({
        orders: count(those.map(({ orders }) => orders)),
        rounds: count(those.map(({ rounds }) => rounds)),
        total: sum(those.map(({ total }) => total)),
      }),
    ),
    dishes: addEach(
      all.map(({ dishes }) => dishes),
      (those) => ({
        name: those.at(-1)!.name,
        ...addDishes(those),
      }),
    ),
    tables: addEach(
      all.map(({ tables }) => tables),
      (those) => ({
        name: those.at(-1)!.name,
        orders: count(those.map(({ orders }) => orders)),
        guests: count(those.map(({ guests }) => guests)),
        total: sum(those.map(({ total }) => total)),
      }),
    ),
    losses: addEach(
      all.map(({ losses }) => losses),
      addLosses,
    ),
    waits: mapNames(waitNames, (name) => all.flatMap(({ waits }) => waits[name])),
  };
}

/** @param those with the same key */
export function addLosses(those: readonly Loss[]): Loss {
  return { ...those[0]!, amount: sum(those.map(({ amount }) => amount)) };
}

export function addDishes(those: readonly Omit<DishFigures, 'name'>[]): Omit<DishFigures, 'name'> {
  return {
    pieces: those.reduce((total, { pieces }) => total + pieces, 0),
    amount: sum(those.map(({ amount }) => amount)),
    weighed: addWeights(those.flatMap(({ weighed }) => weighed ?? [])),
  };
}

/**
 * Adds the weights that have the same unit as the last one. Weights in other units cannot be added, and are dropped.
 */
function addWeights(those: readonly Weighed[]): Weighed | undefined {
  const unitLabel = those.at(-1)?.unitLabel;
  if (unitLabel === undefined) return undefined;
  const same = those.filter((weighed) => weighed.unitLabel === unitLabel);
  return { unitLabel, steps: same.reduce((total, { steps }) => total + steps, 0) };
}

/** Adds the parts with the same key. */
function addEach<Part>(
  all: readonly Readonly<Record<string, Part>>[],
  add: (parts: readonly Part[]) => Part,
): Record<string, Part> {
  const parts = groupBy(
    all.flatMap((each) => Object.entries(each)),
    ([key]) => key,
  );
  return Object.fromEntries([...parts].map(([key, those]) => [key, add(those.map(([, part]) => part))]));
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/**
 * Returns the smallest value that is at least as large as this part of the values, e.g. 0.5. Undefined without values.
 */
export function calculateQuantile(values: readonly number[], part: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1];
}
