/** Reads amounts and percentages as people type them. Pure. */
import { compareAmounts, hasFittingPlaces, zero } from '#projections/bill/money.ts';

/**
 * Reads a positive amount as decimal text. Full-width digits and a decimal comma are allowed. Returns undefined for any
 * other text.
 * @param places the decimals of the order's amounts
 */
export function parseTypedAmount(text: string, places: number): string | undefined {
  const typed = toPlainNumber(text);
  // A comma before three digits could be a thousands separator.
  const isAmount = /^\d{1,9}(?:\.\d{1,3})?$/.test(typed) && !/,\d{3}$/.test(text.trim());
  return isAmount && hasFittingPlaces(typed, places) && compareAmounts(typed, zero) > 0 ? typed : undefined;
}

/** Reads a percentage above 0 and up to 100. Returns undefined for any other text. */
export function parseTypedPercent(text: string): number | undefined {
  const typed = toPlainNumber(text);
  const percent = Number(typed);
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && percent > 0 && percent <= 100 ? percent : undefined;
}

/** Formats an amount (decimal text) for a text field, for example "12.50" or "120". */
export function toInput(amount: string): string {
  return amount.replace(/\.0+$/, '');
}

function toPlainNumber(text: string): string {
  return text.normalize('NFKC').trim().replace(',', '.');
}
