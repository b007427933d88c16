import type { BillLine, Part, Sharing } from '#projections/bill/split.ts';
import { decimalPlaces, type Amount } from '#projections/bill/money.ts';

export interface BillDiner {
  readonly userId: string;
  readonly name: string;
  readonly mine: boolean;
}

export interface NamedLine extends BillLine {
  readonly name: string;
  readonly quantity: number;
  /** What one step of a weighed dish is. */
  readonly unitLabel?: string | undefined;
}

/** What there is to split, in words that diners know. */
export interface TableBill {
  /** Mine first. */
  readonly diners: readonly BillDiner[];
  readonly lines: readonly NamedLine[];
  /** Signed, for the whole table. */
  readonly charges: readonly Amount[];
  /** The table's number of guests, 0 when nobody has said. */
  readonly guests: number;
  /** ISO 4217 */
  readonly currency: string;
  /** Tax and service charge are still to come. */
  readonly isBeforeCharges: boolean;
}

/** Who shares what, as the whole table sees it. */
export interface SharedSplit {
  readonly sharing: Sharing;
  onShare(lineId: string, sharers: readonly string[]): void;
}

/** A line of the answer: a diner, or so many people who pay the same. */
export interface PartRow {
  readonly key: string;
  readonly who: string;
  readonly diner: BillDiner | undefined;
  readonly amount: Amount;
}

/** Each diner's part under their name. */
export function nameParts(parts: readonly Part[], diners: readonly BillDiner[]): PartRow[] {
  return parts.map(({ userId, amount }) => {
    const diner = diners.find((each) => each.userId === userId);
    return { key: userId, who: diner?.name ?? '', diner, amount };
  });
}

/** Equal parts as two lines at most: who pays the cent that is left over, and the others. */
export function countParts(amounts: readonly Amount[], wordsFor: (count: number) => string): PartRow[] {
  const counts = new Map<Amount, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return [...counts].map(([amount, count], index) => ({
    key: String(index),
    who: wordsFor(count),
    diner: undefined,
    amount,
  }));
}

/** Decimals of a currency's least coin; Taiwan has none below the dollar, whatever the standard says. */
export function getCoinPlaces(currency: string): number {
  if (currency === 'TWD') return 0;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? decimalPlaces;
}
