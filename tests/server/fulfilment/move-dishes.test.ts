// @module-tag slow
/** Staff move dishes from one bill to another (CX85). */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import { getNumbers } from '#contract/calls/numbers.ts';
import { moveDishes } from '#contract/calls/service.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import { mergeTables, splitTables } from '#contract/calls/tables.ts';
import { orderStatus } from '#contract/states.ts';
import type { Order } from '#contract/order-fields.ts';
import { takeBackMs } from '#contract/limits.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { expectData } from '../server-under-test.ts';
import { changeSettings, createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const {
  clock,
  server,
  till,
  createParty,
  partyWithOrder,
  readDish,
  placeCart,
  sendAct,
  done,
  listed,
  person,
} = desk;

type Dishes = readonly { readonly orderItemId: string; readonly quantity: number }[];

const moves = async (from: Pick<Order, 'id'>, dishes: Dishes, to?: Pick<Order, 'id'>, actId = nanoid()) =>
  await server.call(moveDishes, {
    ...till,
    body: { actId, orderId: from.id, dishes, ...(to && { toOrderId: to.id }) },
  });
const moved = async (...args: Parameters<typeof moves>) => expectData(await moves(...args));
const read = async (id: string) => await server.ask(staffOrder, { ...till, params: { id } });
const one = [{ orderItemId: '1-1', quantity: 1 }];
const linesOf = ({ orderItems }: Order) => orderItems.map(({ name, quantity }) => [name, quantity]);
const moneyOf = ({ subTotalAmount, totalChargeAmount, totalTaxAmount, totalAmount }: Order) => ({
  subTotalAmount,
  totalChargeAmount,
  totalTaxAmount,
  totalAmount,
});
/** A party that has ordered these pieces of the first three dishes. */
async function ordered(...pieces: readonly [first: number, second: number, third: number]) {
  const { phone, seat } = await createParty();
  const items = await Promise.all(pieces.map(async (_quantity, n) => await readDish(n)));
  await phone.send(...pieces.flatMap((quantity, n) => (quantity > 0 ? phone.add(items[n]!, quantity) : [])));
  return { phone, seat, order: await placeCart(phone) };
}

// CX85, CX16
test('both bills come to what they would if the dishes had been ordered like that', async () => {
  const [ann, bob] = [await ordered(3, 1, 0), await ordered(0, 0, 2)];
  const { order, to } = await moved(ann.order, [{ orderItemId: '1-1', quantity: 2 }], bob.order);
  expect(to).toEqual({ orderId: bob.order.id, serial: bob.order.serial });
  const [likeAnn, likeBob] = [(await ordered(1, 1, 0)).order, (await ordered(2, 0, 2)).order];
  const target = await read(to.orderId);
  expect(moneyOf(order)).toEqual(moneyOf(likeAnn));
  expect(moneyOf(target)).toEqual(moneyOf(likeBob));
  expect(linesOf(order)).toEqual(linesOf(likeAnn));
  expect(new Set(linesOf(target).map(String))).toEqual(new Set(linesOf(likeBob).map(String)));
  expect(target.orderItems.at(-1)).toMatchObject({ userId: ann.seat.userId, placedAt: ann.order.createAt });
});

// CX85
test('discounts stay with their bill: percent of what is on it, an amount as it was', async () => {
  const [ann, bob] = [await ordered(2, 1, 0), await ordered(0, 0, 1)];
  await done(ann.order, { type: 'orderDiscounted', percent: 10, reason: 'late' });
  await done(bob.order, { type: 'orderDiscounted', amount: '1.00', reason: 'late' });
  const { order, to } = await moved(ann.order, one, bob.order);
  const [likeAnn, likeBob] = [await ordered(1, 1, 0), await ordered(1, 0, 1)];
  const tenPercent = await done(likeAnn.order, { type: 'orderDiscounted', percent: 10, reason: 'late' });
  const oneOff = await done(likeBob.order, { type: 'orderDiscounted', amount: '1.00', reason: 'late' });
  expect(moneyOf(order)).toEqual(moneyOf(tenPercent));
  expect(moneyOf(await read(to.orderId))).toEqual(moneyOf(oneOff));
});

// CX85
test('a new bill at the same table: same rates, no guests; the next round joins the first bill', async () => {
  const { phone, order: before, seat } = await partyWithOrder();
  const staff = await person('Mo');
  const body = { actId: nanoid(), orderId: before.id, dishes: one };
  const { order, to, undoUntil } = await server.ask(moveDishes, { ...staff, body });
  expect(undoUntil).toBe(clock.now() + takeBackMs);
  expect(await server.ask(moveDishes, { ...staff, body })).toEqual({ order, to, undoUntil });
  const bill = await read(to.orderId);
  expect(bill).toMatchObject({
    tableId: before.tableId,
    guests: 0,
    serial: to.serial,
    currency: before.currency,
  });
  expect(linesOf(bill)).toEqual([[before.orderItems[0]!.name, 1]]);
  const { tickets } = await server.ask(kitchenScreen, { ...till, query: {} });
  expect(tickets.find(({ orderId }) => orderId === to.orderId)).not.toHaveProperty('guests');
  expect(await server.ask(getTableActiveOrder, seat)).toMatchObject({ id: before.id });
  await phone.send(phone.add(await readDish(2)));
  expect((await placeCart(phone)).id).toBe(before.id);
  const acts = (await readFulfilment(server.db, seat.sessionId)).filter(({ actId }) => actId === body.actId);
  expect(acts.map(({ type, by }) => [type, by.name])).toEqual([
    ['dishAdded', 'Mo'],
    ['dishVoided', 'Mo'],
  ]);
  expect(acts).toMatchObject([
    { orderId: to.orderId, movedFrom: { orderId: before.id } },
    { orderId: before.id, movedTo: { orderId: to.orderId } },
  ]);
});

// CX85, CX66
test('the kitchen’s ticket follows, with how far each piece is; nothing counts as voided', async () => {
  const [ann, bob] = [await ordered(3, 1, 0), await ordered(0, 0, 1)];
  await done(ann.order, { type: 'roundSent', round: 1 });
  await done(ann.order, { type: 'dishServed', orderItemId: '1-1', quantity: 1 });
  await done(ann.order, { type: 'dishReady', orderItemId: '1-1', quantity: 1 });
  const { to, order } = await moved(ann.order, [{ orderItemId: '1-1', quantity: 2 }], bob.order);
  expect(order.orderItems[0]).toMatchObject({
    quantity: 1,
    qtyServed: 1,
    qtyReady: 1,
    qtySentToKitchen: 1,
    qtyVoid: 0,
  });
  const target = await read(to.orderId);
  expect(target.orderItems.at(-1)).toMatchObject({
    quantity: 2,
    qtyServed: 0,
    qtyReady: 1,
    qtySentToKitchen: 2,
  });
  const { tickets } = await server.ask(kitchenScreen, { ...till, query: {} });
  const ofBob = tickets.find(({ orderId }) => orderId === bob.order.id)!;
  expect(ofBob.dishes.map(({ line }) => line.quantity)).toEqual([1, 2]);
  const ofAnn = tickets.find(({ orderId }) => orderId === ann.order.id)!;
  expect(ofAnn.dishes.some(({ justVoided }) => justVoided)).toBe(false);
});

// CX85, A3
test('one act undoes it on both bills; a new bill is gone again, an emptied one is back', async () => {
  const { order: before } = await partyWithOrder();
  const first = nanoid();
  const { to } = await moved(before, one, undefined, first);
  const back = await done(before, { type: 'takenBack', actId: first });
  expect(moneyOf(back)).toEqual(moneyOf(before));
  expect(linesOf(back)).toEqual(linesOf(before));
  expect(await read(to.orderId)).toMatchObject({ status: orderStatus.cancelled, orderItems: [] });
  expect(await done(before, { type: 'takenBack', actId: first })).toMatchObject({
    totalAmount: before.totalAmount,
  });

  const [ann, bob] = [await ordered(1, 0, 0), await ordered(0, 1, 0)];
  const second = nanoid();
  const { order } = await moved(ann.order, one, bob.order, second);
  expect(order).toMatchObject({ status: orderStatus.cancelled, orderItems: [] });
  // From the other bill.
  await done(bob.order, { type: 'takenBack', actId: second });
  expect(await read(ann.order.id)).toMatchObject({ status: orderStatus.progressing, ...moneyOf(ann.order) });
  expect(moneyOf(await read(bob.order.id))).toEqual(moneyOf(bob.order));
});

// CX85
test('it is not undone once a moved dish has changed, or after a minute', async () => {
  const [ann, bob] = [await ordered(2, 0, 0), await ordered(0, 1, 0)];
  const actId = nanoid();
  const { to } = await moved(ann.order, one, bob.order, actId);
  const { id: orderItemId } = (await read(to.orderId)).orderItems.at(-1)!;
  const served = nanoid();
  await done(bob.order, { type: 'dishServed', orderItemId, quantity: 1, actId: served });
  expect(await sendAct(ann.order, { type: 'takenBack', actId })).toMatchObject(createRefusal('changed'));
  await done(bob.order, { type: 'takenBack', actId: served });
  clock.advance(takeBackMs + 1);
  expect(await sendAct(ann.order, { type: 'takenBack', actId })).toMatchObject(createRefusal('tooLate'));
});

// CX85
test('a dish that is paid for does not move, and no bill falls below what was paid', async () => {
  const [ann, bob] = [await ordered(2, 1, 0), await ordered(0, 0, 1)];
  const { userId } = ann.seat;
  const share = nanoid();
  await done(ann.order, { type: 'orderPaid', amount: '1.00', method: 'card', share: userId, actId: share });
  expect(await moves(ann.order, one, bob.order)).toMatchObject(createRefusal('dishPaid'));
  await done(ann.order, { type: 'takenBack', actId: share });
  const { owed } = (await listed(ann.order))!;
  await done(ann.order, { type: 'orderPaid', amount: owed, method: 'card' });
  expect(await moves(ann.order, one, bob.order)).toMatchObject(createRefusal('belowPaid'));
  await done(ann.order, { type: 'orderRefunded', dishes: one, method: 'card', reason: 'cold' });
  expect(await moves(ann.order, [{ orderItemId: '1-1', quantity: 2 }])).toMatchObject(
    createRefusal('dishPaid'),
  );
  expect(linesOf(await read(bob.order.id))).toEqual(linesOf(bob.order));
  // Part of it is paid, and what stays is worth more.
  const cem = await ordered(2, 1, 0);
  await done(cem.order, { type: 'orderPaid', amount: '1.00', method: 'card' });
  const { order } = await moved(cem.order, one, bob.order);
  expect(order).toMatchObject({ paymentsTotal: '1.00' });
  expect(await read(bob.order.id)).toMatchObject({ paymentsTotal: '0.00' });
});

// CX85
test('refused: other rates, closed bills, unknown or too many dishes, the same bill', async () => {
  const ann = await ordered(2, 1, 0);
  const restore = await changeSettings(server, { serviceChargeRate: '0.15' });
  const other = await ordered(1, 0, 0);
  await restore();
  expect(await moves(ann.order, one, other.order)).toMatchObject(createRefusal('otherTerms'));
  expect(await moves(ann.order, [{ orderItemId: '9-9', quantity: 1 }])).toMatchObject(
    createRefusal('noSuchDish'),
  );
  expect(await moves(ann.order, [{ orderItemId: '1-1', quantity: 3 }])).toMatchObject(
    createRefusal('alreadyDone'),
  );
  expect(await moves(ann.order, [...one, ...one, ...one]), 'one after the other').toMatchObject(
    createRefusal('alreadyDone'),
  );
  expect(await moves(ann.order, one, ann.order)).toMatchObject({ code: 400 });
  const bob = await ordered(1, 0, 0);
  await done(bob.order, {
    type: 'orderClosed',
    outcome: 'cancelled',
    reason: '',
    owed: bob.order.totalAmount,
    unsent: 1,
  });
  expect(await moves(ann.order, one, bob.order)).toMatchObject(createRefusal('orderClosed'));
  expect(await moves(bob.order, one, ann.order)).toMatchObject(createRefusal('orderClosed'));
});

// CX85
test('two waiters who move the same pieces move them once; there and back at once ends in one place', async () => {
  const [ann, bob] = [await ordered(1, 1, 0), await ordered(0, 0, 1)];
  const both = await Promise.all([moves(ann.order, one, bob.order), moves(ann.order, one, bob.order)]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  await Promise.all([
    moves(ann.order, [{ orderItemId: '1-2', quantity: 1 }], bob.order),
    moves(bob.order, [{ orderItemId: '1-1', quantity: 1 }], ann.order),
  ]);
  const [annAfter, bobAfter] = [await read(ann.order.id), await read(bob.order.id)];
  const pieces = [...annAfter.orderItems, ...bobAfter.orderItems].reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  );
  expect(pieces).toBe(3);
});

// CX85, A5
test('a dish of a joint bill moves, too; the tables cannot be split until that is undone; figures keep every dish', async () => {
  const [ann, bob] = [await ordered(1, 1, 0), await ordered(0, 0, 2)];
  clock.advance(1_000);
  const tables = { tableId: bob.seat.tableId, intoTableId: ann.seat.tableId };
  const merge = nanoid();
  const { sessionId } = await server.ask(mergeTables, { ...till, body: { actId: merge, ...tables } });
  const owner = await person('Ada');
  const count = async () => {
    const { counts, money } = (await server.ask(getNumbers, owner)).sums;
    return {
      dishes: money.dishes,
      voided: money.voided,
      voidedPieces: counts.voidedPieces,
      guests: counts.guests,
    };
  };
  const before = await count();
  clock.advance(1_000);
  const actId = nanoid();
  // The device still shows the order of the second party.
  const { order, to } = await moved(bob.order, one, undefined, actId);
  expect(order).toMatchObject({ id: ann.order.id });
  expect(linesOf(await read(to.orderId))).toEqual([[bob.order.orderItems[0]!.name, 1]]);
  expect(await count()).toEqual(before);
  const split = { ...till, body: { actId: merge, sessionId } };
  expect(await server.call(splitTables, split)).toMatchObject(createRefusal('paidSince'));
  await done(ann.order, { type: 'takenBack', actId });
  expect(await count()).toEqual(before);
  expect(await server.call(splitTables, split)).toMatchObject({ success: true });
  expect(moneyOf(await read(bob.order.id))).toEqual(moneyOf(bob.order));
});
