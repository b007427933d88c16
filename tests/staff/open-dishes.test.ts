import { expect, test } from 'vitest';
import type { KitchenBump, KitchenTicket } from '#contract/calls/kitchen.ts';
import { countOpenDishes, listBumps, listRecalls, listTickets } from '#staff/kitchen/open-dishes.ts';
import { createPlacedItem } from './orders.ts';

const createTicket = (round: number, ...dishes: KitchenTicket['dishes']): KitchenTicket => ({
  orderId: 'o1',
  serial: 'A1',
  tableName: '1',
  round,
  placedAt: round,
  dishes,
});
const createStationLine = (station: string, fields: Parameters<typeof createPlacedItem>[0]) => ({
  station,
  line: createPlacedItem(fields),
});

// CX18
test('a station sees its own dishes until they are served, and those voided meanwhile', () => {
  const tickets = [
    createTicket(
      1,
      createStationLine('wok', { id: '1-1', quantity: 2, qtySentToKitchen: 2 }),
      createStationLine('bar', { id: '1-2', quantity: 1 }),
    ),
    createTicket(2, createStationLine('wok', { id: '2-1', quantity: 0, qtySentToKitchen: 1, qtyVoid: 1 })),
    createTicket(4, {
      ...createStationLine('wok', { id: '4-1', quantity: 0, qtySentToKitchen: 1, qtyVoid: 1 }),
      justVoided: true,
    }),
    createTicket(
      3,
      createStationLine('wok', { id: '3-1', quantity: 1, qtySentToKitchen: 1, qtyReady: 1, qtyServed: 1 }),
      createStationLine('wok', { id: '3-2', quantity: 0, qtySentToKitchen: 1, qtyVoid: 1 }),
      createStationLine('wok', { id: '3-3', quantity: 3 }),
    ),
  ];
  const listShown = (station: string) =>
    listTickets(tickets, station).map(({ round, lines, fresh }) => [round, lines.map(({ id }) => id), fresh]);
  expect(listShown('wok')).toEqual([
    [1, ['1-1'], 0],
    [4, ['4-1'], 0],
    [3, ['3-2', '3-3'], 3],
  ]);
  expect(listShown('bar')).toEqual([[1, ['1-2'], 1]]);
  expect(listShown('')).toEqual([
    [1, ['1-1', '1-2'], 1],
    [4, ['4-1'], 0],
    [3, ['3-2', '3-3'], 3],
  ]);
});

// CX86
test('held dishes are a group of their own, and the time counts from the first dish that may be made', () => {
  const soup = createStationLine('wok', { id: '1-1', quantity: 2 });
  const beef = { station: 'wok', line: { ...createPlacedItem({ id: '1-2', quantity: 1 }), heldCourse: 2 } };
  const cake = { station: 'wok', line: { ...createPlacedItem({ id: '1-3', quantity: 1 }), firedAt: 900 } };
  const listOf = (...dishes: KitchenTicket['dishes']) =>
    listTickets([createTicket(1, ...dishes)], 'wok').map(({ lines, held, since, fresh }) => ({
      lines: lines.map(({ id }) => id),
      held: held.map(({ course, lines: waiting }) => [course, waiting.map(({ id }) => id)]),
      since,
      fresh,
    }));
  expect(listOf(soup, beef)).toEqual([{ lines: ['1-1'], held: [[2, ['1-2']]], since: 1, fresh: 2 }]);
  expect(listOf(beef)).toEqual([{ lines: [], held: [[2, ['1-2']]], since: undefined, fresh: 0 }]);
  expect(listOf(cake, beef)).toMatchObject([{ lines: ['1-3'], since: 900 }]);
  const [ticket] = listTickets([createTicket(1, soup, beef)], '');
  expect(countOpenDishes([ticket!])).toHaveLength(1);
  expect(listBumps(ticket!).map(({ dishes }) => dishes.map(({ orderItemId }) => orderItemId))).toEqual([
    ['1-1'],
    ['1-1'],
  ]);
});

test('a dish on the pass counts no more', () => {
  const tickets = [
    createTicket(
      1,
      createStationLine('wok', {
        id: '1-1',
        productId: 'rice',
        quantity: 2,
        qtySentToKitchen: 2,
        qtyReady: 1,
      }),
    ),
    createTicket(
      2,
      createStationLine('wok', { id: '2-1', productId: 'rice', quantity: 3 }),
      createStationLine('wok', { id: '2-2', productId: 'soup', quantity: 1 }),
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
  const describeBumps = (...lines: ReturnType<typeof createPlacedItem>[]) =>
    listBumps({ lines }).map(({ stage, dishes }) => [
      stage,
      ...dishes.map(({ orderItemId, quantity }) => `${quantity} ${orderItemId}`),
    ]);
  const half = createPlacedItem({ id: 'half', quantity: 3, qtySentToKitchen: 3, qtyReady: 1 });
  const done = createPlacedItem({ id: 'done', quantity: 1, qtySentToKitchen: 1, qtyReady: 1, qtyServed: 1 });
  const onPass = createPlacedItem({ id: 'pass', quantity: 1, qtySentToKitchen: 1, qtyReady: 1 });
  expect(describeBumps(half, done, onPass)).toEqual([
    ['ready', '2 half'],
    ['served', '3 half', '1 pass'],
  ]);
  expect(describeBumps(onPass)).toEqual([['served', '1 pass']]);
  expect(describeBumps(done)).toEqual([]);
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
  const listRecallIds = (station: string) => listRecalls(bumped, station).map(({ actId }) => actId);
  expect(listRecallIds('wok')).toEqual(['newest', 'other']);
  expect(listRecallIds('bar')).toEqual(['bar', 'other']);
  expect(listRecallIds('')).toEqual(['bar', 'other']);
});

// CX67
test('a ticket is as late as its slowest unserved dish', () => {
  const tickets = [
    createTicket(
      1,
      { ...createStationLine('wok', { id: '1-1' }), usualMinutes: 4 },
      { ...createStationLine('wok', { id: '1-2' }), usualMinutes: 12 },
      {
        ...createStationLine('wok', {
          id: '1-3',
          quantity: 1,
          qtySentToKitchen: 1,
          qtyReady: 1,
          qtyServed: 1,
        }),
        usualMinutes: 40,
      },
      { ...createStationLine('bar', { id: '1-4' }), usualMinutes: 20 },
    ),
    createTicket(2, createStationLine('bar', { id: '2-1' })),
  ];
  const listUsualMinutes = (station: string) =>
    listTickets(tickets, station).map(({ usualMinutes }) => usualMinutes);
  expect(listUsualMinutes('wok')).toEqual([12]);
  expect(listUsualMinutes('bar')).toEqual([20, 10]);
});
