// @module-tag slow
import { setTimeout } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { beforeAll, expect, test } from 'vitest';
import { orderAtTable } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import { moveTable } from '#contract/calls/tables.ts';
import { orderStatus } from '#contract/states.ts';
import type { Order } from '#contract/order-fields.ts';
import type { OrderWebhook } from '#contract/calls/webhooks.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { runInTransaction, lockSession } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const {
  clock,
  server,
  till,
  createMember,
  readDish,
  placeCart,
  sendAct,
  done,
  emptyTable,
  sessionAt,
  listed,
} = desk;

beforeAll(async () => {
  // Nothing listens at this address, so the deliveries stay in the database for the tests.
  const address = { url: 'http://127.0.0.1:9/orders', secret: 'whsec_AAAA', is_on: 1, created_at: 0 };
  await server.db
    .insertInto('webhooks')
    .values({ id: 'till', merchant_id: '1001', ...address })
    .execute();
});

const seatMember = async (code: string) => await server.seat(await createMember(), code);
const sendOrder = async (tableId: string, more: { actId?: string; item?: object; quantity?: number } = {}) =>
  await server.call(orderAtTable, {
    ...till,
    body: { actId: nanoid(), tableId, item: await readDish(), quantity: 1, ...more },
  });
const expectOrder = async (...asked: Parameters<typeof sendOrder>) =>
  expectData(await sendOrder(...asked)).order;
const takeBack = async (order: Pick<Order, 'id'>, actId: string) =>
  await sendAct(order, { type: 'takenBack', actId });
/** The webhook messages about an order, oldest first: the type and the number of dishes. */
const readWebhookCalls = async ({ id }: Pick<Order, 'id'>) => {
  const rows = await server.db
    .selectFrom('webhook_calls')
    .select('body')
    .where('order_id', '=', id)
    .execute();
  return rows
    .map(({ body }) => JSON.parse(body) as OrderWebhook)
    .toSorted((a, b) => a.order.rowVersion - b.order.rowVersion)
    .map(({ type, order: { orderItems } }) => [type, orderItems.length]);
};

// CX22, CA16
test('staff order at an unused table: phones that scan later see the order, add to it, and it is paid', async () => {
  const { code, tableId } = await emptyTable();
  const { order, undoUntil } = expectData(await sendOrder(tableId, { quantity: 2 }));
  expect(undoUntil).toBe(clock.now() + takeBackMs);
  const [line] = order.orderItems;
  expect(order).toMatchObject({ tableId, status: orderStatus.progressing, guests: 1 });
  expect(line).toMatchObject({ quantity: 2, round: 1, userId: 'desk', price: (await readDish()).price });
  const net = 2 * Number(line!.price);
  expect(Number(order.totalAmount), 'with the tax of the restaurant').toBeGreaterThan(net);

  const seat = await seatMember(code);
  expect(seat.sessionId).toBe((await sessionAt(tableId))!.id);
  expect(await server.ask(getTableActiveOrder, seat)).toMatchObject({ id: order.id });
  const phone = createTablePhone(server, seat, 'scans');
  await phone.send(phone.add(await readDish()));
  const placed = await placeCart(phone);
  expect(placed).toMatchObject({ id: order.id });
  expect(new Set(placed.orderItems.map(({ round }) => round))).toEqual(new Set([1, 2]));
  const sends = { type: 'roundSent', round: 1, actId: 'twice' } as const;
  await done(order, sends);
  await done(order, sends);
  await done(order, { type: 'dishServed', orderItemId: placed.orderItems[0]!.id, quantity: 1 });
  const paid = await desk.paysAll(placed);
  expect(paid.paymentsTotal).toBe(paid.totalAmount);
  expect(await readWebhookCalls(order)).toEqual([
    ['order.placed', 1],
    ['order.round-added', 2],
    ['order.sent', 2],
    ['order.changed', 2],
    ['order.paid', 2],
  ]);
});

test('staff order at a table without an order: its party and cart stay, and the next dish joins the order', async () => {
  const { code, tableId } = await emptyTable();
  const seat = await seatMember(code);
  const phone = createTablePhone(server, seat, 'sits');
  await phone.send(phone.add(await readDish(), 3));
  clock.advance(12 * 60 * 60_000);
  const first = await expectOrder(tableId);
  expect((await expectOrder(tableId)).id).toBe(first.id);
  expect(await sessionAt(tableId)).toMatchObject({ id: seat.sessionId, cartPieces: 3 });
  expect(await readWebhookCalls(first)).toEqual([
    ['order.placed', 1],
    ['order.changed', 2],
  ]);
});

test.each(['ends', 'moves'])('while its party %s the order waits, and belongs to the table', async (what) => {
  const [to, { tableId }] = [await emptyTable(), await emptyTable()];
  await expectOrder(tableId);
  const { id: sessionId } = (await sessionAt(tableId))!;
  const tap = await runInTransaction(server.db, async (trx) => {
    await lockSession(trx, sessionId);
    const answer = expectOrder(tableId);
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
  const order = await tap.answer;
  expect(order).toMatchObject({ tableId });
  expect(order.orderItems).toHaveLength(1);
  expect((await sessionAt(tableId))!.id).not.toBe(sessionId);
});

// CX19
test('staff order at a table whose payment was a mistake and is undone: the party still ends', async () => {
  const { code, tableId } = await emptyTable();
  const { sessionId } = await seatMember(code);
  const order = await expectOrder(tableId);
  await desk.paysAll(order);
  await desk.servesAll(order);
  clock.advance(1_000);
  const slip = await expectOrder(tableId, { actId: 'slip' });
  expect(slip.id).not.toBe(order.id);
  clock.advance(takeBackMs - 1);
  expect(await endPaidSessions(server.deps)).not.toContain(sessionId);
  expectData(await takeBack(slip, 'slip'));
  clock.advance(takeBackMs);
  expect(await endPaidSessions(server.deps)).toContain(sessionId);
});

// A3
test('a double tap, and two at once, are one dish on one order; of two waiters each adds their own', async () => {
  const { tableId } = await emptyTable();
  const tap = async () => await expectOrder(tableId, { actId: 'tap' });
  const taps = [...(await Promise.all([tap(), tap()])), await tap()];
  expect(new Set(taps.map(({ id }) => id)).size).toBe(1);
  expect(taps[2]!.orderItems).toHaveLength(1);

  const other = await emptyTable();
  const both = await Promise.all([expectOrder(other.tableId), expectOrder(other.tableId)]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  expect(await listed(both[0])).toMatchObject({ pieces: 2 });
});

// CX22
test('undone within a minute: order and party are gone, and the same tap again opens nothing', async () => {
  const { tableId } = await emptyTable();
  const order = await expectOrder(tableId, { actId: 'gone' });
  const { id: sessionId } = (await sessionAt(tableId))!;
  for (const _ of ['once', 'twice'])
    expect(expectData(await takeBack(order, 'gone')).order).toMatchObject({ status: orderStatus.cancelled });
  expect(await sessionAt(tableId)).toBeNull();
  const types = (await readFulfilment(server.db, sessionId)).map(({ type }) => type);
  expect(types).toEqual(['dishAdded', 'takenBack', 'orderClosed', 'sessionClosed']);
  expect((await readWebhookCalls(order)).map(([type]) => type)).toContain('order.cancelled');
  await expectOrder(tableId, { actId: 'gone' });
  expect(await sessionAt(tableId)).toBeNull();

  const late = await expectOrder(tableId, { actId: 'late' });
  clock.advance(takeBackMs + 1);
  expect(await takeBack(late, 'late')).toMatchObject(createRefusal('tooLate'));
});

test.each(['somebody has sat down', 'there is another dish', 'the party has moved'])(
  'undone when %s: later changes stay',
  async (what) => {
    const [to, { code, tableId }] = [await emptyTable(), await emptyTable()];
    const actId = nanoid();
    const order = await expectOrder(tableId, { actId });
    const { id: sessionId } = (await sessionAt(tableId))!;
    const [hasMoved, isKept] = [what.endsWith('moved'), what.startsWith('there')];
    if (hasMoved)
      await server.ask(moveTable, { ...till, body: { actId: nanoid(), tableId, toTableId: to.tableId } });
    else if (isKept) await expectOrder(tableId);
    else await seatMember(code);
    const after = expectData(await takeBack(order, actId)).order;
    expect(after.status).toBe(isKept ? orderStatus.progressing : orderStatus.cancelled);
    expect(after.orderItems.filter(({ quantity }) => quantity > 0)).toHaveLength(isKept ? 1 : 0);
    expect((await sessionAt(tableId))?.id).toBe(hasMoved ? undefined : sessionId);
    expect(await sessionAt(to.tableId), 'no table has a party').toBeNull();
  },
);

test('a dish that is not on the menu opens no order; an unknown table is refused', async () => {
  const { tableId } = await emptyTable();
  const item = { ...(await readDish()), productId: 'no such dish' };
  expect(await sendOrder(tableId, { item })).toMatchObject(createRefusal('notOnMenu'));
  expect(await sessionAt(tableId)).toBeNull();
  expect(await sendOrder('no such table')).toMatchObject({ code: codes.notFound });
});
