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
  calculateDifference,
  isZero,
  countPlaces,
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
export interface TaxedLine extends TaxedItem {
  readonly quantity: number;
  readonly itemWithAdjustmentAmount?: Amount | undefined;
}

interface TaxedItem {
  readonly taxId?: string | undefined;
  readonly orderItemModifiers: readonly {
    readonly quantity: number;
    readonly price?: Amount | undefined;
    readonly taxId?: string | undefined;
  }[];
}

/** A part of a line, or a whole one, with one tax. `line` and `tax` are their places in the lists. */
interface Part {
  readonly line: number;
  readonly tax: number;
  readonly amount: Amount;
}

/** The charge for a part: its amount after discount, with its share of the service charge and of a tax on top. */
export interface ChargedPart {
  /** undefined: a service charge on a bill without lines. */
  readonly line: number | undefined;
  /** undefined: it has no tax. */
  readonly rate: Amount | undefined;
  readonly amount: Amount;
}

/** The tax of a bill at one rate. */
export interface TaxLine extends Tax {
  /** The taxed amount, without the tax. */
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

export interface BillTerms {
  readonly tax: TaxTerms;
  readonly service: ServiceCharge;
  /** At most the sum of the lines counts. */
  readonly discount: Amount;
  /** The decimals of the amounts, for a bill without lines. */
  readonly decimals: number;
}

export function calculateBillTotals(lines: readonly TaxedLine[], terms: BillTerms): BillTotals {
  return assess(lines, terms).totals;
}

/** Returns the charge for each part. The parts add up to the total. */
export function listChargedParts(lines: readonly TaxedLine[], terms: BillTerms): ChargedPart[] {
  const { totals, parts, charges } = assess(lines, terms);
  const { isIncluded, isServiceTaxed, taxes } = terms.tax;
  const nets = parts.map(({ amount }) => amount);
  const rates = parts.map(({ tax }) => taxes[tax]!.rate);
  const withCharge = addShares(
    nets,
    taxes.map((_tax, n) => spreadOver(charges[n]!, nets, (place) => parts[place]!.tax === n)),
  );
  const charged = isIncluded
    ? withCharge
    : addShares(
        withCharge,
        totals.taxLines.map(({ rate, amount }) =>
          spreadOver(amount, withCharge, (place) => compareAmounts(rates[place]!, rate) === 0),
        ),
      );
  const taxed = parts.map(({ line }, n) => ({
    line,
    rate: isZero(rates[n]!) ? undefined : rates[n]!,
    amount: charged[n]!,
  }));
  const untaxed = isServiceTaxed ? [] : spreadOver(totals.totalChargeAmount, nets, () => true);
  const all: ChargedPart[] = [
    ...taxed,
    ...untaxed.map((amount, n) => ({ line: parts[n]!.line, rate: undefined, amount })),
  ];
  const rest = calculateDifference(totals.totalAmount, sum(all.map(({ amount }) => amount)));
  return isZero(rest) ? all : [...all, { line: undefined, rate: undefined, amount: rest }];
}

function addShares(amounts: readonly Amount[], shares: readonly (readonly Amount[])[]): Amount[] {
  return amounts.map((amount, n) => sum([amount, ...shares.map((each) => each[n]!)]));
}

/** Spreads an amount over some of the parts. The others get nothing. */
function spreadOver(
  amount: Amount,
  parts: readonly Amount[],
  isOneOf: (place: number) => boolean,
): readonly Amount[] {
  const places = parts.flatMap((_part, place) => (isOneOf(place) ? place : []));
  const shares = spreadDiscount(
    amount,
    places.map((place) => parts[place]!),
  );
  const byPlace = new Map(places.map((place, n) => [place, shares[n]!]));
  return parts.map((_part, place) => byPlace.get(place) ?? zero);
}

interface Assessed {
  readonly totals: BillTotals;
  /** After discount. */
  readonly parts: readonly Part[];
  /** The taxed service charge, by tax. */
  readonly charges: readonly Amount[];
}

function assess(lines: readonly TaxedLine[], { tax, service, discount, decimals }: BillTerms): Assessed {
  const ordered = lines.flatMap((line, place) => splitLine(line, place, tax.taxes));
  const subTotalAmount = sum([roundAmount(zero, decimals), ...ordered.map(({ amount }) => amount)]);
  const places = countPlaces(subTotalAmount);
  const totalDiscountAmount =
    compareAmounts(discount, subTotalAmount) < 0 ? roundAmount(discount, places) : subTotalAmount;
  const net = calculateDifference(subTotalAmount, totalDiscountAmount);
  const totalChargeAmount = 'amount' in service ? service.amount : share(net, service.rate);
  const parts = takeOffDiscount(ordered, totalDiscountAmount);
  const nets = tax.taxes.map((_tax, n) => sum([zero, ...listAmounts(parts, n)]));
  const charges = spreadDiscount(tax.isServiceTaxed ? totalChargeAmount : zero, nets);
  const bases = nets.map((each, n) => sum([each, charges[n]!]));
  const taxLines = tax.taxes.flatMap((each, index): TaxLine[] => {
    const isSameRate = ({ rate }: Tax) => compareAmounts(rate, each.rate) === 0;
    // Taxes of one rate are one line, named after the first of them that applies.
    const isApplied = (of: number) => isSameRate(tax.taxes[of]!) && !isZero(bases[of]!);
    if (!isApplied(index) || bases.findIndex((_base, of) => isApplied(of)) !== index) return [];
    const base = roundAmount(sum(bases.filter((_base, of) => isApplied(of))), places);
    if (isZero(base) || isZero(each.rate)) return [];
    const amount = tax.isIncluded ? calculateIncludedTax(base, each.rate) : share(base, each.rate);
    return [{ ...each, net: tax.isIncluded ? calculateDifference(base, amount) : base, amount }];
  });
  const totalTaxAmount = roundAmount(sum(taxLines.map(({ amount }) => amount)), places);
  const gross = sum([net, totalChargeAmount]);
  const totals = {
    subTotalAmount,
    totalDiscountAmount,
    totalChargeAmount,
    totalTaxAmount,
    totalAmount: tax.isIncluded ? gross : sum([gross, totalTaxAmount]),
    taxLines,
  };
  return { totals, parts, charges };
}

function takeOffDiscount(parts: readonly Part[], discount: Amount): Part[] {
  const shares = spreadDiscount(
    discount,
    parts.map(({ amount }) => amount),
  );
  return parts.map((part, n) => ({ ...part, amount: calculateDifference(part.amount, shares[n]!) }));
}

function listAmounts(parts: readonly Part[], tax: number): Amount[] {
  return parts.flatMap((part) => (part.tax === tax ? part.amount : []));
}

/** Returns the tax that an amount contains. */
export function calculateIncludedTax(amount: Amount, rate: Amount): Amount {
  const fraction = new Decimal(rate);
  const tax = new Decimal(amount).times(fraction).dividedBy(fraction.plus(1));
  return roundAmount(tax, countPlaces(amount));
}

/** Returns the rates of a dish and its options, each once. */
export function listRates({ taxId, orderItemModifiers }: TaxedItem, { taxes }: TaxTerms): Amount[] {
  const options = orderItemModifiers.filter(({ quantity }) => quantity > 0);
  const ids = [taxId, ...options.map((option) => option.taxId ?? taxId)];
  return [...new Set(ids.map((id) => taxes[placeOfTax(taxes, id)]!.rate))];
}

/** An unknown tax counts as the first one. */
function placeOfTax(taxes: readonly Tax[], id: string | undefined): number {
  return Math.max(
    0,
    taxes.findIndex((tax) => tax.id === id),
  );
}

/** Splits a line into the rest and one part for each option with another tax than its dish. */
function splitLine(
  { quantity, taxId, orderItemModifiers, itemWithAdjustmentAmount: amount = zero }: TaxedLine,
  line: number,
  taxes: readonly Tax[],
): Part[] {
  const places = countPlaces(amount);
  const placeOf = (id: string | undefined) => placeOfTax(taxes, id);
  const tax = placeOf(taxId);
  const options = orderItemModifiers
    .map((option) => ({ ...option, tax: placeOf(option.taxId ?? taxId) }))
    .filter((option) => option.tax !== tax && option.quantity > 0)
    .map((option) => {
      const each = new Decimal(option.price ?? 0).times(option.quantity);
      return { line, tax: option.tax, amount: roundAmount(each.times(quantity), places) };
    });
  if (options.length === 0) return [{ line, tax, amount }];
  const rest = calculateDifference(amount, sum(options.map((each) => each.amount)));
  return [{ line, tax, amount: rest }, ...options];
}
