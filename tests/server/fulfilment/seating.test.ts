// @module-tag slow
/** Staff seat guests, count them, note something about them, and part merged tables (CX84). */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { getGuests } from '#contract/calls/cart.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import {
  closeTable,
  mergeTables,
  noteTable,
  seatTable,
  setTableGuests,
  splitTables,
  tableNoteLength,
  takeBackAtTable,
} from '#contract/calls/tables.ts';
import { takeBackMs } from '#contract/limits.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { eraseEnded } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { expectData } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const {
  clock,
  server,
  till,
  createParty,
  readDish,
  placeCart,
  done,
  sessionAt,
  emptyTable,
  follows,
  person,
} = desk;

type Party = Awaited<ReturnType<typeof createParty>>;

const seats = async (tableId: string, guests = 4, actId = nanoid()) =>
  await server.call(seatTable, { ...till, body: { actId, tableId, guests } });
const takesBack = async (sessionId: string, actId: string) =>
  await server.call(takeBackAtTable, { ...till, body: { sessionId, actId } });
const counts = async (sessionId: string, guests: number) =>
  await server.call(setTableGuests, { ...till, body: { sessionId, guests } });
const notes = async (sessionId: string, note: string) =>
  await server.call(noteTable, { ...till, body: { sessionId, note } });
const merges = async (from: Party, into: Party) => {
  const actId = nanoid();
  const body = { actId, tableId: from.seat.tableId, intoTableId: into.seat.tableId };
  return { actId, ...(await server.ask(mergeTables, { ...till, body })) };
};
const splits = async ({ actId, sessionId }: { readonly actId: string; readonly sessionId: string }) =>
  await server.call(splitTables, { ...till, body: { actId, sessionId } });

// CX84
test('staff seat guests without an order; diners who scan join them, and the number stays', async () => {
  const { tableId, code } = await emptyTable();
  const staff = await person('Mo');
  const actId = nanoid();
  const body = { actId, tableId, guests: 5 };
  const { sessionId, undoUntil } = await server.ask(seatTable, { ...staff, body });
  expect(undoUntil).toBe(clock.now() + takeBackMs);
  expect(await server.ask(seatTable, { ...staff, body })).toEqual({ sessionId, undoUntil });
  expect(await sessionAt(tableId)).toMatchObject({ id: sessionId, guests: 5, diners: [] });
  expect(await seats(tableId)).toMatchObject(createRefusal('tableTaken'));
  const [seated] = await readFulfilment(server.db, sessionId);
  expect(seated).toMatchObject({ type: 'tableSeated', tableId, guests: 5, by: { name: 'Mo' } });
  const diner = await server.seat(await desk.createMember(), code);
  expect(diner.sessionId).toBe(sessionId);
  expect(await server.ask(getGuests, diner)).toEqual({ guests: 5 });
  expect(await takesBack(sessionId, actId)).toMatchObject(createRefusal('changed'));
});

// CX84
test('seating is undone within a minute while the table is unused; a free table is not freed twice', async () => {
  const { tableId } = await emptyTable();
  const first = nanoid();
  const data = expectData(await seats(tableId, 2, first));
  expect(await takesBack(data.sessionId, first)).toMatchObject({ data: { takenBack: true } });
  expect(await takesBack(data.sessionId, first)).toMatchObject({ data: { takenBack: true } });
  expect(await sessionAt(tableId)).toBeNull();
  const second = nanoid();
  const again = expectData(await seats(tableId, 2, second));
  clock.advance(takeBackMs + 1);
  expect(await takesBack(again.sessionId, second)).toMatchObject(createRefusal('tooLate'));
  expect(await seats(tableId, 0)).toMatchObject({ code: 400 });
  expect(await seats('nowhere')).toMatchObject({ code: 404 });
});

// CX84
test('the number of guests is set for phones, the open order and the kitchen', async () => {
  const { seat, phone } = await createParty();
  await phone.send(phone.guests(2), phone.add(await readDish()));
  const order = await placeCart(phone);
  expect(await counts(seat.sessionId, 6)).toMatchObject({ data: { guests: 6 } });
  expect(await server.ask(getGuests, seat)).toEqual({ guests: 6 });
  expect(await desk.listed(order)).toMatchObject({ guests: 6 });
  const { tickets } = await server.ask(kitchenScreen, { ...till, query: {} });
  expect(tickets.find(({ orderId }) => orderId === order.id)).toMatchObject({ guests: 6 });
  await phone.refresh();
  expect(phone.view().guests).toBe(6);
  await phone.send(phone.add(await readDish()));
  expect((await placeCart(phone)).guests).toBe(6);
  await server.ask(closeTable, { ...till, body: { tableId: seat.tableId, ...(await leftAt(seat.tableId)) } });
  expect((await counts(seat.sessionId, 3)).success).toBe(false);
});

/** What a waiter confirms when the table is closed. */
async function leftAt(tableId: string) {
  const { orders } = await server.ask(staffOverview, till);
  const [order] = orders.filter((each) => each.tableId === tableId);
  return { owed: order!.owed, unsent: order!.newPieces };
}

// CX84
test('a note is for all staff, moves with a merge, and is erased one minute after the end', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  expect(await notes(ann.seat.sessionId, ' birthday ')).toMatchObject({ data: { note: 'birthday' } });
  expect(await notes(bob.seat.sessionId, 'wheelchair')).toMatchObject({ success: true });
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ note: 'birthday' });
  const merge = await merges(bob, ann);
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ note: 'birthday / wheelchair' });
  expect((await splits(merge)).success).toBe(true);
  for (const { seat } of [ann, bob])
    expect(await sessionAt(seat.tableId)).toMatchObject({ note: 'birthday / wheelchair' });
  expect(await notes(bob.seat.sessionId, '')).toMatchObject({ data: { note: '' } });
  expect(await sessionAt(bob.seat.tableId)).not.toHaveProperty('note');
  for (const wrong of ['x'.repeat(tableNoteLength + 1), 'a\u001bb'])
    expect(await notes(ann.seat.sessionId, wrong)).toMatchObject({ code: 400 });
  await server.ask(closeTable, { ...till, body: { tableId: ann.seat.tableId } });
  const stored = async () =>
    await server.db
      .selectFrom('table_sessions')
      .select('note')
      .where('id', '=', ann.seat.sessionId)
      .executeTakeFirst();
  clock.advance(takeBackMs);
  await eraseEnded(server.deps);
  expect(await stored()).toEqual({ note: 'birthday / wheelchair' });
  clock.advance(1);
  await eraseEnded(server.deps);
  expect(await stored()).toEqual({ note: null });
});

// CX84, CX19
test('merged tables are split long after the minute, with the acts of each since then', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  await bob.phone.send(bob.phone.add(await readDish(), 2));
  const order = await placeCart(bob.phone);
  const merge = await merges(bob, ann);
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({
    merged: { actId: merge.actId, tableName: bob.seat.table.tableName },
  });
  clock.advance(30 * 60_000);
  await done(order, { type: 'dishServed', orderItemId: '1-1', quantity: 1 });
  expect(await takesBack(merge.sessionId, merge.actId)).toMatchObject(createRefusal('tooLate'));
  expect(await splits(merge)).toMatchObject({ data: { split: true } });
  expect(await splits(merge)).toMatchObject({ data: { split: true } });
  expect(await sessionAt(ann.seat.tableId)).not.toHaveProperty('merged');
  expect(await sessionAt(bob.seat.tableId)).toMatchObject({ id: bob.seat.sessionId });
  expect(await desk.listed(order)).toMatchObject({ tableId: bob.seat.tableId, unserved: 1 });
});

// CX84
test('tables are not split once they have ordered together, or if others sit at the table by now', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  const merge = await merges(bob, ann);
  const { phone } = await follows(bob);
  await phone.send(phone.add(await readDish()));
  await placeCart(phone);
  clock.advance(takeBackMs + 1);
  expect(await splits(merge)).toMatchObject(createRefusal('orderedSince'));
  const [cem, dan] = [await createParty(), await createParty()];
  const second = await merges(dan, cem);
  await server.seat(await server.guest(), dan.code);
  clock.advance(takeBackMs + 1);
  expect(await splits(second)).toMatchObject(createRefusal('tableTaken'));
  expect(await splits({ ...second, actId: 'unknown' })).toMatchObject(createRefusal('tooLate'));
});
