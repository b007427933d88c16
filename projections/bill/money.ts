import { Decimal } from 'decimal.js';
import type { Item } from '#events/item.ts';

/** The decimals of amounts without a currency. */
export const decimalPlaces = 2;

const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN });

/** A decimal amount as text, for example `"12.50"`. Money is never calculated as a float. */
export type Amount = string;

export const zero: Amount = '0.00';

/** Rounds half-even. Text that is not a number counts as zero. */
export function roundAmount(amount: Amount | number | Decimal, places = decimalPlaces): Amount {
  return toDecimal(amount).toFixed(places, Decimal.ROUND_HALF_EVEN);
}

/**
 * Returns the decimals of amounts, as the server writes them: 0 in yen, 2 in dollars, 3 in dinars. A restaurant decides how
 * many its amounts have, and every amount has all of them. So the text shows how to round a result, and an order keeps its
 * decimals when the restaurant changes them. A zero says nothing beside other amounts, because `zero` may stand for a
 * missing one.
 */
export function countPlaces(...amounts: readonly (Amount | undefined)[]): number {
  let most: number | undefined;
  let ofZeros: number | undefined;
  for (const amount of amounts) {
    if (amount === undefined) continue;
    const places = countDecimals(amount);
    if (isZero(amount)) ofZeros = Math.min(ofZeros ?? places, places);
    else most = Math.max(most ?? places, places);
  }
  return most ?? ofZeros ?? decimalPlaces;
}

/** Other makers' servers may write one decimal, or six. */
function countDecimals(amount: Amount): number {
  const digits = /\.(\d+)$/.exec(amount)?.[1]?.length ?? 0;
  return digits === 0 || digits === 3 ? digits : decimalPlaces;
}

export function isZero(amount: Amount): boolean {
  return toDecimal(amount).isZero();
}

/** Whether the amount can be paid in a currency with this many decimals: 12.00 needs none, 12.50 needs one. */
export function hasFittingPlaces(amount: Amount, places: number): boolean {
  return toDecimal(amount).decimalPlaces() <= places;
}

/** The price of one sales unit with its modifiers, not rounded. */
function calculateUnitPrice(item: Item): Amount {
  return item.modifiers
    .filter((modifier) => modifier.quantity > 0)
    .reduce(
      (sum, modifier) => sum.plus(toDecimal(modifier.price ?? '0').times(modifier.quantity)),
      toDecimal(item.price ?? '0'),
    )
    .toString();
}

/**
 * Returns the rounded price of a line.
 *
 * @param places the decimals of the restaurant's currency
 */
export function calculateLineAmount(item: Item, quantity: number, places = decimalPlaces): Amount {
  return roundAmount(toDecimal(calculateUnitPrice(item)).times(quantity), places);
}

/** Adds up rounded amounts. */
export function sum(amounts: readonly Amount[]): Amount {
  const exact = amounts.reduce((total, amount) => total.plus(toDecimal(amount)), new Money(0));
  return roundAmount(exact, countPlaces(...amounts));
}

export function calculateDifference(from: Amount, less: Amount): Amount {
  return roundAmount(toDecimal(from).minus(toDecimal(less)), countPlaces(from, less));
}

/** Returns the average, or zero if `count` is 0. */
export function calculateAverage(total: Amount, count: number): Amount {
  return count === 0 ? zero : roundAmount(toDecimal(total).dividedBy(count), countPlaces(total));
}

/** `rate` is a fraction as text: `"0.05"` is 5 %. */
export function share(amount: Amount, rate: Amount): Amount {
  return roundAmount(toDecimal(amount).times(toDecimal(rate)), countPlaces(amount));
}

/** Compares like a comparator: negative, zero or positive. */
export function compareAmounts(a: Amount, b: Amount): number {
  return toDecimal(a).comparedTo(toDecimal(b));
}

function toDecimal(amount: Amount | number | Decimal): Decimal {
  try {
    const value = new Money(amount);
    return value.isFinite() ? value : new Money(0);
  } catch {
    return new Money(0);
  }
}
