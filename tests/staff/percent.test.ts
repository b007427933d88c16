import { expect, test } from 'vitest';
import { toFraction, toPercent } from '#staff/fields/percent.ts';

// CX27
test.each([
  ['0.08875', '8.875'],
  ['0.05', '5'],
  ['0.1', '10'],
  ['0', '0'],
  ['1', '100'],
  ['0.000001', '0.0001'],
])('%s is %s percent, and back', (fraction, percent) => {
  expect(toPercent(fraction)).toBe(percent);
  expect(toFraction(percent)).toBe(fraction);
});

test.each([
  ['8,875', '0.08875'],
  [' 5 % ', '0.05'],
  ['５．５％', '0.055'],
  ['five', 'five'],
  ['-1', '-1'],
  ['100.1', '1.001'],
  ['', ''],
])('typed as “%s” it is sent as “%s”', (typed, fraction) => expect(toFraction(typed)).toBe(fraction));
