/** Reads amounts and percentages as people type them. Pure. */
import { compareAmounts, decimalPlaces, zero } from '#projections/bill/money.ts';
import { getCoinPlaces } from '#ui/bill/table-bill.ts';

/**
 * Reads a positive amount as decimal text, or undefined if it is invalid. Full-width digits and a decimal comma are
 * accepted.
 */
export function typedAmount(text: string, currency: string): string | undefined {
  const typed = plain(text);
  const parts = /^\d{1,9}(?:\.(\d+))?$/.exec(typed);
  const isFine = (parts?.[1]?.length ?? 0) <= Math.max(decimalPlaces, getCoinPlaces(currency));
  // A comma before three digits could be a thousands separator.
  return parts && isFine && !/,\d{3}$/.test(text.trim()) && compareAmounts(typed, zero) > 0
    ? typed
    : undefined;
}

/** Reads a percentage above 0 and up to 100, or undefined if it is invalid. */
export function typedPercent(text: string): number | undefined {
  const typed = plain(text);
  const percent = Number(typed);
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && percent > 0 && percent <= 100 ? percent : undefined;
}

/** Formats an amount (decimal text) for a text field, for example "12.50" or "120". */
export function toInput(amount: string): string {
  return amount.replace(/\.0+$/, '');
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().replace(',', '.');
}
