/** CX19: a party is set at another table, and back, on a real server and database. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { actRefused } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import { codes } from '#contract/codes.ts';
import { getCart } from '#contract/calls/cart.ts';
import { negotiate } from '#contract/calls/table.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { closeTable, moveTable, takeBackAtTable } from '#contract/calls/tables.ts';
import type { Order } from '#contract/order-fields.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf } from '../server-under-test.ts';
import { deskForTests } from './desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

let parties = 0;

async function party() {
  parties += 1;
  clock.advance(61_000);
  const member = await server.member(`21262${String(50_000 + parties)}`);
  const code = await freeTable();
  const seat = await server.seat(member, code);
  return { member, code, seat, phone: tablePhone(server, seat, `rm${parties}`) };
}

/** A table at which nobody sits. */
async function emptyTable() {
  const code = await freeTable();
  const table = (await server.ask(staffOverview, till)).tables.find(({ qrcodeId }) => qrcodeId === code)!;
  return { code, id: table.tableId, name: table.name };
}
const moves = async (body: { tableId: string; toTableId: string; actId?: string; sessionId?: string }) =>
  await server.call(moveTable, { ...till, body: { actId: nanoid(), ...body } });
const takesBack = async (actId: string, sessionId: string) =>
  await server.call(takeBackAtTable, { ...till, body: { actId, sessionId } });
const sessionAt = async (tableId: string) =>
  (await server.ask(staffOverview, till)).tables.find((table) => table.tableId === tableId)!.session?.id;
const dish = async () => itemFor((await dishes(server)).simple[0]!);

// CX19
test('cart, order and phones go along: they order on under the table that they scanned', async () => {
  const { seat, phone } = await party();
  const item = await dish();
  await phone.send(phone.add(item, 2));
  const { order } = dataOf(await phone.place(`moved-${parties}-1`)) as { order: Order };
  await phone.send(phone.add(item));
  const to = await emptyTable();
  expect((await phone.refresh()).table).toBeUndefined();
  const moved = dataOf(await moves({ tableId: seat.tableId, toTableId: to.id }));
  expect(moved).toEqual({ sessionId: seat.sessionId, undoUntil: clock.now() + takeBackMs });

  expect((await phone.refresh()).table).toEqual({ tableName: to.name, qrcodeId: to.code });
  await phone.send(phone.add(item, 3));
  const next = dataOf(await phone.place(`moved-${parties}-2`)) as { order: Order };
  expect(next.order).toMatchObject({ id: order.id, tableId: to.id, tableName: to.name });
  const query = { userId: seat.userId, tableId: seat.tableId };
  dataOf(await server.call(negotiate, { ...seat, query }));
  const { orders } = await server.ask(staffOverview, till);
  expect(orders.find(({ id }) => id === order.id)).toMatchObject({ tableId: to.id, rounds: 2 });
  expect((await serviceOf(server.db, seat.sessionId)).at(-1)).toMatchObject({
    type: 'tableMoved',
    tableId: to.id,
    from: seat.tableId,
    by: { kind: 'system' },
  });
});

// CX19, S1
test('whoever scans the old table opens another party there, and each phone stays with its own', async () => {
  const { seat, code, phone } = await party();
  await phone.send(phone.add(await dish()));
  const to = await emptyTable();
  dataOf(await moves({ tableId: seat.tableId, toTableId: to.id }));
  const next = await server.seat(await server.member(`21263${String(50_000 + parties)}`), code);
  expect(next.sessionId).not.toBe(seat.sessionId);
  expect((await phone.refresh()).sessionId).toBe(seat.sessionId);
  // A phone that names no session is still of its party.
  const unnamed = await server.ask(getCart, {
    ...seat,
    sessionId: undefined,
    query: { merchantId: '1001', browserId: 'b' },
  });
  expect(unnamed.sync?.sessionId).toBe(seat.sessionId);
  // A stranger to the party is not let in by naming it.
  expect(await server.call(getCart, { ...next, sessionId: seat.sessionId })).toMatchObject({
    code: codes.tableUnavailable,
  });
  expect((await server.seat(seat, code)).sessionId).toBe(next.sessionId);
  expect((await server.seat(seat, to.code)).sessionId).toBe(seat.sessionId);
});

// A3
test('refused in words: an occupied table, nobody there, the same table, another restaurant’s', async () => {
  const { seat } = await party();
  const other = await party();
  const to = await emptyTable();
  const { tableId } = seat;
  const taken = await moves({ tableId, toTableId: other.seat.tableId });
  expect(taken).toMatchObject({ code: actRefused, data: { reason: 'tableTaken' } });
  const nobody = { code: actRefused, data: { reason: 'tableFree' } };
  expect(await moves({ tableId: to.id, toTableId: (await emptyTable()).id })).toMatchObject(nobody);
  expect(await moves({ tableId, toTableId: to.id, sessionId: other.seat.sessionId })).toMatchObject(nobody);
  expect(await moves({ tableId, toTableId: tableId })).toMatchObject({
    code: codes.badRequest,
    data: { path: 'body.toTableId' },
  });
  expect(await moves({ tableId, toTableId: 'nowhere' })).toMatchObject({ code: codes.notFound });
  const theirs = await server.till('1003');
  const body = { actId: nanoid(), tableId, toTableId: to.id };
  expect(await server.call(moveTable, { ...theirs, body })).toMatchObject({ code: codes.notFound });
  dataOf(await server.call(closeTable, { ...till, body: { tableId } }));
  expect(await moves({ tableId, toTableId: to.id })).toMatchObject(nobody);
  expect(await sessionAt(to.id)).toBeUndefined();
});

// A3
test('the same act twice moves once; of two waiters one moves', async () => {
  const { seat, code } = await party();
  const [one, two] = [await emptyTable(), await emptyTable()];
  const { tableId, sessionId } = seat;
  const tap = { tableId, toTableId: one.id, actId: nanoid() };
  const both = await Promise.all([moves(tap), moves(tap)]);
  expect(both.map((each) => dataOf(each).sessionId)).toEqual([sessionId, sessionId]);
  // Others have sat down since: the same tap, on its way for long, leaves them where they are.
  const next = await server.seat(await server.member(`21264${String(50_000 + parties)}`), code);
  dataOf(await moves(tap));
  expect(await sessionAt(tableId)).toBe(next.sessionId);
  const race = await Promise.all([
    moves({ tableId: one.id, toTableId: two.id }),
    moves({ tableId, toTableId: two.id }),
  ]);
  expect(race.filter(({ success }) => success)).toHaveLength(1);
  const moved = (await serviceOf(server.db, sessionId)).filter(({ type }) => type === 'tableMoved');
  expect(moved.length).toBe(race[0].success ? 2 : 1);
});

// A3
test('it is taken back for a minute, unless others sit there or it has moved on', async () => {
  const { seat, code, phone } = await party();
  const [one, two] = [await emptyTable(), await emptyTable()];
  const { tableId, sessionId } = seat;
  const name = (await server.ask(staffOverview, till)).tables.find((each) => each.tableId === tableId)!.name;
  const first = nanoid();
  dataOf(await moves({ tableId, toTableId: one.id, actId: first }));
  dataOf(await takesBack(first, sessionId));
  dataOf(await takesBack(first, sessionId));
  expect(await sessionAt(tableId)).toBe(sessionId);
  expect((await phone.refresh()).table, 'who missed it hears it').toEqual({
    tableName: name,
    qrcodeId: code,
  });

  const [second, third] = [nanoid(), nanoid()];
  dataOf(await moves({ tableId, toTableId: one.id, actId: second }));
  dataOf(await moves({ tableId: one.id, toTableId: two.id, actId: third }));
  const tooLate = { code: actRefused, data: { reason: 'tooLate' } };
  expect(await takesBack(second, sessionId)).toMatchObject(tooLate);
  const next = await server.seat(await server.member(`21265${String(50_000 + parties)}`), one.code);
  expect(await takesBack(third, sessionId)).toMatchObject({
    code: actRefused,
    data: { reason: 'tableTaken' },
  });
  expect([await sessionAt(one.id), await sessionAt(two.id)]).toEqual([next.sessionId, sessionId]);
  dataOf(await server.call(closeTable, { ...till, body: { tableId: one.id } }));
  clock.advance(takeBackMs + 1);
  expect(await takesBack(third, sessionId)).toMatchObject(tooLate);
});
