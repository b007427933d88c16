import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bestCoupon,
  couponDiscount,
  discountType,
  missingToThreshold,
  spreadDiscount,
  type CouponTerms,
} from '#projections/bill/coupon.ts';
import { compareAmounts, sum } from '#projections/bill/money.ts';
import { forAll } from '#tests/properties/for-all.ts';

const terms = (discountValue: string, more: Partial<CouponTerms> = {}): CouponTerms => ({
  discountType: discountType.amount,
  discountValue,
  thresholdAmount: '0.00',
  maxDiscountAmount: null,
  ...more,
});
const percent = (value: string, more: Partial<CouponTerms> = {}) =>
  terms(value, { discountType: discountType.percentage, ...more });

describe('what a coupon takes off', () => {
  test.each([
    ['an amount', terms('5'), '40.00', '5.00'],
    ['no more than there is', terms('5'), '3.20', '3.20'],
    ['nothing below its threshold', terms('5', { thresholdAmount: '40.00' }), '39.99', '0.00'],
    ['from its threshold on', terms('5', { thresholdAmount: '40.00' }), '40.00', '5.00'],
    ['a percentage, rounded half-even', percent('10'), '0.25', '0.02'],
    ['a percentage, rounded half-even', percent('10'), '0.35', '0.04'],
    ['at most its maximum', percent('50', { maxDiscountAmount: '12.00' }), '100.00', '12.00'],
    ['a fraction of a percent', percent('12.5'), '80.00', '10.00'],
  ])('%s', (_, coupon, subTotal, discount) => {
    expect(couponDiscount(coupon, subTotal)).toBe(discount);
  });

  test('what is missing to the threshold', () => {
    expect(missingToThreshold(terms('5', { thresholdAmount: '40.00' }), '31.50')).toBe('8.50');
    expect(missingToThreshold(terms('5', { thresholdAmount: '40.00' }), '40.00')).toBe('0.00');
  });

  test('the best is the one that takes off most; of equal ones the first; none when none takes off anything', () => {
    const [five, tenth, big] = [terms('5'), percent('10'), terms('20', { thresholdAmount: '100.00' })];
    expect(bestCoupon([five, tenth, big], '30.00')).toBe(five);
    expect(bestCoupon([five, tenth, big], '60.00')).toBe(tenth);
    expect(bestCoupon([five, tenth, big], '100.00')).toBe(big);
    expect(bestCoupon([five, tenth], '50.00')).toBe(five);
    expect(bestCoupon([big], '99.99')).toBeUndefined();
    expect(bestCoupon([], '99.99')).toBeUndefined();
  });
});

test('a discount shared out over lines adds up to the cent, and each bears its share to the cent', () => {
  const amount = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
  forAll(
    fc.array(amount, { minLength: 1, maxLength: 30 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (amounts, part) => {
      const total = sum(amounts);
      const discount = (Number(total) * part).toFixed(2);
      fc.pre(compareAmounts(discount, total) <= 0);
      const shares = spreadDiscount(discount, amounts);
      expect(sum(shares)).toBe(compareAmounts(total, '0') > 0 ? discount : '0.00');
      for (const [index, borne] of shares.entries()) {
        expect(compareAmounts(borne, '0')).toBeGreaterThanOrEqual(0);
        const exact = (Number(discount) * Number(amounts[index])) / Number(total);
        expect(Math.abs(Number(borne) - (exact || 0))).toBeLessThan(0.0101);
      }
    },
  );
});
