import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { computeShares } from '#ui/bill/shares.ts';
import { placedItem } from '../staff/orders.ts';

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
const reader = { me: undefined, myName: '', someone: 'somebody', currency: 'USD' };
const shares = (fields: Partial<Order>) =>
  computeShares(order(fields), reader).map((share) => [share.name, share.amount, share.owed]);
const payment = (userId: string | null, amount: string) => ({
  id: amount,
  amount,
  method: 'cash',
  createAt: 1,
  userId,
});

test('each pays what they had and their part of the charges, together the total', () => {
  expect(shares({})).toEqual([
    ['Ann', '11.00', '11.00'],
    ['Mei', '22.01', '22.01'],
    ['somebody', '3.30', '3.30'],
  ]);
});

test('what was paid of a share is off it; nobody is asked for more than the order owes', () => {
  const payments = [payment('u1', '11.00'), payment('u2', '2.01'), payment(null, '5.00')];
  expect(shares({ payments }).map(([, , owed]) => owed)).toEqual(['0.00', '18.30', '3.30']);
});

// CX20
test('a dish that two share is halved, for everybody who looks; its odd cent is borne by one', () => {
  const sharing = { '1': ['u1', 'u2'] };
  expect(shares({ sharing })).toEqual([
    ['Ann', '5.50', '5.50'],
    ['Mei', '27.51', '27.51'],
    ['somebody', '3.30', '3.30'],
  ]);
  expect(shares({ sharing: 'nonsense' })).toEqual(shares({}));
});

// D51
test('what was given back is owed again', () => {
  const payments = [payment('u1', '11.00'), payment('u1', '-4.00')];
  expect(shares({ payments })[0]).toEqual(['Ann', '11.00', '4.00']);
});
