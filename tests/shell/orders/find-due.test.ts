import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { findDue, mayPay } from '#src/paying/find-due.ts';
import { createPlacedItem } from '../../staff/orders.ts';

const dish = { quantity: 1, itemWithAdjustmentAmount: '10.00' };
const createOrder = (...payments: readonly { userId: string | null; amount: string }[]): Order =>
  ({
    orderItems: [
      createPlacedItem({ ...dish, id: '1', userId: 'u1', userName: 'Ann' }),
      createPlacedItem({ ...dish, id: '2', userId: 'u2', userName: 'Mei' }),
    ],
    guests: 2,
    totalAmount: '20.00',
    payments: payments.map((each, place) => ({ ...each, id: String(place), method: 'cash', createAt: 1 })),
  }) as unknown as Order;
const reader = { me: 'u1', myName: 'Ann', someone: 'somebody', currency: 'USD' };

test.each<[name: string, me: string, order: Order, due: unknown, may: boolean]>([
  ['an unpaid share', 'u1', createOrder(), { isShare: true, amount: '10.00' }, true],
  [
    'the own share is paid, the other is not',
    'u1',
    createOrder({ userId: 'u1', amount: '10.00' }),
    undefined,
    false,
  ],
  [
    'an even part among three is paid, less than the share',
    'u1',
    createOrder({ userId: 'u1', amount: '6.67' }),
    undefined,
    false,
  ],
  [
    'another part of the share is paid',
    'u1',
    createOrder({ userId: 'u1', amount: '6.00' }),
    { isShare: true, amount: '4.00' },
    true,
  ],
  ['a diner who ordered nothing may pay for the others', 'u3', createOrder(), undefined, true],
  ['everything is paid', 'u3', createOrder({ userId: null, amount: '20.00' }), undefined, false],
])('what a diner can pay: %s', (_name, me, order, due, may) => {
  expect(findDue(order, { ...reader, me })).toEqual(due);
  expect(mayPay(order, { ...reader, me })).toBe(may);
});
