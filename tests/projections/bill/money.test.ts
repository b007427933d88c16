import { expect, test } from 'vitest';
import { calculateCouponDiscount, spreadDiscount } from '#projections/bill/coupon.ts';
import {
  calculateAverage,
  calculateDifference,
  calculateLineAmount,
  roundAmount,
  share,
  sum,
  countPlaces,
  zero,
} from '#projections/bill/money.ts';
import { calculateTotals } from '#testing/bill-totals.ts';
import { splitEqually, splitIntoOwnParts } from '#projections/bill/split.ts';
import { calculateTip } from '#projections/bill/tip.ts';

test('an amount in a currency without decimals stays whole through every sum', () => {
  const charges = { taxRate: '0.05', serviceChargeRate: '0.10' };
  expect(calculateTotals([calculateLineAmount(createDish('125'), 1, 0)], charges)).toEqual({
    subTotalAmount: '125',
    totalDiscountAmount: '0',
    // 12.5 and 6.85: half goes to the even neighbour.
    totalChargeAmount: '12',
    totalTaxAmount: '7',
    totalAmount: '144',
  });
  expect([sum(['120', '60', zero]), calculateDifference('120', '120'), share('335', '0.1')]).toEqual([
    '180',
    '0',
    '34',
  ]);
  expect([calculateTip('333', 10), calculateTip('335', 10)]).toEqual(['33', '34']);
  expect(splitEqually('100', 3)).toEqual(['34', '33', '33']);
  expect(splitEqually('1', 7)).toEqual(['1', '0', '0', '0', '0', '0', '0']);
  expect(spreadDiscount('100', ['10', '10', '10'])).toEqual(['33', '34', '33']);
  expect(calculateCouponDiscount(tenPercent, { round: '125', before: zero })).toBe('12');
});

// An open order of an older server has cents, and a restaurant may change its decimals.
test('an amount without decimals takes on the decimals of the amounts that it is added to', () => {
  expect([sum(['144.38', '60']), calculateDifference('144.38', '60')]).toEqual(['204.38', '84.38']);
  expect(countPlaces('120', '0.00'), 'a missing amount is empty').toBe(0);
  expect(countPlaces(zero)).toBe(2);
});

const tenPercent = { discountType: 1, discountValue: '10', thresholdAmount: '100', maxDiscountAmount: null };

const createDish = (price: string, modifiers: { price: string; quantity: number }[] = []) => ({
  productId: '1',
  categoryId: '1',
  notes: '',
  price,
  modifiers: modifiers.map((modifier, index) => ({ modifierProductId: String(index), ...modifier })),
});

// CV15, CL7
test.each([
  ['0.125', '0.12'],
  ['0.135', '0.14'],
  ['2.345', '2.34'],
  ['2.355', '2.36'],
  ['-0.125', '-0.12'],
  ['1', '1.00'],
  ['nonsense', '0.00'],
])("CV15: banker's rounding of %s is %s", (amount, expected) => expect(roundAmount(amount)).toBe(expected));

test('a line is rounded once, modifiers included; removed modifiers cost nothing', () => {
  expect(calculateLineAmount(createDish('4.125', [{ price: '0.50', quantity: 2 }, { price: '9', quantity: 0 }]), 3)).toBe('15.38'); // prettier-ignore
});

test('no step uses floating point: ten times 0.1 is 1', () => {
  expect(sum(Array.from({ length: 10 }, () => '0.1'))).toBe('1.00');
  expect(share('100.10', '0.05')).toBe('5.00');
});

test('CV15: amounts in a currency with thousandths keep them through every sum, others have cents', () => {
  expect(calculateLineAmount(createDish('1.125', [{ price: '0.250', quantity: 1 }]), 3, 3)).toBe('4.125');
  expect([sum(['1.125', '2.250']), sum(['1.500', '0.00']), calculateDifference('5.000', '1.125')]).toEqual(['3.375', '1.500', '3.875']);
  expect([share('1.125', '0.05'), calculateAverage('10.000', 3)]).toEqual(['0.056', '3.333']);
  const charges = { taxRate: '0.05', serviceChargeRate: '0.10' };
  expect(calculateTotals(['1.125', '2.250'], charges, '0.125')).toEqual({
    subTotalAmount: '3.375',
    totalDiscountAmount: '0.125',
    totalChargeAmount: '0.325',
    totalTaxAmount: '0.179',
    totalAmount: '3.754',
  });
  expect(calculateTip('12.345', 10, 3)).toBe('1.234');
  expect(spreadDiscount('1.000', ['1.000', '1.000', '1.000'])).toEqual(['0.333', '0.334', '0.333']);
  expect(splitEqually('10.000', 3, 3)).toEqual(['3.334', '3.333', '3.333']);
  const line = (userId: string, amount: string) => ({ lineId: userId, userId, amount });
  const bill = { lines: [line('a', '1.125'), line('b', '2.250')], diners: ['a', 'b'], charges: ['0.001'] };
  expect(splitIntoOwnParts(bill, new Map(), 3).map(({ amount }) => amount)).toEqual(['1.125', '2.251']);
}); // prettier-ignore

test('CA17: discount, then service charge, then tax; lines and totals add up', () => {
  const charges = { taxRate: '0.05', serviceChargeRate: '0.10' };
  expect(calculateTotals(['10.05', '20.10'], charges, '5.00')).toEqual({
    subTotalAmount: '30.15',
    totalDiscountAmount: '5.00',
    totalChargeAmount: '2.52',
    totalTaxAmount: '1.38',
    totalAmount: '29.05',
  });
  expect(calculateTotals(['3.00'], charges, '99').totalAmount).toBe('0.00');
});
