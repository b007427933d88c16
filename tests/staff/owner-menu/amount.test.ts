import { expect, test } from 'vitest';
import { parseTypedAmount } from '#staff/owner/menu/draft/amount.ts';

test.each([
  ['12.5', 2, '12.50'],
  ['12,50', 2, '12.50'],
  ['１２．５０', 2, '12.50'],
  [' 0 ', 2, '0.00'],
  ['007', 0, '7'],
  ['120', 0, '120'],
  ['120.00', 0, '120'],
  ['12.', 2, '12.00'],
  ['1.250', 3, '1.250'],
  ['123456789', 0, '123456789'],
])('%s with %d decimals is %s', (text, decimals, amount) => {
  expect(parseTypedAmount(text, decimals)).toEqual({ kind: 'amount', amount });
});

test.each([
  ['', 2, 'missing'],
  ['-1', 2, 'negative'],
  ['−1', 2, 'negative'],
  ['free', 2, 'noAmount'],
  ['1,250', 2, 'noAmount'],
  ['$12', 2, 'noAmount'],
  ['1e3', 2, 'noAmount'],
  ['1234567890', 0, 'tooMany'],
  ['12.345', 2, 'tooFine'],
  ['12.5', 0, 'tooFine'],
])('"%s" with %d decimals is wrong: %s', (text, decimals, why) => {
  expect(parseTypedAmount(text, decimals)).toEqual({ kind: 'wrong', why });
});
