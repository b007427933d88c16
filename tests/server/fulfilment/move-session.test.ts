// @module-tag slow
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { codes } from '#contract/codes.ts';
import { getCart } from '#contract/calls/cart.ts';
import { negotiate } from '#contract/calls/table.ts';
import { closeTable, moveTable, takeBackAtTable } from '#contract/calls/tables.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { expectData, type Till } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const { clock, server, till, createMember, createParty, readDish, placeCart, emptyTable, sessionAt, listed } =
  desk;

interface Move {
  readonly tableId: string;
  readonly toTableId: string;
  readonly actId?: string;
  readonly sessionId?: string;
}
const moveSession = async (body: Move, by: Till = till) =>
  await server.call(moveTable, { ...by, body: { actId: nanoid(), ...body } });
const takeBack = async (actId: string, sessionId: string) =>
  await server.call(takeBackAtTable, { ...till, body: { actId, sessionId } });

// CX19
test('cart, order and phones move: the diners keep ordering under the table that they scanned', async () => {
  const { seat, phone } = await createParty();
  const { userId, tableId: from, sessionId } = seat;
  const item = await readDish();
  await phone.send(phone.add(item, 2));
  const order = await placeCart(phone);
  await phone.send(phone.add(item));
  const { tableId, name, code } = await emptyTable();
  expect((await phone.refresh()).table).toBeUndefined();
  const moved = expectData(await moveSession({ tableId: from, toTableId: tableId }));
  expect(moved).toEqual({ sessionId, undoUntil: clock.now() + takeBackMs });

  expect((await phone.refresh()).table).toEqual({ tableName: name, qrcodeId: code });
  await phone.send(phone.add(item, 3));
  expect(await placeCart(phone)).toMatchObject({ id: order.id, tableId, tableName: name });
  await server.ask(negotiate, { ...seat, query: { userId, tableId: from } });
  expect(await listed(order)).toMatchObject({ tableId, rounds: 2 });
  const event = { type: 'tableMoved', tableId, from, by: { kind: 'system' } };
  expect((await readFulfilment(server.db, sessionId)).at(-1)).toMatchObject(event);
});

// S1
test('a scan of the old table opens another party there, and each phone stays with its own', async () => {
  const { seat, code, phone } = await createParty();
  await phone.send(phone.add(await readDish()));
  const to = await emptyTable();
  expectData(await moveSession({ tableId: seat.tableId, toTableId: to.tableId }));
  const next = await server.seat(await createMember(), code);
  expect(next.sessionId).not.toBe(seat.sessionId);
  expect((await phone.refresh()).sessionId).toBe(seat.sessionId);
  const query = { merchantId: '1001', browserId: 'b' };
  const unnamed = await server.ask(getCart, { ...seat, sessionId: undefined, query });
  expect(unnamed.sync?.sessionId, 'a phone that names no session is of its party').toBe(seat.sessionId);
  const stranger = await server.call(getCart, { ...next, sessionId: seat.sessionId });
  expect(stranger, 'a stranger who names the session').toMatchObject({ code: codes.tableUnavailable });
  expect((await server.seat(seat, code)).sessionId).toBe(next.sessionId);
  expect((await server.seat(seat, to.code)).sessionId).toBe(seat.sessionId);
});

// A3
test('refused with a message: an occupied table, an unused one, the same table, another restaurant’s table', async () => {
  const [{ seat }, other] = [await createParty(), await createParty()];
  const [to, empty] = [await emptyTable(), await emptyTable()];
  const { tableId } = seat;
  const move = { tableId, toTableId: to.tableId };
  expect(await moveSession({ tableId, toTableId: other.seat.tableId })).toMatchObject(
    createRefusal('tableTaken'),
  );
  expect(await moveSession({ ...move, tableId: empty.tableId })).toMatchObject(createRefusal('tableFree'));
  expect(await moveSession({ ...move, sessionId: other.seat.sessionId })).toMatchObject(
    createRefusal('tableFree'),
  );
  const same = await moveSession({ tableId, toTableId: tableId });
  expect(same).toMatchObject({ code: codes.badRequest, data: { path: 'body.toTableId' } });
  expect(await moveSession({ tableId, toTableId: 'nowhere' })).toMatchObject({ code: codes.notFound });
  expect(await moveSession(move, await server.till('1003'))).toMatchObject({ code: codes.notFound });
  await server.ask(closeTable, { ...till, body: { tableId } });
  expect(await moveSession(move)).toMatchObject(createRefusal('tableFree'));
  expect(await sessionAt(to.tableId)).toBeNull();
});

test('a repeated act moves once; of two waiters one moves', async () => {
  const { seat, code } = await createParty();
  const [one, two] = [await emptyTable(), await emptyTable()];
  const { tableId, sessionId } = seat;
  const tap = { tableId, toTableId: one.tableId, actId: 'tap' };
  const both = await Promise.all([moveSession(tap), moveSession(tap)]);
  expect(both.map((each) => expectData(each).sessionId)).toEqual([sessionId, sessionId]);
  // A slow copy of the tap arrives after other guests have sat down. They stay.
  const next = await server.seat(await createMember(), code);
  expectData(await moveSession(tap));
  expect((await sessionAt(tableId))!.id).toBe(next.sessionId);
  const race = await Promise.all([
    moveSession({ tableId: one.tableId, toTableId: two.tableId }),
    moveSession({ tableId, toTableId: two.tableId }),
  ]);
  expect(race.filter(({ success }) => success)).toHaveLength(1);
  const moved = (await readFulfilment(server.db, sessionId)).filter(({ type }) => type === 'tableMoved');
  expect(moved.length).toBe(race[0].success ? 2 : 1);
});

test('a move is undone within a minute, unless others sit there or it has moved on', async () => {
  const { seat, code, phone } = await createParty();
  const [one, two] = [await emptyTable(), await emptyTable()];
  const { tableId, sessionId, table } = seat;
  const expectMove = async (from: string, toTableId: string) => {
    const actId = nanoid();
    expectData(await moveSession({ tableId: from, toTableId, actId }));
    return actId;
  };
  const first = await expectMove(tableId, one.tableId);
  for (const _ of ['once', 'twice']) expectData(await takeBack(first, sessionId));
  expect((await sessionAt(tableId))!.id).toBe(sessionId);
  const { table: shown } = await phone.refresh();
  expect(shown, 'a phone that missed it gets it').toEqual({ tableName: table.tableName, qrcodeId: code });

  const second = await expectMove(tableId, one.tableId);
  const third = await expectMove(one.tableId, two.tableId);
  expect(await takeBack(second, sessionId)).toMatchObject(createRefusal('tooLate'));
  const next = await server.seat(await createMember(), one.code);
  expect(await takeBack(third, sessionId)).toMatchObject(createRefusal('tableTaken'));
  expect((await sessionAt(one.tableId))!.id).toBe(next.sessionId);
  expect((await sessionAt(two.tableId))!.id).toBe(sessionId);
  await server.ask(closeTable, { ...till, body: { tableId: one.tableId } });
  clock.advance(takeBackMs + 1);
  expect(await takeBack(third, sessionId)).toMatchObject(createRefusal('tooLate'));
});
