// @module-tag slow
/** The kitchen marks whole tickets and brings them back; its usual times are its own. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getNumbers } from '#contract/calls/numbers.ts';
import { mergeTables } from '#contract/calls/tables.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import { recallMs, takeBackMs, usualDishMinutes } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { endOfDay, findBusinessDay, readRestaurantClock } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { expectData } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from '../fulfilment/fulfilment-for-tests.ts';

const desk = createFulfilment();
const {
  clock,
  server,
  till,
  partyWithOrder,
  readDish,
  createParty,
  placeCart,
  sendAct,
  done,
  listed,
  servesAll,
} = desk;

// The tests take about an hour, in which no business day may end.
const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];
clock.advance(day + 16 * hour - (clock.now() % day));

const wholeTicket = [
  { orderItemId: '1-1', quantity: 2 },
  { orderItemId: '1-2', quantity: 1 },
];
const createBump = (stage: 'ready' | 'served', dishes: readonly object[] = wholeTicket) =>
  ({ type: 'ticketBumped', stage, dishes, actId: nanoid() }) as const;
const createRecall = (recalledId: string) =>
  ({ type: 'ticketRecalled', recalledId, actId: nanoid() }) as const;
type Party = Awaited<ReturnType<typeof partyWithOrder>>;
const mergeSessions = async (from: Party, into: Party) => {
  const body = { actId: nanoid(), tableId: from.seat.tableId, intoTableId: into.seat.tableId };
  return expectData(await server.call(mergeTables, { ...till, body }));
};
const listMarks = ({ orderItems }: Order) =>
  orderItems.map(({ qtyReady, qtyServed }) => [qtyReady, qtyServed]);
const readScreen = async ({ id }: Pick<Order, 'id'>) => {
  const { tickets, bumped = [] } = await server.ask(kitchenScreen, till);
  return {
    isShown: tickets.some(({ orderId }) => orderId === id),
    bumped: bumped.filter(({ orderId }) => orderId === id),
    dishes: tickets.filter(({ orderId }) => orderId === id).flatMap(({ dishes }) => dishes),
  };
};

// CX66
test('one tap marks a whole ticket as ready, another as served, and each is undone as one', async () => {
  const { order } = await partyWithOrder();
  const ready = createBump('ready');
  expect(listMarks(await done(order, ready))).toEqual([
    [2, 0],
    [1, 0],
  ]);
  expect(await sendAct(order, createBump('ready'))).toMatchObject(createRefusal('alreadyDone'));
  expect(listMarks(await done(order, { type: 'takenBack', actId: ready.actId }))).toEqual([
    [0, 0],
    [0, 0],
  ]);
  // A waiter has carried a piece meanwhile.
  await done(order, { type: 'dishServed', orderItemId: '1-1', quantity: 1 });
  const served = await done(order, createBump('served'));
  expect(listMarks(served)).toEqual([
    [2, 2],
    [1, 1],
  ]);
  expect((await readScreen(order)).isShown).toBe(false);
  expect(await sendAct(order, createBump('served'))).toMatchObject(createRefusal('alreadyDone'));
  const unknown = createBump('served', [{ orderItemId: '7-7', quantity: 1 }]);
  expect(await sendAct(order, unknown)).toMatchObject(createRefusal('noSuchDish'));
});

// CX66
test('the event names the remaining pieces and their dishes', async () => {
  const { seat, order } = await partyWithOrder();
  await done(order, { type: 'dishReady', orderItemId: '1-1', quantity: 1 });
  await done(order, createBump('ready'));
  const event = (await readFulfilment(server.db, seat.sessionId)).at(-1);
  const [first, second] = order.orderItems.map(({ name }) => name);
  expect(event).toMatchObject({
    type: 'ticketBumped',
    dishes: [
      { orderItemId: '1-1', quantity: 1, dish: first },
      { orderItemId: '1-2', quantity: 1, dish: second },
    ],
  });
});

// CX66
test('a ticket can be recalled for half an hour, step by step', async () => {
  const { order } = await partyWithOrder();
  const [ready, served] = [createBump('ready'), createBump('served')];
  await done(order, ready);
  clock.advance(60_000);
  await done(order, served);
  clock.advance(recallMs);
  expect((await readScreen(order)).bumped).toMatchObject([
    { actId: served.actId, round: 1, stage: 'served', tableName: order.tableName, serial: order.serial },
  ]);
  const back = createRecall(served.actId);
  expect(listMarks(await done(order, back))).toEqual([
    [2, 0],
    [1, 0],
  ]);
  expect(await readScreen(order)).toMatchObject({ isShown: true, bumped: [] });
  expect(await sendAct(order, createRecall(served.actId)), 'once').toMatchObject(createRefusal('tooLate'));
  expect(await sendAct(order, createRecall(ready.actId)), 'too old').toMatchObject(createRefusal('tooLate'));
  expect(await sendAct(order, createRecall(back.actId)), 'no mark').toMatchObject(createRefusal('tooLate'));
  expect(listMarks(await done(order, { type: 'takenBack', actId: back.actId }))).toEqual([
    [2, 2],
    [1, 1],
  ]);
});

// CX66
test('a single dish can also be recalled after the minute to undo it', async () => {
  const { order } = await partyWithOrder();
  const actId = nanoid();
  await done(order, { type: 'dishServed', orderItemId: '1-2', quantity: 1, actId });
  clock.advance(takeBackMs + 1);
  expect(await sendAct(order, { type: 'takenBack', actId })).toMatchObject(createRefusal('tooLate'));
  expect(listMarks(await done(order, createRecall(actId)))[1]).toEqual([0, 0]);
});

// CX66, A5
test('a ticket of a joint bill is stored with the order of its dishes, and recalled there', async () => {
  const [ann, bob] = [await partyWithOrder(), await partyWithOrder()];
  await mergeSessions(bob, ann);
  const joint = await server.ask(staffOrder, { ...till, params: { id: ann.order.id } });
  const all = joint.orderItems.map(({ id: orderItemId, quantity }) => ({ orderItemId, quantity }));
  const served = createBump('served', all);
  const isServed = (order: Order) => order.orderItems.map((line) => line.qtyServed === line.quantity);
  expect(isServed(await done(joint, served))).toEqual([true, true, true, true]);
  const events = await readFulfilment(server.db, ann.seat.sessionId);
  const ofTap = events.filter(({ actId }) => actId === served.actId);
  expect(ofTap).toMatchObject([
    { orderId: ann.order.id, dishes: [{ orderItemId: '1-1' }, { orderItemId: '1-2' }] },
    { orderId: bob.order.id, dishes: [{ orderItemId: '1-1' }, { orderItemId: '1-2' }] },
  ]);
  expect(isServed(await done(joint, createRecall(served.actId)))).toEqual([false, false, false, false]);
});

// CX66, A5
test('a wholly ready order is stored once for each order of a joint bill', async () => {
  const [ann, bob] = [await partyWithOrder(), await partyWithOrder()];
  await mergeSessions(bob, ann);
  const actId = nanoid();
  await done(ann.order, { type: 'orderReady', actId });
  const events = await readFulfilment(server.db, ann.seat.sessionId);
  expect(events.filter((event) => event.actId === actId)).toMatchObject([
    { orderId: ann.order.id },
    { orderId: bob.order.id },
  ]);
});

// CX66, CX26
test('each dish of a ticket counts in the report of waiting times, until it is recalled', async () => {
  const { order } = await partyWithOrder();
  const owner = await desk.person();
  const countServed = async () => (await server.ask(getNumbers, owner)).waits.served?.count ?? 0;
  const before = await countServed();
  await done(order, { type: 'roundSent', round: 1 });
  clock.advance(8 * 60_000);
  await done(order, createBump('ready'));
  expect(await countServed()).toBe(before);
  clock.advance(60_000);
  const served = createBump('served');
  await done(order, served);
  expect(await countServed()).toBe(before + 2);
  await done(order, createRecall(served.actId));
  expect(await countServed()).toBe(before);
});

// CX66, CX26
test('a recall after the end of the business day still changes the report of that day', async () => {
  const owner = await desk.person();
  const restaurant = readRestaurantClock(await readSettings(server.db, '1001'));
  const day = findBusinessDay(restaurant, clock.now());
  const countServed = async () =>
    (await server.ask(getNumbers, { ...owner, query: { from: day, to: day } })).waits.served?.count ?? 0;
  const before = await countServed();
  clock.advance(endOfDay(restaurant, day) - clock.now() - 5 * 60_000);
  const { order } = await partyWithOrder();
  await done(order, { type: 'roundSent', round: 1 });
  clock.advance(60_000);
  const served = createBump('served');
  await done(order, served);
  clock.advance(20 * 60_000);
  expect(await countServed()).toBe(before + 2);
  await done(order, createRecall(served.actId));
  expect(await countServed()).toBe(before);
});

// CX67
test('a dish is late if it takes longer than the median of the last five or more times, which diners read, too', async () => {
  const cook = async (minutes: number) => {
    const { phone } = await createParty();
    await phone.send(phone.add(await readDish(2), 1));
    const order = await placeCart(phone);
    await done(order, { type: 'roundSent', round: 1 });
    clock.advance(minutes * 60_000);
    await done(order, { type: 'dishReady', orderItemId: '1-1', quantity: 1 });
    await servesAll(order);
  };
  const readUsualMinutes = async () => {
    // The times are counted every five minutes.
    clock.advance(5 * 60_000);
    const { phone, seat } = await createParty();
    await phone.send(phone.add(await readDish(2), 1), phone.add(await readDish(3), 1));
    const order = await placeCart(phone);
    const { dishes } = await readScreen(order);
    const detail = await server.ask(getOrderDetail, { ...seat, query: { id: order.id } });
    return [
      dishes.map(({ usualMinutes }) => usualMinutes),
      (await listed(order))!.usualMinutes,
      detail.orderItems.map(({ usualMinutes }) => usualMinutes),
    ];
  };
  for (const minutes of [3, 4, 30, 3]) await cook(minutes);
  expect(await readUsualMinutes()).toEqual([
    [usualDishMinutes, usualDishMinutes],
    usualDishMinutes,
    [undefined, undefined],
  ]);
  await cook(5);
  expect(await readUsualMinutes()).toEqual([[4, usualDishMinutes], usualDishMinutes, [4, undefined]]);
});
