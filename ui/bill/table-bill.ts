import type { BillLine, Part, Sharing } from '#projections/bill/split.ts';
import type { Amount } from '#projections/bill/money.ts';

export interface BillDiner {
  readonly userId: string;
  readonly name: string;
  readonly mine: boolean;
}

export interface NamedLine extends BillLine {
  readonly name: string;
  readonly quantity: number;
  /** Quantity of one step of a dish that is sold by weight, such as "100 g". */
  readonly unitLabel?: string | undefined;
}

/** A bill that can be split. */
export interface TableBill {
  /** The reader comes first. */
  readonly diners: readonly BillDiner[];
  readonly lines: readonly NamedLine[];
  /** Signed, for the whole table. */
  readonly charges: readonly Amount[];
  /** The table's number of guests, 0 if unknown. */
  readonly guests: number;
  /** ISO 4217 */
  readonly currency: string;
  /** Tax and service charge are not yet included. */
  readonly isBeforeCharges: boolean;
}

/** The shared dishes, which are the same on every phone at the table. */
export interface SharedSplit {
  readonly sharing: Sharing;
  onShare(lineId: string, sharers: readonly string[]): void;
}

/** A row of the result: one diner, or several people who pay the same amount. */
export interface PartRow {
  readonly key: string;
  readonly who: string;
  readonly diner: BillDiner | undefined;
  readonly amount: Amount;
}

/** Adds the diner's name to each part. */
export function nameParts(parts: readonly Part[], diners: readonly BillDiner[]): PartRow[] {
  return parts.map(({ userId, amount }) => {
    const diner = diners.find((each) => each.userId === userId);
    return { key: userId, who: diner?.name ?? '', diner, amount };
  });
}

/** Groups equal parts by amount. There are at most two rows, because a rest of a few cents is spread over some people. */
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
