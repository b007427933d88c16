import { expect, test } from 'vitest';
import { tipBase, tipOf } from '#projections/bill/tip.ts';

// D15
test('a percentage is exact to the coin, half-even; where there are no cents it is a whole one', () => {
  expect(tipOf('4.72', 15)).toBe('0.71');
  expect(tipOf('0.50', 15)).toBe('0.08');
  expect(tipOf('1.50', 15)).toBe('0.22');
  expect(tipOf('333.00', 10, 0)).toBe('33.00');
  expect(tipOf('335.00', 10, 0)).toBe('34.00');
});

test('the base is the payment’s part of the dishes, before tax and service, after discounts', () => {
  const onTop = {
    subTotalAmount: '10.00',
    totalDiscountAmount: '2.00',
    totalChargeAmount: '0.80',
    totalTaxAmount: '0.88',
    totalAmount: '9.68',
  };
  expect([tipBase('9.68', onTop), tipBase('4.84', onTop)]).toEqual(['8.00', '4.00']);
  const inside = { ...onTop, totalTaxAmount: '1.40', totalAmount: '8.80', taxTerms: { isIncluded: true } };
  // 8.80 contains 1.40 of tax, so 8.00 of dishes contain 1.27.
  expect(tipBase('8.80', inside)).toBe('6.73');
  expect(tipBase('5.00', {}), 'a bill without totals').toBe('5.00');
  expect(tipBase('0.00', { subTotalAmount: '0.00', totalAmount: '0.00' })).toBe('0.00');
});
