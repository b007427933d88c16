import { expect, test } from 'vitest';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { calculateBillTotal } from '#projections/bill/split.ts';
import { buildOrderBill } from '#ui/bill/order-bill.ts';
import { createPlacedLine } from './placed-line.ts';

const reader = { me: 'mei', myName: 'Mei', someone: 'Guest', currency: 'USD' };

const line = (id: string, userId: string, change: Partial<PlacedItem> = {}) =>
  createPlacedLine({ id, userId, userName: userId, itemWithAdjustmentAmount: '4.00', ...change });

function order(orderItems: PlacedItem[], change: Partial<Order> = {}): Order {
  return { orderItems, guests: 3, orderTaxes: [], orderCoupons: [], ...change } as Order;
}

test('lists each diner once and me first, in all rounds; the lines in the same order', () => {
  const items = [
    line('1', 'kai', { userName: '' }),
    line('2', 'mei', { userName: 'M.' }),
    line('3', 'kai', { userName: 'Kai', round: 2 }),
    line('4', 'jo', { userName: '' }),
  ];
  const { diners, lines } = buildOrderBill(order(items), reader);
  expect(diners).toEqual([
    { userId: 'mei', name: 'Mei', mine: true },
    { userId: 'kai', name: 'Kai', mine: false },
    { userId: 'jo', name: 'Guest', mine: false },
  ]);
  expect(lines.map(({ lineId }) => lineId)).toEqual(['2', '1', '3', '4']);
});

test('its total is what the server charges, whatever is on top of the lines', () => {
  const items = [line('1', 'kai'), line('2', 'mei')];
  expect(calculateBillTotal(buildOrderBill(order(items, { totalAmount: '9.24' }), reader))).toBe('9.24');
  expect(calculateBillTotal(buildOrderBill(order(items, { totalAmount: '7.50' }), reader))).toBe('7.50');
  expect(calculateBillTotal(buildOrderBill(order(items), reader))).toBe('8.00');
});

// CB7
test('voided dishes are paid by nobody, and a diner who had only those may share a dish', () => {
  const back = line('2', 'kai', { quantity: 0, qtyVoid: 1, qtySentToKitchen: 1 });
  const { lines, diners, charges } = buildOrderBill(
    order([line('1', 'mei'), back], { totalAmount: '4.60' }),
    reader,
  );
  expect(lines.map(({ lineId }) => lineId)).toEqual(['1']);
  expect(diners.map(({ userId }) => userId)).toEqual(['mei', 'kai']);
  expect(charges).toEqual(['0.60']);
});
