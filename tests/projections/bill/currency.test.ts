import { expect, test } from 'vitest';
import { getUsualDecimals } from '#projections/bill/currency.ts';

test.each([
  ['USD', 2],
  ['EUR', 2],
  ['TWD', 0],
  ['twd', 0],
  ['HUF', 0],
  ['JPY', 0],
  ['KRW', 0],
  ['CHF', 2],
  ['KWD', 3],
  // The unit of account of Chile has four decimals, more than a restaurant can have.
  ['CLF', 3],
  ['', 2],
  ['dollars', 2],
])('%s is used with %s decimals', (currency, decimals) => expect(getUsualDecimals(currency)).toBe(decimals));
