/**
 * Recalculates a bill after refunds, as docs/money.md describes. Pure.
 *
 *   charge of each part ──► spread the refund over the remaining charges ──► tax of the remaining charges
 *
 * Example: beer for 3.00 at 19 % and soup for 7.00 at 7 %, tax included. A refund of 5.00 leaves 1.50 and 3.50, so the bill
 * contains 0.24 and 0.23 of tax instead of 0.48 and 0.46. A refund of the soup leaves the tax of the beer.
 */
import { Decimal } from 'decimal.js';
import { spreadDiscount } from './coupon.ts';
import {
  compareAmounts,
  calculateDifference,
  isZero,
  countPlaces,
  roundAmount,
  sum,
  zero,
  type Amount,
} from './money.ts';
import {
  calculateBillTotals,
  listChargedParts,
  calculateIncludedTax,
  type BillTerms,
  type BillTotals,
  type ChargedPart,
  type TaxedLine,
  type TaxLine,
} from './taxes.ts';

/** An amount that was paid back for some lines, by their places in the list. Without `lines` for the whole bill. */
export interface RefundedAmount {
  readonly amount: Amount;
  readonly lines?: readonly number[] | undefined;
}

export interface RefundedBill {
  readonly totals: BillTotals;
  /** By how much the bill shows each refund: without the tax on top that it takes off. */
  readonly shown: readonly Amount[];
  /** The remaining charge of each line. */
  readonly left: readonly Amount[];
}

/**
 * Calculates the bill after refunds.
 * @param refunds each refund as one or more amounts, in order of time, together at most the total. If the named lines cost
 *   less than the refund, the rest reduces the whole bill
 */
export function calculateBillAfterRefunds(
  lines: readonly TaxedLine[],
  terms: BillTerms,
  refunds: readonly (readonly RefundedAmount[])[],
): RefundedBill {
  const before = calculateBillTotals(lines, terms);
  const places = countPlaces(before.totalAmount);
  const add = (amounts: readonly Amount[]) => roundAmount(sum(amounts), places);
  const subtract = (from: Amount, less: Amount) => roundAmount(calculateDifference(from, less), places);
  let parts = listChargedParts(lines, terms);
  let { taxLines, totalTaxAmount, totalAmount } = before;
  const shown = refunds.map((refund) => {
    for (const amount of refund) parts = takeOff(parts, amount);
    const paid = add(refund.map(({ amount }) => amount));
    totalAmount = subtract(totalAmount, paid);
    taxLines = before.taxLines.flatMap((line) => recalculateTax(line, parts));
    const tax = add(taxLines.map(({ amount }) => amount));
    const lessTax = subtract(totalTaxAmount, tax);
    totalTaxAmount = tax;
    return terms.tax.isIncluded ? paid : subtract(paid, lessTax);
  });
  const left = lines.map((_line, place) =>
    add(parts.flatMap((part) => (part.line === place ? part.amount : []))),
  );
  return { totals: { ...before, taxLines, totalTaxAmount, totalAmount }, shown, left };
}

/**
 * Returns the amount that was paid for some pieces of a line.
 * @param left the remaining charge of the line
 * @param most the pieces that are not refunded yet
 */
export function calculatePaidForPieces(left: Amount, pieces: number, most: number): Amount {
  if (most <= 0) return roundAmount(zero, countPlaces(left));
  return roundAmount(new Decimal(left).times(pieces).dividedBy(most), countPlaces(left));
}

function takeOff(parts: readonly ChargedPart[], { amount, lines }: RefundedAmount): ChargedPart[] {
  const isOfLines = ({ line }: ChargedPart) =>
    lines === undefined || (line !== undefined && lines.includes(line));
  const amounts = parts.map((part) => (isOfLines(part) ? part.amount : zero));
  const available = sum(amounts);
  const taken = compareAmounts(amount, available) < 0 ? amount : available;
  const shares = spreadDiscount(taken, amounts);
  const left = parts.map((part, n) => ({ ...part, amount: calculateDifference(part.amount, shares[n]!) }));
  const rest = calculateDifference(amount, taken);
  return isZero(rest) || lines === undefined ? left : takeOff(left, { amount: rest });
}

/** Recalculates a tax line from the remaining charges at its rate. Leaves it out if nothing remains. */
function recalculateTax(line: TaxLine, parts: readonly ChargedPart[]): TaxLine[] {
  const isOfLine = ({ rate }: ChargedPart) => rate !== undefined && compareAmounts(rate, line.rate) === 0;
  const left = roundAmount(sum(parts.filter(isOfLine).map(({ amount }) => amount)), countPlaces(line.amount));
  if (isZero(left)) return [];
  const amount = calculateIncludedTax(left, line.rate);
  return [{ ...line, net: calculateDifference(left, amount), amount }];
}
