import { decimalPlaces } from '#projections/bill/money.ts';

/** Decimals of a currency's least coin; Taiwan has none below the dollar, whatever the standard says. */
export function coinPlaces(currency: string): number {
  if (currency === 'TWD') return 0;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return Math.min(format.resolvedOptions().maximumFractionDigits ?? decimalPlaces, decimalPlaces);
}
