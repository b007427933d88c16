import { Decimal } from 'decimal.js';
import type { Item } from '#events/item.ts';

/** Each line is rounded half-even to this many decimals. Sums are sums of rounded lines (D15). */
export const decimalPlaces = 2;
/** Dinars and rials have three decimals (D64). */
const mostPlaces = 3;

const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN });

/** A decimal amount as text, for example `"12.50"`. Money is never calculated as a float. */
export type Amount = string;

export const zero: Amount = '0.00';

/** Rounds half-even. Text that is not a number counts as zero. */
export function roundAmount(amount: Amount | number | Decimal, places = decimalPlaces): Amount {
  return toDecimal(amount).toFixed(places, Decimal.ROUND_HALF_EVEN);
}

/** Returns the decimals of rounded amounts: three if one of them has three, or else two. */
export function placesOf(...amounts: readonly (Amount | undefined)[]): number {
  return amounts.some((amount) => /\.\d{3}$/.test(amount ?? '')) ? mostPlaces : decimalPlaces;
}

/** The price of one sales unit with its modifiers, not rounded. */
function unitPrice(item: Item): Amount {
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
export function lineAmount(item: Item, quantity: number, places = decimalPlaces): Amount {
  return roundAmount(toDecimal(unitPrice(item)).times(quantity), places);
}

/** Adds up rounded amounts. */
export function sum(amounts: readonly Amount[]): Amount {
  const exact = amounts.reduce((total, amount) => total.plus(toDecimal(amount)), new Money(0));
  return roundAmount(exact, placesOf(...amounts));
}

export function difference(from: Amount, less: Amount): Amount {
  return roundAmount(toDecimal(from).minus(toDecimal(less)), placesOf(from, less));
}

/** Returns the average, or zero if `count` is 0. */
export function average(total: Amount, count: number): Amount {
  return count === 0 ? zero : roundAmount(toDecimal(total).dividedBy(count), placesOf(total));
}

/** `rate` is a fraction as text: `"0.05"` is 5 %. */
export function share(amount: Amount, rate: Amount): Amount {
  return roundAmount(toDecimal(amount).times(toDecimal(rate)), placesOf(amount));
}

/** Compares like a comparator: negative, zero or positive. */
export function compareAmounts(a: Amount, b: Amount): number {
  return toDecimal(a).comparedTo(toDecimal(b));
}

export interface Charges {
  /** Fractions as text. */
  readonly taxRate: Amount;
  readonly serviceChargeRate: Amount;
}

/** The totals at the end of an order. */
export interface Totals {
  readonly subTotalAmount: Amount;
  readonly totalDiscountAmount: Amount;
  readonly totalChargeAmount: Amount;
  readonly totalTaxAmount: Amount;
  readonly totalAmount: Amount;
}

/** Adds the service charge to the amount after the discount, and tax to both. The discount never exceeds the lines. */
export function totalsOf(lineAmounts: readonly Amount[], charges: Charges, discount: Amount = zero): Totals {
  return totalsWithCharge(lineAmounts, { ...charges, discount });
}

/** The same for a service charge that may already be known as an amount. Such an amount is not calculated again. */
export function totalsWithCharge(
  lineAmounts: readonly Amount[],
  {
    taxRate,
    discount,
    ...service
  }: Pick<Charges, 'taxRate'> & { readonly discount: Amount } & (
      | Pick<Charges, 'serviceChargeRate'>
      | { readonly charge: Amount }
    ),
): Totals {
  const subTotalAmount = sum(lineAmounts);
  const totalDiscountAmount = compareAmounts(discount, subTotalAmount) < 0 ? sum([discount]) : subTotalAmount;
  const net = difference(subTotalAmount, totalDiscountAmount);
  const totalChargeAmount = 'charge' in service ? service.charge : share(net, service.serviceChargeRate);
  const taxed = sum([net, totalChargeAmount]);
  const totalTaxAmount = share(taxed, taxRate);
  return {
    subTotalAmount,
    totalDiscountAmount,
    totalChargeAmount,
    totalTaxAmount,
    totalAmount: sum([taxed, totalTaxAmount]),
  };
}

function toDecimal(amount: Amount | number | Decimal): Decimal {
  try {
    const value = new Money(amount);
    return value.isFinite() ? value : new Money(0);
  } catch {
    return new Money(0);
  }
}
