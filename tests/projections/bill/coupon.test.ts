import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseBestCoupon,
  calculateCouponDiscount,
  discountType,
  calculateMissingAmount,
  spreadDiscount,
  type CouponTerms,
} from '#projections/bill/coupon.ts';
import { compareAmounts, sum } from '#projections/bill/money.ts';
import { forAll } from '#tests/properties/for-all.ts';

const createTerms = (discountValue: string, more: Partial<CouponTerms> = {}): CouponTerms => ({
  discountType: discountType.amount,
  discountValue,
  thresholdAmount: '0.00',
  maxDiscountAmount: null,
  ...more,
});
const createPercentTerms = (value: string, more: Partial<CouponTerms> = {}) =>
  createTerms(value, { discountType: discountType.percentage, ...more });
/** The first round of a bill. */
const createFirstRound = (round: string) => ({ round, before: '0.00' });

describe('the amount that a coupon takes off', () => {
  test.each([
    ['an amount', createTerms('5'), '40.00', '5.00'],
    ['no more than there is', createTerms('5'), '3.20', '3.20'],
    ['nothing below its threshold', createTerms('5', { thresholdAmount: '40.00' }), '39.99', '0.00'],
    ['from its threshold on', createTerms('5', { thresholdAmount: '40.00' }), '40.00', '5.00'],
    ['a percentage, rounded half-even', createPercentTerms('10'), '0.25', '0.02'],
    ['a percentage, rounded half-even', createPercentTerms('10'), '0.35', '0.04'],
    ['at most its maximum', createPercentTerms('50', { maxDiscountAmount: '12.00' }), '100.00', '12.00'],
    ['a fraction of a percent', createPercentTerms('12.5'), '80.00', '10.00'],
  ])('%s', (_, coupon, subTotal, discount) => {
    expect(calculateCouponDiscount(coupon, createFirstRound(subTotal))).toBe(discount);
  });

  test('the amount missing to the threshold', () => {
    expect(
      calculateMissingAmount(createTerms('5', { thresholdAmount: '40.00' }), createFirstRound('31.50')),
    ).toBe('8.50');
    expect(
      calculateMissingAmount(createTerms('5', { thresholdAmount: '40.00' }), createFirstRound('40.00')),
    ).toBe('0.00');
  });

  test('the best coupon takes off most; of equal ones the first; there is none if no coupon takes off anything', () => {
    const [five, tenth, big] = [
      createTerms('5'),
      createPercentTerms('10'),
      createTerms('20', { thresholdAmount: '100.00' }),
    ];
    expect(chooseBestCoupon([five, tenth, big], createFirstRound('30.00'))).toBe(five);
    expect(chooseBestCoupon([five, tenth, big], createFirstRound('60.00'))).toBe(tenth);
    expect(chooseBestCoupon([five, tenth, big], createFirstRound('100.00'))).toBe(big);
    expect(chooseBestCoupon([five, tenth], createFirstRound('50.00'))).toBe(five);
    expect(chooseBestCoupon([big], createFirstRound('99.99'))).toBeUndefined();
    expect(chooseBestCoupon([], createFirstRound('99.99'))).toBeUndefined();
  });
});

/** Reads terms as docs/operating.md writes them: `5.00 from 50.00, bill` or `10% at most 4.00` (CX6). */
function parseTerms(words: string): CouponTerms {
  const [, value = '', sign, from, atMost, bill] =
    /^([\d.]+)(%)?(?: from ([\d.]+))?(?: at most ([\d.]+))?(, bill)?$/.exec(words) ?? [];
  const more = { thresholdAmount: from ?? '0', maxDiscountAmount: atMost ?? null, spans: bill && 'bill' };
  return sign ? createPercentTerms(value, more) : createTerms(value, more);
}

// CX6
describe('a coupon on the whole bill', () => {
  const section = readFileSync('docs/operating.md', 'utf8').split('\n## Coupons\n')[1]!.split('\n## ')[0]!;
  const rows = [...section.matchAll(/^\| (\d.*?) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)];
  const examples = rows.map(([, ...cells]) => cells as [string, string, string, string]);

  test('stands in examples', () => expect(examples.length).toBeGreaterThan(7));

  test.each([
    ...examples,
    ['5.00 from 50.00, bill', '0.00', '49.99', '0.00'],
    ['10%, bill', '0.20', '0.05', '0.02'],
    ['5.000 from 10.000, bill', '7.250', '2.750', '2.750'],
  ] as const)('%s: after %s, with %s in this round, %s', (words, before, round, discount) => {
    expect(calculateCouponDiscount(parseTerms(words), { before, round })).toBe(discount);
  });

  test('the missing amount is that of the bill; the best coupon is chosen by the amount that each one counts', () => {
    const fromFifty = parseTerms('5.00 from 50.00, bill');
    expect(calculateMissingAmount(fromFifty, { before: '30.00', round: '12.50' })).toBe('7.50');
    const tenth = parseTerms('10%');
    expect(chooseBestCoupon([tenth, fromFifty], { before: '30.00', round: '25.00' })).toBe(fromFifty);
    expect(chooseBestCoupon([tenth, fromFifty], { before: '20.00', round: '25.00' })).toBe(tenth);
  });

  test('an unknown span counts the round', () => {
    expect(
      calculateCouponDiscount({ ...parseTerms('10%'), spans: 'week' }, { before: '90.00', round: '10.00' }),
    ).toBe('1.00');
  });

  test('counts as if all had been ordered at once, but never more than the round; without earlier rounds nothing changes', () => {
    const createAmounts = (most: number) =>
      fc
        .tuple(fc.integer({ min: 0, max: most }), fc.constantFrom(2, 3))
        .map(([n, places]) => (n / 1000).toFixed(places));
    const anyTerms = fc.record({
      discountType: fc.constantFrom(0, 1),
      discountValue: fc.integer({ min: 1, max: 100 }).map(String),
      thresholdAmount: createAmounts(99_999),
      maxDiscountAmount: fc.option(createAmounts(20_000)),
    });
    forAll(anyTerms, createAmounts(99_999), createAmounts(99_999), (coupon, before, round) => {
      const spanning = { ...coupon, spans: 'bill' };
      const whole = sum([before, round]);
      const atOnce = calculateCouponDiscount(coupon, createFirstRound(whole));
      const discount = calculateCouponDiscount(spanning, { before, round });
      expect(discount).toSatisfy((each: string) => compareAmounts(each, '0') >= 0);
      expect(compareAmounts(discount, compareAmounts(atOnce, round) < 0 ? atOnce : round)).toBe(0);
      expect(compareAmounts(calculateCouponDiscount(spanning, createFirstRound(whole)), atOnce)).toBe(0);
    });
  });
});

test('a discount shared over lines adds up to the cent, and each line gets its share to the cent', () => {
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
