import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory, orderStatus, paymentStatus } from '#contract/states.ts';
import { summariseMoney } from '#ui/bill/order-money.ts';

const order = (change: Partial<Order>): Order => ({
  ...({ status: orderStatus.progressing, paymentStatus: paymentStatus.unpaid } as Order),
  orderCoupons: [],
  totalAmount: '20.00',
  ...change,
});
const coupon = [{ userCouponId: 'c', name: '10% off' }] as unknown as Order['orderCoupons'];
const createDiscount = (amount: string) => ({ category: adjustmentCategory.discount, target: 0, amount });

test('discounts of the restaurant are apart from the coupon', () => {
  const both = {
    orderCoupons: coupon,
    totalDiscountAmount: '5.00',
    priceAdjustments: [createDiscount('-3.00')],
  };
  expect(summariseMoney(order(both))).toMatchObject({
    coupons: '2.00',
    discounts: [{ amount: '3.00', reason: '' }],
  });
  expect(summariseMoney(order({ totalDiscountAmount: '5.00' }))).toMatchObject({
    coupons: '0.00',
    discounts: [{ amount: '5.00', reason: '' }],
  });
  const couponAlone = order({ orderCoupons: coupon, totalDiscountAmount: '2.00' });
  expect(summariseMoney(couponAlone)).toMatchObject({ coupons: '2.00', discounts: [] });
});

test('each discount of the restaurant has its reason; together they take off no more than the total says', () => {
  const given = [
    { ...createDiscount('-3.00'), id: 'a', reason: 'late', by: 'Mo' },
    // Another maker's server: above zero, and without a reason.
    createDiscount('4.00'),
  ];
  const getDiscounts = (totalDiscountAmount: string) =>
    summariseMoney(order({ totalDiscountAmount, priceAdjustments: given })).discounts;
  const late = { amount: '3.00', reason: 'late' };
  expect(getDiscounts('7.00')).toEqual([late, { amount: '4.00', reason: '' }]);
  expect(getDiscounts('5.00')).toEqual([late, { amount: '2.00', reason: '' }]);
  expect(getDiscounts('7.50')).toEqual([
    late,
    { amount: '4.00', reason: '' },
    { amount: '0.50', reason: '' },
  ]);
});

test('the bill shows what was paid and what is owed; tips are not part of it', () => {
  const payments = [{ id: 'a', amount: '8.00', tip: '1.00', method: 'cash', createAt: 5 }];
  const partly = order({ payments, paymentsTotal: '8.00', paymentStatus: paymentStatus.partiallyPaid });
  expect(summariseMoney(partly)).toMatchObject({ owed: '12.00', tips: '1.00' });
  expect(summariseMoney(partly).payments).toMatchObject([{ amount: '8.00', method: 'cash', createAt: 5 }]);
  expect(summariseMoney(order({})).owed, 'all of it').toBeUndefined();
  expect(summariseMoney({ ...partly, paymentStatus: paymentStatus.fullyPaid }).owed).toBeUndefined();
  expect(summariseMoney({ ...partly, status: orderStatus.cancelled }).owed).toBeUndefined();
});

// P5
test('unreadable payments are not shown', () => {
  const payments = [null, 'cash', { amount: 'x' }, { amount: 4.5, method: 7 }, { amount: 4.5 }];
  expect(summariseMoney(order({ payments })).payments).toMatchObject([{ amount: '4.50' }]);
});
