/** The decimals with which a currency is used. */

/**
 * Currencies whose prices, bills and cash are whole numbers, although ISO 4217 lists two decimals. The source is CLDR, which
 * gives their cash amounts no digits (`supplemental/currencyData`, `_cashDigits`).
 */
const wholeInPractice = /^(TWD|HUF)$/i;

/** Most decimals that a restaurant can have. */
const mostDecimals = 3;

/**
 * The usual decimals of a currency, 0 to 3. A new restaurant starts with them and may choose others.
 * @param currency ISO 4217, in any case. Two decimals if it is no currency code
 */
export function getUsualDecimals(currency: string): number {
  if (wholeInPractice.test(currency)) return 0;
  if (!/^[A-Z]{3}$/i.test(currency)) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return Math.min(mostDecimals, format.resolvedOptions().maximumFractionDigits ?? 2);
}
