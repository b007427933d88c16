// @module-tag slow
/** Courses are held and fired (CX86). */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { readCourse, readHeldCourse } from '#contract/course.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { mergeTables } from '#contract/calls/tables.ts';
import { moveDishes } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import type { StoredCategory } from '#server/menu/whole-merchant.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { createItem } from '#testing/phones/table-phone.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { expectData } from '../server-under-test.ts';
import { changeSettings, createFulfilment, createRefusal } from '../fulfilment/fulfilment-for-tests.ts';

const { clock, server, till, createParty, placeCart, sendAct, done } = createFulfilment();

/** Gives two sections of the menu the courses 1 and 2. @returns a dish of each, and one of a section without a course */
async function createCourses() {
  const { categories } = await readWholeMenu(server.db, '1001', 'en-US');
  const plain = categories.flatMap(({ id, products }) => {
    const dish = products.find(({ modifierGroups, soldOut }) => modifierGroups.length === 0 && !soldOut);
    return dish ? [{ id, dish: createItem(dish) }] : [];
  });
  for (const [index, { id }] of plain.entries()) {
    const { body } = await server.db
      .selectFrom('categories')
      .select('body')
      .where('merchant_id', '=', '1001')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const section = JSON.stringify({
      ...(JSON.parse(body) as StoredCategory),
      course: index < 2 ? index + 1 : undefined,
    });
    await server.db
      .updateTable('categories')
      .set({ body: section })
      .where('merchant_id', '=', '1001')
      .where('id', '=', id)
      .execute();
  }
  const [soup, beef, tea] = plain.slice(0, 3).map(({ dish }) => dish);
  return { soup: soup!, beef: beef!, tea: tea! };
}

/** A party that ordered two soups (course 1), a beef (course 2) and a tea without a course. */
async function createMeal() {
  const { soup, beef, tea } = await createCourses();
  const party = await createParty();
  await party.phone.send(party.phone.add(soup, 2), party.phone.add(beef), party.phone.add(tea));
  const order = await placeCart(party.phone);
  const [first, second, drink] = [soup, beef, tea].map(
    ({ productId }) => order.orderItems.find((line) => line.productId === productId)!.id,
  );
  return { ...party, order, soup: first!, beef: second!, tea: drink!, items: { soup, beef, tea } };
}

const hold = (course = 2, round = 1) => ({ type: 'courseHeld', round, course, actId: nanoid() }) as const;
const fire = (course = 2) => ({ type: 'courseFired', course, actId: nanoid() }) as const;
const listHeld = ({ orderItems }: Order) =>
  orderItems.flatMap((line) => (readHeldCourse(line) === undefined ? [] : line.id));
const getLine = ({ orderItems }: Order, id: string) => orderItems.find((line) => line.id === id)!;

// CX86
test('a course is held and fired, each is undone, and a second one has nothing to do', async () => {
  const { seat, order, beef } = await createMeal();
  expect(order.orderItems.map(readCourse)).toEqual(expect.arrayContaining([1, 2, undefined]));
  const [held, fired] = [hold(), fire()];
  expect(listHeld(await done(order, held))).toEqual([beef]);
  expect(await sendAct(order, hold())).toMatchObject(createRefusal('alreadyDone'));
  expect(await sendAct(order, hold(3))).toMatchObject(createRefusal('noSuchDish'));
  expect(await sendAct(order, fire(1))).toMatchObject(createRefusal('alreadyDone'));
  expect(listHeld(await done(order, fired))).toEqual([]);
  expect(await sendAct(order, fire())).toMatchObject(createRefusal('alreadyDone'));
  expect(listHeld(await done(order, { type: 'takenBack', actId: fired.actId }))).toEqual([beef]);
  expect(listHeld(await done(order, { type: 'takenBack', actId: held.actId }))).toEqual([]);
  const events = await readFulfilment(server.db, seat.sessionId);
  expect(events[0]).toMatchObject({ type: 'courseHeld', dishes: [{ orderItemId: beef, quantity: 1 }] });
  const late = hold();
  await done(order, late);
  clock.advance(takeBackMs + 1);
  expect(await sendAct(order, { type: 'takenBack', actId: late.actId })).toMatchObject(
    createRefusal('tooLate'),
  );
});

// CX86
test('a held dish is not sent with its round, and its time counts from the moment it is fired', async () => {
  const { order, beef, soup } = await createMeal();
  await done(order, hold());
  const sent = await done(order, { type: 'roundSent', round: 1 });
  expect([soup, beef].map((id) => getLine(sent, id).qtySentToKitchen)).toEqual([2, 0]);
  expect(await sendAct(order, { type: 'roundSent', round: 1 })).toMatchObject(createRefusal('alreadyDone'));
  clock.advance(10 * 60_000);
  expect(getLine(await done(order, fire()), beef)).toMatchObject({
    qtySentToKitchen: 1,
    sentAt: clock.now(),
    firedAt: clock.now(),
  });
});

// CX86
test('a held dish can be voided, served and moved, and the diner reads that it waits', async () => {
  const { order, seat, beef, tea } = await createMeal();
  await done(order, hold());
  const read = expectData(await server.call(getOrderDetail, { ...seat, query: { orderId: order.id } }));
  expect(readHeldCourse(getLine(read, beef))).toBe(2);
  const moved = await server.ask(moveDishes, {
    ...till,
    body: { actId: nanoid(), orderId: order.id, dishes: [{ orderItemId: beef, quantity: 1 }] },
  });
  const { tickets } = await server.ask(kitchenScreen, till);
  const there = tickets.filter(({ orderId }) => orderId === moved.to.orderId).flatMap(({ dishes }) => dishes);
  expect(there.map(({ line }) => readHeldCourse(line))).toEqual([2]);
  const other = { id: moved.to.orderId };
  const served = await done(other, { type: 'dishServed', orderItemId: there[0]!.line.id, quantity: 1 });
  expect(listHeld(served)).toEqual([]);
  const again = await createMeal();
  await done(again.order, hold());
  const voided = await done(again.order, {
    type: 'dishVoided',
    orderItemId: again.beef,
    quantity: 1,
    reason: 'late',
  });
  expect(getLine(voided, again.beef)).toMatchObject({ quantity: 0, qtyVoid: 0 });
  expect(tea).not.toBe(beef);
});

// CX86
test('a course of a joint bill is held on both orders and fired with one act', async () => {
  const [a, b] = [await createMeal(), await createMeal()];
  const body = { actId: nanoid(), tableId: b.seat.tableId, intoTableId: a.seat.tableId };
  expectData(await server.call(mergeTables, { ...till, body }));
  await done(a.order, hold(2, 1));
  const both = await done(a.order, hold(2, 2));
  expect(listHeld(both)).toHaveLength(2);
  const fired = fire();
  expect(listHeld(await done(a.order, fired))).toEqual([]);
  expect(listHeld(await done(a.order, { type: 'takenBack', actId: fired.actId }))).toHaveLength(2);
});

// CX86
test('with the setting, later courses are held by themselves until the earlier ones are served', async () => {
  const restore = await changeSettings(server, { holdCourses: true });
  const { order, phone, soup, beef, items } = await createMeal();
  expect(listHeld(order)).toEqual([beef]);
  await phone.send(phone.add(items.beef));
  const further = await placeCart(phone);
  expect(listHeld(further)).toHaveLength(2);
  await done(order, { type: 'dishServed', orderItemId: soup, quantity: 2 });
  expect(listHeld(await done(order, fire()))).toEqual([]);
  await phone.send(phone.add(items.beef));
  expect(listHeld(await placeCart(phone))).toEqual([]);
  await restore();
});

// CX86
test('an order with a held dish that is paid stays open, and closing it names the dish', async () => {
  const { order, soup, tea } = await createMeal();
  await done(order, hold());
  await done(order, { type: 'roundSent', round: 1 });
  for (const [orderItemId, quantity] of [
    [soup, 2],
    [tea, 1],
  ] as const)
    await done(order, { type: 'dishServed', orderItemId, quantity });
  const paid = await done(order, { type: 'orderPaid', amount: order.totalAmount!, method: 'card' });
  expect(paid.status).toBe(order.status);
  const close = { type: 'orderClosed', outcome: 'completed', reason: 'left', owed: '0.00' } as const;
  expect(await sendAct(order, { ...close, unsent: 0 })).toMatchObject(
    createRefusal('changed', { unsent: 1 }),
  );
  expect((await done(order, { ...close, unsent: 1 })).status).not.toBe(order.status);
});
