import { expect, test } from 'vitest';
import { tipOf } from '#projections/bill/tip.ts';

// D15
test('a percentage is exact to the coin, half-even; where there are no cents it is a whole one', () => {
  expect(tipOf('4.72', 15)).toBe('0.71');
  expect(tipOf('0.50', 15)).toBe('0.08');
  expect(tipOf('1.50', 15)).toBe('0.22');
  expect(tipOf('333.00', 10, 0)).toBe('33.00');
  expect(tipOf('335.00', 10, 0)).toBe('34.00');
});
