/** The coins and notes of currencies, the largest first, for counting a cash drawer. Other cash is counted as a sum. */
import type { Amount } from '#projections/bill/money.ts';

const cents = ['0.50', '0.20', '0.10', '0.05', '0.02', '0.01'];

const values: Readonly<Record<string, readonly Amount[]>> = {
  TWD: ['2000', '1000', '500', '200', '100', '50', '20', '10', '5', '1'],
  USD: ['100', '50', '20', '10', '5', '2', '1', '0.50', '0.25', '0.10', '0.05', '0.01'],
  EUR: ['500', '200', '100', '50', '20', '10', '5', '2', '1', ...cents],
  GBP: ['50', '20', '10', '5', '2', '1', ...cents],
  JPY: ['10000', '5000', '2000', '1000', '500', '100', '50', '10', '5', '1'],
  CHF: ['1000', '200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05'],
  HKD: ['1000', '500', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10'],
  CNY: ['100', '50', '20', '10', '5', '1', '0.50', '0.10'],
  SGD: ['1000', '100', '50', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05'],
  KRW: ['50000', '10000', '5000', '1000', '500', '100', '50', '10'],
  AUD: ['100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05'],
  CAD: ['100', '50', '20', '10', '5', '2', '1', '0.25', '0.10', '0.05'],
};

/** @param currency ISO 4217 @returns an empty list for other currencies */
export function listDenominations(currency: string): readonly Amount[] {
  return values[currency.toUpperCase()] ?? [];
}
