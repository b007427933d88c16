/** CX22, D52: the staff order for a table, on a real server and database. */
import { setTimeout } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { beforeAll, expect, test } from 'vitest';
import { actRefused, orderAtTable } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { moveTable } from '#contract/calls/tables.ts';
import { orderStatus } from '#contract/states.ts';
import type { Order } from '#contract/order-fields.ts';
import type { OrderNews } from '#contract/calls/webhooks.ts';
import { closePaid } from '#server/service/fulfilment/party/close-paid.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { inTransaction, lockSession } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf } from '../server-under-test.ts';
import { act, actOnOrder, paysAll, servesAll } from '../staff/acts.ts';
import { deskForTests } from './desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

beforeAll(async () => {
  // Nobody listens there: the deliveries stay in the table, where the tests read them.
  const address = { url: 'http://127.0.0.1:9/orders', secret: 'whsec_AAAA', is_on: 1, created_at: 0 };
  await server.db
    .insertInto('webhooks')
    .values({ id: 'till', merchant_id: '1001', ...address })
    .execute();
});

let tables = 0;

/** A table at which nobody sits. */
async function emptyTable() {
  tables += 1;
  clock.advance(61_000);
  const code = await freeTable();
  const table = (await server.ask(staffOverview, till)).tables.find(({ qrcodeId }) => qrcodeId === code)!;
  return { code, tableId: table.tableId };
}
const member = async () => await server.member(`21268${String(50_000 + tables)}`);
const dish = async () => itemFor((await dishes(server)).simple[0]!);
const orders = async (
  tableId: string,
  { actId = nanoid(), item, quantity = 1 }: { actId?: string; item?: unknown; quantity?: number } = {},
) =>
  await server.call(orderAtTable, {
    ...till,
    body: { actId, tableId, item: item ?? (await dish()), quantity },
  });
const takesBack = async (order: Pick<Order, 'id'>, actId: string) =>
  await server.call(actOnOrder, { ...till, ...act(order, { type: 'takenBack', actId }) });
const sessionAt = async (tableId: string) =>
  (await server.ask(staffOverview, till)).tables.find((table) => table.tableId === tableId)!.session;
/** What the webhook is told of an order, in order. */
const toldOf = async ({ id }: Pick<Order, 'id'>) => {
  const rows = await server.db
    .selectFrom('webhook_calls')
    .select('body')
    .where('order_id', '=', id)
    .execute();
  return rows
    .map(({ body }) => JSON.parse(body) as OrderNews)
    .toSorted((a, b) => a.order.rowVersion - b.order.rowVersion)
    .map(({ type, order: { orderItems } }) => [type, orderItems.length]);
};

// CX22, D52, D18
test('at a table where nobody sits: an order that phones who scan afterwards see and add to, and that is paid', async () => {
  const { code, tableId } = await emptyTable();
  const { order, undoUntil } = dataOf(await orders(tableId, { quantity: 2 }));
  expect(undoUntil).toBe(clock.now() + takeBackMs);
  const [line] = order.orderItems;
  expect(order).toMatchObject({ tableId, status: orderStatus.progressing, guests: 1 });
  expect(line).toMatchObject({ quantity: 2, round: 1, userId: 'desk', price: (await dish()).price });
  expect(Number(order.totalAmount), 'with the tax of the restaurant').toBeGreaterThan(
    2 * Number(line!.price),
  );
  expect(await toldOf(order)).toEqual([['order.placed', 1]]);

  const seat = await server.seat(await member(), code);
  expect(seat.sessionId).toBe((await sessionAt(tableId))!.id);
  expect(await server.ask(getTableActiveOrder, seat)).toMatchObject({ id: order.id });
  const phone = tablePhone(server, seat, `ro${tables}`);
  await phone.send(phone.add(await dish()));
  const placed = dataOf(await phone.place(`at-table-${tables}`)) as { order: Order };
  expect(placed.order).toMatchObject({ id: order.id });
  expect(new Set(placed.order.orderItems.map(({ round }) => round))).toEqual(new Set([1, 2]));
  dataOf(await server.call(actOnOrder, { ...till, ...act(order, { type: 'roundSent', round: 1 }) }));
  const paid = dataOf(await server.call(actOnOrder, { ...till, ...paysAll(placed.order) })).order;
  expect(paid.paymentsTotal).toBe(paid.totalAmount);
});

// D52
test('at a table that sits and has not ordered: its party and cart stay as they are; the next dish goes on the same order', async () => {
  const { code, tableId } = await emptyTable();
  const seat = await server.seat(await member(), code);
  const phone = tablePhone(server, seat, `ro${tables}`);
  await phone.send(phone.add(await dish(), 3));
  const first = dataOf(await orders(tableId)).order;
  const second = dataOf(await orders(tableId)).order;
  expect(second.id).toBe(first.id);
  expect(await sessionAt(tableId)).toMatchObject({ id: seat.sessionId, cartPieces: 3 });
  expect(await toldOf(first)).toEqual([
    ['order.placed', 1],
    ['order.changed', 2],
  ]);
});

// D52
test('a party that sits there goes on, however long nothing has happened', async () => {
  const { code, tableId } = await emptyTable();
  const seat = await server.seat(await member(), code);
  const phone = tablePhone(server, seat, `ro${tables}`);
  await phone.send(phone.add(await dish(), 2));
  clock.advance(12 * 60 * 60_000);
  dataOf(await orders(tableId));
  expect(await sessionAt(tableId)).toMatchObject({ id: seat.sessionId, cartPieces: 2 });
});

// D52
test.each(['ends', 'moves'])('while its party %s the order waits, and is the table’s own', async (what) => {
  const [to, { tableId }] = [await emptyTable(), await emptyTable()];
  dataOf(await orders(tableId));
  const { id: sessionId } = (await sessionAt(tableId))!;
  const tap = await inTransaction(server.db, async (trx) => {
    await lockSession(trx, sessionId);
    const answer = orders(tableId);
    await setTimeout(200);
    if (what === 'ends') await closeSession(trx, sessionId, { now: clock.now(), reason: 'paid' });
    else
      await trx
        .updateTable('table_sessions')
        .set({ table_id: to.tableId })
        .where('id', '=', sessionId)
        .execute();
    return { answer };
  });
  const { order } = dataOf(await tap.answer);
  expect(order).toMatchObject({ tableId });
  expect(order.orderItems).toHaveLength(1);
  expect((await sessionAt(tableId))!.id).not.toBe(sessionId);
});

// D45, D52
test('at a table that has paid, by a slip, and taken back: the party ends all the same', async () => {
  const { code, tableId } = await emptyTable();
  const { sessionId } = await server.seat(await member(), code);
  const { order } = dataOf(await orders(tableId));
  dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
  await servesAll(server, till, order);
  clock.advance(1_000);
  const actId = nanoid();
  const slip = dataOf(await orders(tableId, { actId })).order;
  expect(slip.id).not.toBe(order.id);
  clock.advance(takeBackMs - 1);
  expect(await closePaid(server.deps)).not.toContain(sessionId);
  dataOf(await takesBack(slip, actId));
  clock.advance(takeBackMs);
  expect(await closePaid(server.deps)).toContain(sessionId);
});

// A3
test('a tap twice, and two at once, are one dish on one order; of two waiters each adds theirs', async () => {
  const { tableId } = await emptyTable();
  const actId = nanoid();
  const taps = await Promise.all([orders(tableId, { actId }), orders(tableId, { actId })]);
  const ids = taps.map((tap) => dataOf(tap).order.id);
  expect(new Set(ids).size).toBe(1);
  expect(dataOf(await orders(tableId, { actId })).order.orderItems).toHaveLength(1);

  const other = await emptyTable();
  const both = await Promise.all([orders(other.tableId), orders(other.tableId)]);
  expect(new Set(both.map((tap) => dataOf(tap).order.id)).size).toBe(1);
  const { orders: all } = await server.ask(staffOverview, till);
  expect(all.filter((order) => order.tableId === other.tableId)).toMatchObject([{ pieces: 2 }]);
});

// CX22, D52, A3
test('taken back within a minute: order and party are gone; the same tap again opens nothing', async () => {
  const { tableId } = await emptyTable();
  const actId = nanoid();
  const { order } = dataOf(await orders(tableId, { actId }));
  const { id: sessionId } = (await sessionAt(tableId))!;
  expect(dataOf(await takesBack(order, actId)).order).toMatchObject({ status: orderStatus.cancelled });
  expect(dataOf(await takesBack(order, actId)).order).toMatchObject({ status: orderStatus.cancelled });
  expect(await sessionAt(tableId)).toBeNull();
  expect((await serviceOf(server.db, sessionId)).map(({ type }) => type)).toEqual([
    'dishAdded',
    'takenBack',
    'orderClosed',
    'sessionClosed',
  ]);
  expect((await toldOf(order)).map(([type]) => type)).toContain('order.cancelled');
  dataOf(await orders(tableId, { actId }));
  expect(await sessionAt(tableId)).toBeNull();

  const late = dataOf(await orders(tableId, { actId: 'late' })).order;
  clock.advance(takeBackMs + 1);
  expect(await takesBack(late, 'late')).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
});

// D52
test.each(['somebody has sat down', 'there is another dish', 'the party has moved'])(
  'taken back when %s: what has come since stays',
  async (what) => {
    const to = await emptyTable();
    const { code, tableId } = await emptyTable();
    const actId = nanoid();
    const { order } = dataOf(await orders(tableId, { actId }));
    const { id: sessionId } = (await sessionAt(tableId))!;
    if (what.startsWith('somebody')) await server.seat(await member(), code);
    if (what.startsWith('there')) dataOf(await orders(tableId));
    if (what.endsWith('moved'))
      await server.ask(moveTable, { ...till, body: { actId: nanoid(), tableId, toTableId: to.tableId } });
    const after = dataOf(await takesBack(order, actId)).order;
    const isKept = what.startsWith('there');
    expect(after.status).toBe(isKept ? orderStatus.progressing : orderStatus.cancelled);
    expect(after.orderItems.filter(({ quantity }) => quantity > 0)).toHaveLength(isKept ? 1 : 0);
    expect((await sessionAt(tableId))?.id).toBe(what.endsWith('moved') ? undefined : sessionId);
    expect(await sessionAt(to.tableId), 'nobody sits anywhere').toBeNull();
  },
);

test('a dish that is not on the menu opens nothing; a table that is not there is none', async () => {
  const { tableId } = await emptyTable();
  const item = { ...(await dish()), productId: 'no such dish' };
  expect(await orders(tableId, { item })).toMatchObject({ code: actRefused, data: { reason: 'notOnMenu' } });
  expect(await sessionAt(tableId)).toBeNull();
  expect(await orders('no such table')).toMatchObject({ code: codes.notFound });
});
