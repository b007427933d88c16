import { Decimal } from 'decimal.js';
import type { Item } from '#events/item.ts';

/** D15: banker's rounding to 2 decimals, per line; sums are sums of rounded lines. */
export const decimalPlaces = 2;
/** D64: dinars and rials have a thousandth. */
const mostPlaces = 3;

const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN });

/** A decimal amount as text, e.g. `"12.50"`: money is never a float on its way through a sum. */
export type Amount = string;

export const zero: Amount = '0.00';

/** Rounded half-even. Text that is no number counts as zero. */
export function rounded(amount: Amount | number | Decimal, places = decimalPlaces): Amount {
  return toDecimal(amount).toFixed(places, Decimal.ROUND_HALF_EVEN);
}

/** D64: amounts that were rounded say themselves in how many decimals: three where one has so many, else two. */
export function placesOf(...amounts: readonly (Amount | undefined)[]): number {
  return amounts.some((amount) => /\.\d{3}$/.test(amount ?? '')) ? mostPlaces : decimalPlaces;
}

/** Price of one sales unit: product and modifiers, not rounded. */
function unitPrice(item: Item): Amount {
  return item.modifiers
    .filter((modifier) => modifier.quantity > 0)
    .reduce(
      (sum, modifier) => sum.plus(toDecimal(modifier.price ?? '0').times(modifier.quantity)),
      toDecimal(item.price ?? '0'),
    )
    .toString();
}

/** What a line of `quantity` sales units costs, rounded. @param places of the restaurant's amounts, where more than 2 (D64) */
export function lineAmount(item: Item, quantity: number, places = decimalPlaces): Amount {
  return rounded(toDecimal(unitPrice(item)).times(quantity), places);
}

/** The sum of rounded amounts. */
export function sum(amounts: readonly Amount[]): Amount {
  const exact = amounts.reduce((total, amount) => total.plus(toDecimal(amount)), new Money(0));
  return rounded(exact, placesOf(...amounts));
}

export function difference(from: Amount, less: Amount): Amount {
  return rounded(toDecimal(from).minus(toDecimal(less)), placesOf(from, less));
}

/** Of so many; zero of none. */
export function average(total: Amount, count: number): Amount {
  return count === 0 ? zero : rounded(toDecimal(total).dividedBy(count), placesOf(total));
}

/** `rate` is a fraction as text: `"0.05"` is 5 %. */
export function share(amount: Amount, rate: Amount): Amount {
  return rounded(toDecimal(amount).times(toDecimal(rate)), placesOf(amount));
}

/** Negative, zero or positive, like a comparator. */
export function compareAmounts(a: Amount, b: Amount): number {
  return toDecimal(a).comparedTo(toDecimal(b));
}

export interface Charges {
  /** Fractions as text. */
  readonly taxRate: Amount;
  readonly serviceChargeRate: Amount;
}

/** The money lines under an order (D22). */
export interface Totals {
  readonly subTotalAmount: Amount;
  readonly totalDiscountAmount: Amount;
  readonly totalChargeAmount: Amount;
  readonly totalTaxAmount: Amount;
  readonly totalAmount: Amount;
}

/** Service charge on what remains after the discount, tax on both; the discount never exceeds the lines. */
export function totalsOf(lineAmounts: readonly Amount[], charges: Charges, discount: Amount = zero): Totals {
  return totalsWithCharge(lineAmounts, { ...charges, discount });
}

/** The same; a service charge that is known as an amount is not reckoned anew. */
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
