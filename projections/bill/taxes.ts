/**
 * Calculates the totals and tax lines of a bill, as docs/money.md describes. Pure. Server, reports and tests use it.
 *
 *   lines ──► parts, one for each tax of a line ──► discount spread ──► base of each tax (+ service charge) ──► tax lines
 *
 * Example: beer for 3.00 at 19 % and soup for 7.00 at 7 %, tax included, 10 % off. The parts are 2.70 and 6.30, so the
 * bill is 9.00 and contains 0.43 and 0.41 of tax.
 */
import { Decimal } from 'decimal.js';
import { spreadDiscount } from './coupon.ts';
import {
  compareAmounts,
  difference,
  isZero,
  placesOf,
  roundAmount,
  share,
  sum,
  zero,
  type Amount,
} from './money.ts';

export interface Tax {
  readonly id: string;
  readonly name: string;
  /** A fraction as text: "0.05" is 5 %. */
  readonly rate: Amount;
}

/** The taxes of an order, with the rates of its order type. The first tax is that of dishes without one. */
export interface TaxTerms {
  readonly taxes: readonly Tax[];
  /** The prices contain the tax. */
  readonly isIncluded: boolean;
  readonly isServiceTaxed: boolean;
}

/** A line of an order. An option without a tax has that of its dish, a dish without one the first of all. */
export interface TaxedLine {
  readonly quantity: number;
  readonly taxId?: string | undefined;
  readonly itemWithAdjustmentAmount?: Amount | undefined;
  readonly orderItemModifiers: readonly {
    readonly quantity: number;
    readonly price?: Amount | undefined;
    readonly taxId?: string | undefined;
  }[];
}

/** A part of a line, or a whole one, with one tax. `tax` is its place in the list. */
interface Part {
  readonly amount: Amount;
  readonly tax: number;
}

/** The tax of a bill at one rate. */
export interface TaxLine extends Tax {
  /** What is taxed, without the tax. */
  readonly net: Amount;
  readonly amount: Amount;
}

export interface BillTotals {
  readonly subTotalAmount: Amount;
  readonly totalDiscountAmount: Amount;
  readonly totalChargeAmount: Amount;
  readonly totalTaxAmount: Amount;
  readonly totalAmount: Amount;
  /** Without taxes whose rate or base is zero. */
  readonly taxLines: readonly TaxLine[];
}

/** A rate, or the amount of an order whose rate is unknown. */
export type ServiceCharge = { readonly rate: Amount } | { readonly amount: Amount };

interface Terms {
  readonly tax: TaxTerms;
  readonly service: ServiceCharge;
  /** At most the sum of the lines counts. */
  readonly discount: Amount;
  /** The decimals of the amounts, for a bill without lines. */
  readonly decimals: number;
}

export function billTotals(
  lines: readonly TaxedLine[],
  { tax, service, discount, decimals }: Terms,
): BillTotals {
  const parts = lines.flatMap((line) => partsOf(line, tax.taxes));
  const subTotalAmount = sum([roundAmount(zero, decimals), ...parts.map(({ amount }) => amount)]);
  const places = placesOf(subTotalAmount);
  const totalDiscountAmount =
    compareAmounts(discount, subTotalAmount) < 0 ? roundAmount(discount, places) : subTotalAmount;
  const net = difference(subTotalAmount, totalDiscountAmount);
  const totalChargeAmount = 'amount' in service ? service.amount : share(net, service.rate);
  const bases = basesOf(parts, tax, totalDiscountAmount, totalChargeAmount);
  const taxLines = tax.taxes.flatMap((each, index): TaxLine[] => {
    const isSameRate = ({ rate }: Tax) => compareAmounts(rate, each.rate) === 0;
    // Taxes of one rate are one line, named after the first of them that applies.
    const applies = (of: number) => isSameRate(tax.taxes[of]!) && !isZero(bases[of]!);
    if (!applies(index) || bases.findIndex((_base, of) => applies(of)) !== index) return [];
    const base = roundAmount(sum(bases.filter((_base, of) => applies(of))), places);
    if (isZero(base) || isZero(each.rate)) return [];
    const amount = tax.isIncluded ? taxIn(base, each.rate, places) : share(base, each.rate);
    return [{ ...each, net: tax.isIncluded ? difference(base, amount) : base, amount }];
  });
  const totalTaxAmount = roundAmount(sum(taxLines.map(({ amount }) => amount)), places);
  const gross = sum([net, totalChargeAmount]);
  return {
    subTotalAmount,
    totalDiscountAmount,
    totalChargeAmount,
    totalTaxAmount,
    totalAmount: tax.isIncluded ? gross : sum([gross, totalTaxAmount]),
    taxLines,
  };
}

/** Returns the amount that each tax applies to, in the order of the taxes. */
function basesOf(
  parts: readonly Part[],
  { taxes, isServiceTaxed }: TaxTerms,
  discount: Amount,
  charge: Amount,
): readonly Amount[] {
  const shares = spreadDiscount(
    discount,
    parts.map(({ amount }) => amount),
  );
  const bases: Amount[] = taxes.map(() => zero);
  for (const [index, { amount, tax }] of parts.entries())
    bases[tax] = sum([bases[tax]!, difference(amount, shares[index]!)]);
  if (!isServiceTaxed || isZero(charge)) return bases;
  const charges = spreadDiscount(charge, bases);
  return bases.map((base, index) => sum([base, charges[index]!]));
}

function taxIn(base: Amount, rate: Amount, places: number): Amount {
  const fraction = new Decimal(rate);
  return roundAmount(new Decimal(base).times(fraction).dividedBy(fraction.plus(1)), places);
}

/** Splits a line into the rest and one part for each option with another tax than its dish. */
function partsOf({ quantity, taxId, orderItemModifiers, ...line }: TaxedLine, taxes: readonly Tax[]): Part[] {
  const { itemWithAdjustmentAmount: amount = zero } = line;
  const places = placesOf(amount);
  const placeOf = (id: string | undefined) =>
    Math.max(
      0,
      taxes.findIndex((tax) => tax.id === id),
    );
  const tax = placeOf(taxId);
  const options = orderItemModifiers
    .map((option) => ({ ...option, tax: placeOf(option.taxId ?? taxId) }))
    .filter((option) => option.tax !== tax && option.quantity > 0)
    .map((option) => {
      const each = new Decimal(option.price ?? 0).times(option.quantity);
      return { amount: roundAmount(each.times(quantity), places), tax: option.tax };
    });
  if (options.length === 0) return [{ amount, tax }];
  const rest = difference(amount, sum(options.map((each) => each.amount)));
  return [{ amount: rest, tax }, ...options];
}
