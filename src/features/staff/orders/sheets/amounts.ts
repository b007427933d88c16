/** Amounts and shares as people type them. Pure. */
import { compareAmounts, zero } from '#projections/bill/money.ts';

/** Decimal text of an amount above 0, as the contract has it; undefined: it is none. Full-width digits and a comma will do. */
export function typedAmount(text: string): string | undefined {
  const typed = plain(text);
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) && compareAmounts(typed, zero) > 0 ? typed : undefined;
}

/** More than 0, and 100 at most. */
export function typedPercent(text: string): number | undefined {
  const typed = plain(text);
  const percent = Number(typed);
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && percent > 0 && percent <= 100 ? percent : undefined;
}

/** An amount (decimal text) as somebody would type it: "12.50", but "120". */
export function asTyped(amount: string): string {
  return amount.replace(/\.0+$/, '');
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().replace(',', '.');
}
