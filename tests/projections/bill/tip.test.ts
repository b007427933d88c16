import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundAmount, sum } from '#projections/bill/money.ts';
import { calculateBillTotals } from '#projections/bill/taxes.ts';
import { calculateTipBase, calculateTip } from '#projections/bill/tip.ts';
import { forAllOften } from '#tests/properties/for-all.ts';

// CV15
test('a percentage is exact to the coin, half-even; without decimals it is whole', () => {
  expect(calculateTip('4.72', 15)).toBe('0.71');
  expect(calculateTip('0.50', 15)).toBe('0.08');
  expect(calculateTip('1.50', 15)).toBe('0.22');
  expect(calculateTip('333.00', 10, 0)).toBe('33.00');
  expect(calculateTip('335.00', 10, 0)).toBe('34.00');
});

test('the base is the payment’s part of the dishes, before tax and service, after discounts', () => {
  const onTop = {
    subTotalAmount: '10.00',
    totalDiscountAmount: '2.00',
    totalChargeAmount: '0.80',
    totalTaxAmount: '0.88',
    totalAmount: '9.68',
  };
  expect([calculateTipBase('9.68', onTop), calculateTipBase('4.84', onTop)]).toEqual(['8.00', '4.00']);
  const inside = { ...onTop, totalTaxAmount: '1.40', totalAmount: '8.80', taxTerms: { isIncluded: true } };
  // 8.80 contains 1.40 of tax, so 8.00 of dishes contain 1.27.
  expect(calculateTipBase('8.80', inside)).toBe('6.73');
  expect(calculateTipBase('5.00', {}), 'a bill without totals').toBe('5.00');
  expect(calculateTipBase('0.00', { subTotalAmount: '0.00', totalAmount: '0.00' })).toBe('0.00');
});

test('the bases of all parts of a bill are its dishes, to half a coin for each part', () => {
  const cents = fc.integer({ min: 0, max: 50_000 });
  forAllOften(
    fc.record({
      price: cents,
      discount: cents,
      rate: fc.constantFrom('0', '0.05', '0.08875', '0.19'),
      isIncluded: fc.boolean(),
      service: fc.constantFrom('0', '0.1', '0.18'),
    }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 }),
    ({ price, discount, rate, isIncluded, service }, weights) => {
      const taxTerms = { taxes: [{ id: 't', name: 'Tax', rate }], isIncluded, isServiceTaxed: true };
      const line = {
        quantity: 1,
        orderItemModifiers: [],
        itemWithAdjustmentAmount: (price / 100).toFixed(2),
      };
      const off = (Math.min(discount, price) / 100).toFixed(2);
      const totals = calculateBillTotals([line], {
        tax: taxTerms,
        service: { rate: service },
        discount: off,
        decimals: 2,
      });
      const total = Math.round(Number(totals.totalAmount) * 100);
      const all = weights.reduce((one, other) => one + other);
      let [paid, done] = [0, 0];
      const parts = weights.map((weight) => {
        done += weight;
        const part = Math.round((total * done) / all) - paid;
        paid += part;
        return (part / 100).toFixed(2);
      });
      const bill = { ...totals, taxTerms };
      const bases = sum(parts.map((part) => calculateTipBase(part, bill)));
      const whole = calculateTipBase(totals.totalAmount, bill);
      expect(Math.abs(Number(bases) - Number(whole)) * 100).toBeLessThanOrEqual(parts.length / 2 + 0.51);
      // Service and tax are no part of it.
      expect(Number(whole)).toBeLessThanOrEqual((price - Math.min(discount, price)) / 100);
      if (!isIncluded)
        expect(roundAmount(whole, 2)).toBe(((price - Math.min(discount, price)) / 100).toFixed(2));
    },
  );
});
