import { expect, test } from 'vitest';
import type { KitchenBump, KitchenTicket } from '#contract/calls/kitchen.ts';
import { countOpenDishes, listBumps, listRecalls, listTickets } from '#staff/kitchen/open-dishes.ts';
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
test('a station sees its own dishes until they are served, and those voided meanwhile', () => {
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

test('a dish on the pass counts no more', () => {
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

// CX66
test('“ready” marks the dishes of a ticket that are being made, “served” all that are not on the table', () => {
  const bumps = (...lines: ReturnType<typeof placedItem>[]) =>
    listBumps({ lines }).map(({ stage, dishes }) => [
      stage,
      ...dishes.map(({ orderItemId, quantity }) => `${quantity} ${orderItemId}`),
    ]);
  const half = placedItem({ id: 'half', quantity: 3, qtySentToKitchen: 3, qtyReady: 1 });
  const done = placedItem({ id: 'done', quantity: 1, qtySentToKitchen: 1, qtyReady: 1, qtyServed: 1 });
  const onPass = placedItem({ id: 'pass', quantity: 1, qtySentToKitchen: 1, qtyReady: 1 });
  expect(bumps(half, done, onPass)).toEqual([
    ['ready', '2 half'],
    ['served', '3 half', '1 pass'],
  ]);
  expect(bumps(onPass)).toEqual([['served', '1 pass']]);
  expect(bumps(done)).toEqual([]);
});

// CX66
test('a station can recall the newest act of each of its tickets', () => {
  const bump = (actId: string, fields: Partial<KitchenBump>): KitchenBump => ({
    actId,
    orderId: 'o1',
    serial: '1',
    tableName: '1',
    round: 1,
    stations: ['wok'],
    stage: 'served',
    at: 0,
    ...fields,
  });
  const bumped = [
    bump('bar', { stations: ['bar'] }),
    bump('newest', {}),
    bump('older', { stage: 'ready' }),
    bump('other', { round: 2, stations: ['bar', 'wok'] }),
  ];
  const listed = (station: string) => listRecalls(bumped, station).map(({ actId }) => actId);
  expect(listed('wok')).toEqual(['newest', 'other']);
  expect(listed('bar')).toEqual(['bar', 'other']);
  expect(listed('')).toEqual(['bar', 'other']);
});

// CX67
test('a ticket is as late as its slowest unserved dish', () => {
  const tickets = [
    ticket(
      1,
      { ...at('wok', { id: '1-1' }), usualMinutes: 4 },
      { ...at('wok', { id: '1-2' }), usualMinutes: 12 },
      {
        ...at('wok', { id: '1-3', quantity: 1, qtySentToKitchen: 1, qtyReady: 1, qtyServed: 1 }),
        usualMinutes: 40,
      },
      { ...at('bar', { id: '1-4' }), usualMinutes: 20 },
    ),
    ticket(2, at('bar', { id: '2-1' })),
  ];
  const usual = (station: string) => listTickets(tickets, station).map(({ usualMinutes }) => usualMinutes);
  expect(usual('wok')).toEqual([12]);
  expect(usual('bar')).toEqual([20, 10]);
});
