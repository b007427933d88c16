import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { listAllPayers } from '#ui/bill/payers.ts';

const listOf = (...payments: readonly object[]) => listAllPayers({ payments } as unknown as Order);

test('payments of one diner are added up, with tips; several sharers are one payer; the counter is named by its method', () => {
  expect(
    listOf(
      { amount: '10.00', tip: '1.00', userId: 'ann', method: 'online' },
      { amount: '20.00', method: 'cash', rounding: '0.05' },
      { amount: '2.00', tip: '0.50', userId: 'ann', method: 'cash' },
      {
        amount: '7.00',
        parts: [
          { userId: 'mei', amount: '3.00' },
          { userId: 'bo', amount: '4.00' },
        ],
        method: 'online',
      },
    ),
  ).toEqual([
    { userIds: ['ann'], method: '', amount: '13.50' },
    { userIds: [], method: 'cash', amount: '20.05' },
    { userIds: ['mei', 'bo'], method: '', amount: '7.00' },
  ]);
});

test('a payer who got everything back has paid nothing', () => {
  expect(
    listOf(
      { amount: '10.00', userId: 'ann', method: 'cash' },
      { amount: '-10.00', userId: 'ann', method: 'cash', reason: 'cold' },
    ),
  ).toEqual([]);
});
