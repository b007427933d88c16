import { expect, test } from 'vitest';
import { lineAmount, rounded, share, sum, totalsOf } from '#projections/bill/money.ts';

const dish = (price: string, modifiers: { price: string; quantity: number }[] = []) => ({
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
])("D15: banker's rounding of %s is %s", (amount, expected) => expect(rounded(amount)).toBe(expected));

test('a line is rounded once, modifiers included; what was dropped costs nothing', () => {
  expect(lineAmount(dish('4.125', [{ price: '0.50', quantity: 2 }, { price: '9', quantity: 0 }]), 3)).toBe('15.38'); // prettier-ignore
});

test('no float on the way: ten times 0.1 is 1', () => {
  expect(sum(Array.from({ length: 10 }, () => '0.1'))).toBe('1.00');
  expect(share('100.10', '0.05')).toBe('5.00');
});

test('D22: discount, then service charge, then tax; lines and totals add up', () => {
  const charges = { taxRate: '0.05', serviceChargeRate: '0.10' };
  expect(totalsOf(['10.05', '20.10'], charges, '5.00')).toEqual({
    subTotalAmount: '30.15',
    totalDiscountAmount: '5.00',
    totalChargeAmount: '2.52',
    totalTaxAmount: '1.38',
    totalAmount: '29.05',
  });
  expect(totalsOf(['3.00'], charges, '99').totalAmount).toBe('0.00');
});
