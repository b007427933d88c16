/**
 * Rounds amounts that are paid in cash to the smallest coin of a currency.
 *
 * Example: a bill of 12.32 Swiss francs is paid by card with 12.32, and in cash with 12.30. The rounding is −0.02. It is no
 * part of the bill, so taxes and totals stay the same.
 */
import { Decimal } from 'decimal.js';
import { compareAmounts, calculateDifference, countPlaces, roundAmount, zero, type Amount } from './money.ts';

export interface CashCoin {
  readonly coin: Amount;
  /** An amount in the middle of two coins is rounded down. Otherwise it is rounded up. */
  readonly isHalfDown?: boolean;
}

/**
 * Currencies whose smallest coin is larger than their smallest amount.
 *
 * - Five hundredths and fifty hundredths: CLDR 45, `supplemental/currencyData`, `_cashRounding`.
 * - Whole units: the same, `_cashDigits` 0.
 * - AUD: Reserve Bank of Australia; one and two cents were withdrawn in 1992.
 * - NZD: Reserve Bank of New Zealand; five cents were withdrawn in 2006, and most shops round five cents down.
 * - HUF: Magyar Nemzeti Bank, Act III of 2008; the smallest coin is five forints.
 */
const coins: ReadonlyMap<string, CashCoin> = new Map([
  ...['AUD', 'CAD', 'CHF'].map((currency) => [currency, { coin: '0.05' }] as const),
  ['NZD', { coin: '0.10', isHalfDown: true }],
  ['DKK', { coin: '0.50' }],
  ['HUF', { coin: '5' }],
  ...['AMD', 'COP', 'CRC', 'CZK', 'GYD', 'IDR', 'MNT', 'MUR', 'NOK', 'PKR', 'SEK', 'TWD', 'TZS', 'UZS'].map(
    (currency) => [currency, { coin: '1' }] as const,
  ),
]);

/**
 * Returns the smallest coin, or undefined if cash is not rounded.
 * @param own the restaurant's own smallest coin, such as 0.05 for euros in the Netherlands
 */
export function findCashCoin(currency: string, own?: Amount): CashCoin | undefined {
  if (own === undefined) return coins.get(currency.toUpperCase());
  return compareAmounts(own, zero) > 0 ? { coin: own } : undefined;
}

/** Returns by how much cash differs from the amount: −0.02 if 12.32 are paid with 12.30. */
export function calculateCashRounding(amount: Amount, cash: CashCoin | undefined): Amount {
  const places = countPlaces(amount);
  if (!cash) return roundAmount(zero, places);
  const mode = cash.isHalfDown ? Decimal.ROUND_HALF_DOWN : Decimal.ROUND_HALF_UP;
  const rounded = roundAmount(new Decimal(amount).toNearest(cash.coin, mode), places);
  return roundAmount(calculateDifference(rounded, amount), places);
}
