import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { sharesOf } from '#src/features/staff/orders/sheets/shares.ts';
import { placedItem } from './orders.ts';

const order = (fields: Partial<Order>): Order =>
  ({
    orderItems: [
      placedItem({ id: '1', userId: 'u1', userName: 'Ann', quantity: 1, itemWithAdjustmentAmount: '10.00' }),
      placedItem({ id: '2', userId: 'u2', userName: 'Mei', quantity: 1, itemWithAdjustmentAmount: '20.00' }),
      placedItem({ id: '3', userId: 'u3', userName: '', quantity: 1, itemWithAdjustmentAmount: '3.00' }),
    ],
    guests: 3,
    totalAmount: '36.31',
    payments: [],
    ...fields,
  }) as unknown as Order;
const shares = (fields: Partial<Order>, owed: string) =>
  sharesOf(order(fields), { someone: 'somebody', currency: 'USD', owed }).map((share) => [
    share.name,
    share.amount,
    share.owed,
  ]);
const payment = (userId: string | null, amount: string) => ({
  id: amount,
  amount,
  method: 'cash',
  createAt: 1,
  userId,
});

test('each pays what they had and their part of the charges, together the total', () => {
  expect(shares({}, '36.31')).toEqual([
    ['Ann', '11.00', '11.00'],
    ['Mei', '22.01', '22.01'],
    ['somebody', '3.30', '3.30'],
  ]);
});

test('what was paid of a share is off it; nobody is asked for more than the order owes', () => {
  const payments = [payment('u1', '11.00'), payment('u2', '2.01'), payment(null, '5.00')];
  expect(shares({ payments }, '18.30').map(([, , owed]) => owed)).toEqual(['0.00', '18.30', '3.30']);
});
