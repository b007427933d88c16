/** CX19: a party's session is ended by the staff, and opened again, on a real server and database. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { actRefused } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import { getCart } from '#contract/calls/cart.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { closeTable, takeBackAtTable } from '#contract/calls/tables.ts';
import type { Order } from '#contract/order-fields.ts';
import { owedOf, unsentOf } from '#server/ordering/orders/standing.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf } from '../server-under-test.ts';
import { deskForTests } from './desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

let parties = 0;

async function party() {
  parties += 1;
  clock.advance(61_000);
  const member = await server.member(`21259${String(50_000 + parties)}`);
  const code = await freeTable();
  const seat = await server.seat(member, code);
  const phone = tablePhone(server, seat, `rc${parties}`);
  return { member, code, seat, phone };
}

/** With an order that owes, and that the kitchen does not have. */
async function partyThatOwes() {
  const { seat, phone } = await party();
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!), 2));
  const { order } = dataOf(await phone.place(`close-placement-${parties}`)) as { order: Order };
  return { seat, order, left: { owed: owedOf(order), unsent: unsentOf(order) } };
}

const closes = async (body: Parameters<typeof bodyOf>[0]) => await server.call(closeTable, bodyOf(body));
const bodyOf = (body: {
  tableId: string;
  actId?: string;
  sessionId?: string;
  owed?: string;
  unsent?: number;
  reason?: string;
}) => ({ ...till, body });
const tableOf = async (tableId: string) =>
  (await server.ask(staffOverview, till)).tables.find((table) => table.tableId === tableId)!;

// CX19, A2
test('what a party owes and the kitchen lacks is named; it stays among the open ones', async () => {
  const { seat, order, left } = await partyThatOwes();
  const { tableId, sessionId } = seat;
  const refused = { code: actRefused, data: { reason: 'changed', ...left } };
  expect(await closes({ tableId })).toMatchObject(refused);
  expect(await closes({ tableId, ...left, owed: '0.01' })).toMatchObject(refused);
  expect(await closes({ tableId, ...left, unsent: 0 })).toMatchObject(refused);
  const done = dataOf(await closes({ tableId, ...left, actId: nanoid(), reason: 'left' }));
  expect(done).toEqual({ closed: true, undoUntil: clock.now() + takeBackMs });
  expect((await tableOf(tableId)).session).toBeNull();
  const { orders } = await server.ask(staffOverview, till);
  expect(orders.find(({ id }) => id === order.id)).toMatchObject({ isClosed: false, owed: left.owed });
  expect((await serviceOf(server.db, sessionId)).at(-1)).toMatchObject({
    type: 'sessionClosed',
    reason: 'left',
    by: { kind: 'system' },
    ...left,
  });
});

// A3
test('two waiters close once; whoever has sat down since stays', async () => {
  const { seat, code } = await party();
  const { tableId, sessionId } = seat;
  const tap = { tableId, sessionId, actId: nanoid() };
  const [one, other] = await Promise.all([closes(tap), closes({ ...tap, actId: nanoid() })]);
  expect(dataOf(one).closed).not.toBe(dataOf(other).closed);
  const next = await server.seat(await server.member(`21260${String(50_000 + parties)}`), code);
  // The same tap, on its way for long, and one of a screen that was not told.
  await closes(tap);
  await closes({ tableId, sessionId, actId: nanoid() });
  expect((await tableOf(tableId)).session?.id).toBe(next.sessionId);
  const closings = (await serviceOf(server.db, sessionId)).filter(({ type }) => type === 'sessionClosed');
  expect(closings).toHaveLength(1);
});

// CX19, A3
test('it is taken back for a minute: the party goes on with its cart, unless others sit there', async () => {
  const { seat, code, phone, member } = await party();
  const { tableId, sessionId } = seat;
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!), 2));
  const takesBack = async (actId: string) =>
    await server.call(takeBackAtTable, { ...till, body: { actId, sessionId } });
  const actId = nanoid();
  expect(await takesBack(actId)).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
  dataOf(await closes({ tableId, actId }));
  expect(await server.call(getCart, seat)).toMatchObject({ success: false });
  expect(dataOf(await takesBack(actId))).toEqual({ takenBack: true });
  expect(dataOf(await takesBack(actId))).toEqual({ takenBack: true });
  expect((await tableOf(tableId)).session).toMatchObject({ id: sessionId, cartPieces: 2 });
  expect((await server.seat(member, code)).sessionId).toBe(sessionId);

  const again = nanoid();
  dataOf(await closes({ tableId, actId: again }));
  const next = await server.seat(await server.member(`21261${String(50_000 + parties)}`), code);
  expect(await takesBack(again)).toMatchObject({ code: actRefused, data: { reason: 'tableTaken' } });
  expect((await tableOf(tableId)).session?.id).toBe(next.sessionId);
  dataOf(await closes({ tableId, sessionId: next.sessionId }));
  clock.advance(takeBackMs + 1);
  expect(await takesBack(again)).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
});
