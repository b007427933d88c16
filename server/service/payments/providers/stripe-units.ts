/**
 * Stripe takes whole numbers of a currency's smallest unit: https://docs.stripe.com/currencies. Its units differ from the
 * decimals that people use: an amount of NT$100 is 10000.
 */
import { Decimal } from 'decimal.js';

const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ');
/** Sent in hundredths for compatibility, but only whole amounts are allowed. */
const inWholeHundreds = 'ISK UGX'.split(' ');

function getDecimals(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0;
  return withThreeDecimals.includes(currency) ? 3 : 2;
}

/** The units of an amount as text; undefined if Stripe cannot take this amount. */
export function toStripeUnits(amount: string, currency: string): string | undefined {
  const code = currency.toUpperCase();
  const units = new Decimal(amount).times(new Decimal(10).pow(getDecimals(code)));
  const step = inWholeHundreds.includes(code) ? 100 : withThreeDecimals.includes(code) ? 10 : 1;
  return units.isInteger() && units.mod(step).isZero() ? units.toFixed(0) : undefined;
}

export function convertFromStripeUnits(units: number, currency: string): string {
  const decimals = getDecimals(currency.toUpperCase());
  return new Decimal(units).div(new Decimal(10).pow(decimals)).toFixed(decimals);
}
