import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCashCoin, calculateCashRounding } from '#projections/bill/cash.ts';
import { sum } from '#projections/bill/money.ts';
import { forAllOften } from '#tests/properties/for-all.ts';

test.each([
  ['CHF', '12.32', '-0.02'],
  ['CHF', '12.33', '0.02'],
  ['CHF', '12.35', '0.00'],
  ['CHF', '0.02', '-0.02'],
  ['CAD', '9.98', '0.02'],
  ['AUD', '9.97', '-0.02'],
  ['NZD', '9.95', '-0.05'],
  ['NZD', '9.96', '0.04'],
  ['DKK', '100.24', '-0.24'],
  ['DKK', '100.25', '0.25'],
  ['DKK', '100.75', '0.25'],
  ['SEK', '99.49', '-0.49'],
  ['NOK', '99.50', '0.50'],
  ['CZK', '99.50', '0.50'],
  ['HUF', '1232', '-2'],
  ['HUF', '1233', '2'],
  ['HUF', '1232.40', '-2.40'],
  ['TWD', '120', '0'],
  ['TWD', '120.50', '0.50'],
  ['USD', '12.32', '0.00'],
  ['KWD', '1.234', '0.000'],
])('%s: %s in cash differs by %s', (currency, amount, rounding) =>
  expect(calculateCashRounding(amount, findCashCoin(currency))).toBe(rounding),
);

test('the coin of the restaurant replaces that of the currency; a coin of 0 means no rounding', () => {
  expect(calculateCashRounding('12.32', findCashCoin('EUR'))).toBe('0.00');
  expect(calculateCashRounding('12.32', findCashCoin('eur', '0.05'))).toBe('-0.02');
  expect(calculateCashRounding('12.32', findCashCoin('CHF', '0'))).toBe('0.00');
});

test('cash is the nearest number of coins, with the decimals of the amount', () => {
  const currencies = fc.constantFrom('CHF', 'NZD', 'DKK', 'SEK', 'HUF', 'TWD', 'USD');
  forAllOften(currencies, fc.integer({ min: 0, max: 99_999 }), (currency, cents) => {
    const amount = (cents / 100).toFixed(2);
    const coin = Math.round(Number(findCashCoin(currency)?.coin ?? '0.01') * 100);
    const cash = Math.round(
      Number(sum([amount, calculateCashRounding(amount, findCashCoin(currency))])) * 100,
    );
    expect(cash % coin).toBe(0);
    expect(Math.abs(cash - cents) * 2).toBeLessThanOrEqual(coin);
  });
});
