// @module-tag slow
/** What diners are allergic to: said once, on each of their dishes in the kitchen, and nowhere else (CX83). */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { getAllergy, setAllergy } from '#contract/calls/allergy.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { staffReceipt } from '#contract/calls/receipt.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import { closeTable, mergeTables, takeBackAtTable } from '#contract/calls/tables.ts';
import { allergyLength, readAllergy } from '#contract/allergy.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { createPaper } from '#server/service/kitchen/queue/create-paper.ts';
import { removeServiceNames, removeNames } from '#server/back-office/privacy/personal.ts';
import { eraseEnded } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { createTablePhone } from '#testing/phones/table-phone.ts';
import { changeSettings, createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData, type DinerAtTable } from '../server-under-test.ts';

const {
  clock,
  server,
  till,
  createMember,
  createParty,
  readDish,
  placeCart,
  sendAct,
  done,
  sessionAt,
  emptyTable,
} = createFulfilment();

const says = async (seat: DinerAtTable, allergy: string) =>
  (await server.ask(setAllergy, { ...seat, body: { allergy } })).allergy;
const allergyOf = async (seat: DinerAtTable) => (await server.ask(getAllergy, seat)).allergy;
const allergiesOf = ({ orderItems }: Order) => orderItems.map(readAllergy);
const asStaff = async ({ id }: Pick<Order, 'id'>) =>
  await server.ask(staffOrder, { ...till, params: { id } });
const ticketsOf = async ({ id }: Pick<Order, 'id'>) =>
  (await server.ask(kitchenScreen, { ...till, query: {} })).tickets.filter(({ orderId }) => orderId === id);

/** Another member at the table of a party. */
async function joins(code: string, replica: string) {
  const seat = await server.seat(await createMember(), code);
  return { seat, phone: createTablePhone(server, seat, replica) };
}

// CX83
test('an allergy note is on each dish of the diner, whoever orders; others at the table do not see it', async () => {
  const { seat: ann, phone, code } = await createParty();
  const { seat: bob, phone: bobs } = await joins(code, 'allergy-bob');
  expect(await allergyOf(ann)).toBe('');
  expect(await says(ann, '  peanuts ')).toBe('peanuts');
  await phone.send(phone.add(await readDish()));
  await bobs.send(bobs.add(await readDish(1)));
  await bobs.refresh();
  const order = await placeCart(bobs);
  expect(allergiesOf(order)).toEqual(['', '']);
  expect(allergiesOf(await server.ask(getOrderDetail, { ...ann, query: { id: order.id } }))).toEqual([
    '',
    '',
  ]);
  const whole = await asStaff(order);
  expect(whole.orderItems.map((line) => [line.userId === ann.userId, readAllergy(line)])).toEqual(
    expect.arrayContaining([[true, 'peanuts'], [false, '']]),
  ); // prettier-ignore
  const [ticket] = await ticketsOf(order);
  expect(ticket).toMatchObject({ guests: 1 });
  expect(ticket!.dishes.map(({ line }) => readAllergy(line)).toSorted()).toEqual(['', 'peanuts']);
  const { rows } = await server.ask(staffReceipt, { ...till, body: { orderId: order.id } });
  expect(JSON.stringify(rows)).not.toContain('peanuts');
  const { diners } = (await sessionAt(ann.tableId))!;
  expect(new Map(diners.map(({ userId, allergy }) => [userId, allergy]))).toEqual(
    new Map([
      [ann.userId, 'peanuts'],
      [bob.userId, undefined],
    ]),
  );
});

// CX83
test('a later round has the diner’s newest note; "" removes it; too long or with control characters is refused', async () => {
  const { seat, phone } = await createParty();
  await says(seat, 'eggs');
  await phone.send(phone.add(await readDish()));
  await placeCart(phone);
  await says(seat, '');
  await phone.send(phone.add(await readDish()));
  expect(allergiesOf(await asStaff(await placeCart(phone)))).toEqual(['eggs', '']);
  for (const allergy of ['x'.repeat(allergyLength + 1), 'a\u001bb'])
    expect(await server.call(setAllergy, { ...seat, body: { allergy } })).toMatchObject({ code: 400 });
  expect(await says(seat, 'x'.repeat(allergyLength))).toHaveLength(allergyLength);
});

// CX83
test('staff set it on a dish that they add', async () => {
  const { phone } = await createParty();
  await phone.send(phone.add(await readDish()));
  const order = await placeCart(phone);
  const { orderItems } = await done(order, {
    type: 'dishAdded',
    item: await readDish(1),
    quantity: 2,
    userId: '',
    allergy: ' nuts ',
  });
  expect(orderItems.map(readAllergy)).toEqual(['', 'nuts']);
  const { tableId } = await emptyTable();
  const body = { actId: nanoid(), tableId, item: await readDish(), quantity: 1, allergy: 'soy' };
  expect(allergiesOf((await server.ask(orderAtTable, { ...till, body })).order)).toEqual(['soy']);
  const wrong = {
    type: 'dishAdded',
    item: await readDish(),
    quantity: 1,
    userId: '',
    allergy: 'x'.repeat(61),
  } as const;
  expect(await sendAct(order, wrong)).toMatchObject({ code: 400 });
});

// CX83
test('the ticket of a station shows it, with the dish’s allergens and the number of guests', async () => {
  const stations = [{ id: 'kitchen', name: { 'en-US': 'Kitchen' } }];
  const restore = await changeSettings(server, { stations });
  const { seat, phone } = await createParty();
  await says(seat, 'sesame');
  await phone.send(phone.guests(5), phone.add(await readDish()));
  const order = await placeCart(phone);
  const printer = { id: 'p', language: 'en-US', charset: 'latin', columns: 48 } as never;
  const station = { ...stations[0]!, printer };
  const job = { order_id: order.id, merchant_id: '1001', round: 1, created_at: 0, begun_at: null, body: '{"kind":"round"}' } as never; // prettier-ignore
  const all = { all: [station], stationOf: () => 'kitchen' } as never;
  const paper = await createPaper(server.deps, { job, station, printer, stations: all });
  expect(paper).toMatchObject({ ticket: { guests: 5, lines: [{ allergy: 'sesame' }] } });
  await restore();
});

// CX83
test('it moves with merged tables, and is erased one minute after the session has ended', async () => {
  const [into, from] = [await createParty(), await createParty()];
  await says(from.seat, 'fish');
  const actId = nanoid();
  const tables = { tableId: from.seat.tableId, intoTableId: into.seat.tableId };
  const { sessionId } = await server.ask(mergeTables, { ...till, body: { actId, ...tables } });
  const dinersOf = async (tableId: string) =>
    (await sessionAt(tableId))!.diners.flatMap(({ allergy }) => allergy ?? []);
  expect(await dinersOf(into.seat.tableId)).toEqual(['fish']);
  await server.ask(takeBackAtTable, { ...till, body: { actId, sessionId } });
  expect(await dinersOf(into.seat.tableId)).toEqual([]);
  expect(await dinersOf(from.seat.tableId)).toEqual(['fish']);
  const closing = nanoid();
  const close = { actId: closing, tableId: from.seat.tableId };
  expectData(await server.call(closeTable, { ...till, body: close }));
  const stored = async () =>
    (
      await server.db
        .selectFrom('session_members')
        .select('allergy')
        .where('user_id', '=', from.seat.userId)
        .where('allergy', 'is not', null)
        .execute()
    ).map(({ allergy }) => allergy);
  clock.advance(takeBackMs - 1);
  await eraseEnded(server.deps);
  expect(new Set(await stored())).toEqual(new Set(['fish']));
  clock.advance(2);
  await eraseEnded(server.deps);
  expect(await stored()).toEqual([]);
});

// CX83
test('a deleted account leaves no note on orders and events', () => {
  const line = { userId: 'u1', allergy: 'nuts', orderItems: [{ userId: 'u2', allergy: 'fish' }] };
  expect(removeNames(line, new Set(['u1']))).toEqual({
    userId: 'u1',
    allergy: '',
    orderItems: [{ userId: 'u2', allergy: 'fish' }],
  });
  const common = { id: 'desk:1', at: 0, actId: 'a', by: { kind: 'staff', name: 'Wei' } } as const;
  const added = { ...common, type: 'dishAdded', userId: 'u1', allergy: 'nuts' };
  expect(removeServiceNames(added, new Set(['u1']))).toMatchObject({ allergy: '' });
});

// CX83
test('a guest who logs in keeps it', async () => {
  const { code } = await createParty();
  const guest = await server.seat(await server.guest(), code);
  await says(guest, 'milk');
  const now = await server.member('2125850001', { asGuest: guest });
  expect(await allergyOf({ ...guest, ...now, tableId: guest.tableId, sessionId: guest.sessionId })).toBe(
    'milk',
  );
});
