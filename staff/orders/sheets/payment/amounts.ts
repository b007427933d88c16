/** Amounts and shares as people type them. Pure. */
import { compareAmounts, decimalPlaces, zero } from '#projections/bill/money.ts';
import { coinPlaces } from '#ui/bill/table-bill.ts';

/** Decimal text of an amount above 0, as the contract has it; undefined: it is none. Full-width digits and a comma will do. */
export function typedAmount(text: string, currency: string): string | undefined {
  const typed = plain(text);
  const parts = /^\d{1,9}(?:\.(\d+))?$/.exec(typed);
  const isFine = (parts?.[1]?.length ?? 0) <= Math.max(decimalPlaces, coinPlaces(currency));
  // A comma before three digits may stand between thousands.
  return parts && isFine && !/,\d{3}$/.test(text.trim()) && compareAmounts(typed, zero) > 0
    ? typed
    : undefined;
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
