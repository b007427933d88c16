import { expect, test } from 'vitest';
import type { KitchenTicket } from '#contract/calls/kitchen.ts';
import { countOpenDishes, listTickets } from '#staff/kitchen/open-dishes.ts';
import { placedItem } from './orders.ts';

const ticket = (round: number, ...dishes: KitchenTicket['dishes']): KitchenTicket => ({
  orderId: 'o1',
  serial: 'A1',
  tableName: '1',
  round,
  placedAt: round,
  dishes,
});
const at = (station: string, fields: Parameters<typeof placedItem>[0]) => ({
  station,
  line: placedItem(fields),
});

// CX18
test('a station sees its own dishes as long as one is to be made or brought, and what was taken off meanwhile', () => {
  const tickets = [
    ticket(
      1,
      at('wok', { id: '1-1', quantity: 2, qtySentToKitchen: 2 }),
      at('bar', { id: '1-2', quantity: 1 }),
    ),
    ticket(2, at('wok', { id: '2-1', quantity: 0, qtySentToKitchen: 1, qtyVoid: 1 })),
    ticket(4, {
      ...at('wok', { id: '4-1', quantity: 0, qtySentToKitchen: 1, qtyVoid: 1 }),
      justVoided: true,
    }),
    ticket(
      3,
      at('wok', { id: '3-1', quantity: 1, qtySentToKitchen: 1, qtyReady: 1, qtyServed: 1 }),
      at('wok', { id: '3-2', quantity: 0, qtySentToKitchen: 1, qtyVoid: 1 }),
      at('wok', { id: '3-3', quantity: 3 }),
    ),
  ];
  const shown = (station: string) =>
    listTickets(tickets, station).map(({ round, lines, fresh }) => [round, lines.map(({ id }) => id), fresh]);
  expect(shown('wok')).toEqual([
    [1, ['1-1'], 0],
    [4, ['4-1'], 0],
    [3, ['3-2', '3-3'], 3],
  ]);
  expect(shown('bar')).toEqual([[1, ['1-2'], 1]]);
  expect(shown('')).toEqual([
    [1, ['1-1', '1-2'], 1],
    [4, ['4-1'], 0],
    [3, ['3-2', '3-3'], 3],
  ]);
});

test('what is on the pass counts no more', () => {
  const tickets = [
    ticket(1, at('wok', { id: '1-1', productId: 'rice', quantity: 2, qtySentToKitchen: 2, qtyReady: 1 })),
    ticket(
      2,
      at('wok', { id: '2-1', productId: 'rice', quantity: 3 }),
      at('wok', { id: '2-2', productId: 'soup', quantity: 1 }),
    ),
  ];
  const counts = countOpenDishes(listTickets(tickets, ''));
  expect(counts.map(({ line, pieces }) => [line.productId, pieces])).toEqual([
    ['rice', 4],
    ['soup', 1],
  ]);
});
