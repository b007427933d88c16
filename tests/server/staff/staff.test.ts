// @module-tag slow
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getCart } from '#contract/calls/cart.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { takeBackMs } from '#contract/limits.ts';
import * as staff from '#contract/calls/staff.ts';
import { closeTable } from '#contract/calls/tables.ts';
import { paymentStatus, sendStatus } from '#contract/states.ts';
import { getTableByQrcode, negotiate } from '#contract/calls/table.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { act, actOnOrder, logInStaff } from './acts.ts';
import { expectData, type DinerAtTable, type Till } from '../server-under-test.ts';
import { createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';

const desk = createFulfilment();
const { clock, server, partyWithOrder, readDish, placeCart, listed, freeTable } = desk;

const password = 'counter 1001';

const clients: WebPubSubClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});

/** Joins a group and collects its messages. */
async function joinAndCollect(url: string, group: string) {
  const client = new WebPubSubClient(url, { autoReconnect: false, messageRetryOptions: { maxRetries: 0 } });
  clients.push(client);
  const got: { messageType: string; data: unknown }[] = [];
  client.on('group-message', ({ message }) => void got.push(message.data as (typeof got)[number]));
  await client.start();
  await client.joinGroup(group);
  return { client, got, types: () => got.map(({ messageType }) => messageType) };
}

async function joinAtSeat(seat: DinerAtTable) {
  const query = { userId: seat.userId, tableId: seat.tableId };
  const answer = await server.call(negotiate, { ...seat, query });
  return await joinAndCollect(expectData(answer), answer.envelope['group'] as string);
}

describe('login of the staff', () => {
  // CX10
  test('needs the merchant’s password, and sets a cookie that scripts and other sites cannot read', async () => {
    const answer = await server.call(staff.staffLogin, { body: { merchantId: '1001', password } });
    expect(expectData(answer)).toMatchObject({ merchantId: '1001', currency: 'USD' });
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^staff=\S+; Max-Age=\d+; Path=\/api\/staff; HttpOnly; SameSite=Strict, /);
    expect(cookie).toMatch(
      / staff-device-\w{12}=\S+; Max-Age=\d+; Path=\/api\/staff\/login; HttpOnly; SameSite=Strict$/,
    );
    const headers = { cookie: cookie.split(';', 1)[0]! };
    expect(await server.ask(staff.staffWhoAmI, { headers })).toMatchObject({ merchantId: '1001' });
    const stored = await server.db.selectFrom('staff_sessions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(/staff=([^;]+)/.exec(cookie)![1]!);
  });

  test.each([
    ['1001', 'wrong'],
    ['1001', ''],
    ['1002', password],
    ['4711', password],
  ])('of merchant %s with the password %o: 403', async (merchantId, given) => {
    const body = { merchantId, password: given };
    const answer = await server.call(staff.staffLogin, { body, address: '10.9.9.9' });
    expect(answer).toMatchObject({ success: false, status: 403, code: codes.forbidden });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('refuses a diner’s token; a logout and a long day end the session', async () => {
    const unauthorized = { success: false, status: 401 };
    expect(await server.call(staff.staffOverview, await server.guest())).toMatchObject(unauthorized);
    const basic = { headers: { authorization: 'Basic c3RhZmY6c3RhZmY=' } };
    expect(await server.call(staff.staffOverview, basic)).toMatchObject(unauthorized);
    const [here, late] = [await desk.person(), await desk.person()];
    const out = await server.call(staff.staffLogout, here);
    expect(out.headers.get('set-cookie')).toMatch(/^staff=; Max-Age=0;/);
    expect(await server.call(staff.staffWhoAmI, here)).toMatchObject(unauthorized);
    clock.advance(17 * 3_600_000);
    expect(await server.call(staff.staffWhoAmI, late)).toMatchObject(unauthorized);
  });
});

describe('an evening at the counter', () => {
  test('tables and orders; new dishes are marked apart from those that were sent', async () => {
    const mo = await desk.person();
    const { seat, phone, order } = await partyWithOrder();
    await phone.send(phone.add(await readDish(1), 3));
    const { tables } = await server.ask(staff.staffOverview, mo);
    expect(tables.find(({ tableId }) => tableId === seat.tableId)).toMatchObject({
      orderId: order.id,
      session: { id: seat.sessionId, diners: [{ isMember: true }], cartPieces: 3 },
    });
    expect(tables.filter(({ session }) => session === null).length).toBeGreaterThan(0);
    const { unSend, partiallySent } = sendStatus;
    expect(await listed(order)).toMatchObject({ pieces: 3, newPieces: 3, rounds: 1, sendStatus: unSend });
    await server.ask(actOnOrder, { ...mo, ...act(order, { type: 'roundSent', round: 1 }) });
    expect(await listed(order)).toMatchObject({ pieces: 3, newPieces: 0 });

    await phone.refresh();
    await placeCart(phone);
    expect(await listed(order)).toMatchObject({
      pieces: 6,
      newPieces: 3,
      rounds: 2,
      sendStatus: partiallySent,
    });
  });

  test('paid and served: one minute later the party’s session ends, its phones are notified, and the next party sees nothing of it', async () => {
    const { seat, order } = await partyWithOrder();
    const { types } = await joinAtSeat(seat);
    await desk.servesAll(order);
    await desk.paysAll(order);
    clock.advance(takeBackMs);
    expect(await endPaidSessions(server.deps)).toEqual([seat.sessionId]);
    const messageTypes = expect.arrayContaining(['orderChanged', 'tableClosed']) as string[];
    await vi.waitFor(() => expect(types()).toEqual(messageTypes));
    const query = { merchantId: '1001', browserId: 'b' };
    const over = { success: false, code: codes.tableUnavailable };
    expect(await server.call(getCart, { ...seat, query })).toMatchObject(over);
    const next = await server.seat(await server.guest(), seat.table.tableName);
    expect(next.sessionId).not.toBe(seat.sessionId);
    const theirs = await server.call(getOrderDetail, { ...next, query: { id: order.id } });
    expect(theirs).toMatchObject({ success: false });
  });

  test('paid while a round is being placed: the round is owed, or an order of its own, and the party stays', async () => {
    const { seat, phone, order } = await partyWithOrder();
    await phone.send(phone.add(await readDish(1)));
    const [second] = await Promise.all([placeCart(phone), desk.paysAll(order)]);
    const isOwn = second.id !== order.id;
    const params = { id: order.id };
    const first = await server.ask(staff.staffOrder, { ...desk.till, params });
    expect(first.orderItems).toHaveLength(isOwn ? 2 : 3);
    const { fullyPaid, partiallyPaid } = paymentStatus;
    expect(first.paymentStatus).toBe(isOwn ? fullyPaid : partiallyPaid);
    clock.advance(takeBackMs);
    expect(await endPaidSessions(server.deps)).not.toContain(seat.sessionId);
  });

  test('another QR code leads to the same party; a closed table notifies its phones, and has no order code', async () => {
    const qrcode = await freeTable();
    const seat = await server.seat(await server.guest(), qrcode);
    const at = { ...(await desk.person()), body: { tableId: seat.tableId } };
    const { qrcodeId } = await server.ask(staff.reissueQrcode, at);
    expect(qrcodeId).toMatch(/^[1-9]\d{11}$/);
    const guest = await server.guest();
    const old = await server.call(getTableByQrcode, { ...guest, params: { id: qrcode } });
    expect(old).toMatchObject({ status: 404 });
    expect((await server.seat(guest, qrcodeId)).sessionId).toBe(seat.sessionId);

    const { types } = await joinAtSeat(seat);
    expect(await server.ask(closeTable, at)).toMatchObject({ closed: true });
    await vi.waitFor(() => expect(types()).toContain('tableClosed'));
    expect(await server.ask(closeTable, at)).toMatchObject({ closed: false });
    expect(await server.codeOf(staff.showOrderCode, at)).toBe(codes.tableUnavailable);
  });

  test('a party with an open order keeps its table after the clear-table time', async () => {
    const { seat } = await partyWithOrder();
    clock.advance(121 * 60_000);
    const late = await server.seat(await server.guest(), seat.table.tableName);
    expect(late.sessionId).toBe(seat.sessionId);
  });

  test('the screens are notified of every change of their own merchant alone', async () => {
    const there = { merchantId: '1002', password: server.staffPassword, name: '' };
    const ours = await server.ask(staff.staffNegotiate, await desk.person());
    const theirs = await server.ask(staff.staffNegotiate, await logInStaff(server, there));
    const screen = await joinAndCollect(ours.url, ours.group);
    const other = await joinAndCollect(theirs.url, theirs.group);
    await partyWithOrder();
    await vi.waitFor(() => expect(screen.got.length).toBeGreaterThanOrEqual(1));
    expect(screen.got[0]).toMatchObject({ fromBrowserId: 'server', messageType: 'staffNews' });
    expect(other.got).toEqual([]);
  });
});

describe('sold out', () => {
  let till: Till;
  beforeAll(async () => void (till = await server.till('1001', ['soldOut'])));
  const readMenu = async () =>
    (await server.ask(getProductsByCategories, { query: { merchantId: '1001' } })).categories.flatMap(
      ({ products }) => products,
    );
  const mark = async (marked: { productId?: string; modifierIds?: string[] }, soldOut: boolean) =>
    await server.call(staff.setSoldOut, { ...till, body: { ...marked, soldOut } });
  const unknown = { code: codes.notFound, msg: expect.stringContaining('4711') as string };

  test('the menu shows it, every table of the merchant is notified, and repeating it changes nothing', async () => {
    const seat = await server.seat(await server.guest(), await freeTable());
    const { got } = await joinAtSeat(seat);
    const isSoldOut = async () => (await readMenu())[0]!.soldOut;
    const { id: productId } = (await readMenu())[0]!;
    for (const changed of [true, false])
      expect(expectData(await mark({ productId }, true))).toEqual({ changed });
    const data = { sessionId: seat.sessionId };
    const menuChanged = { fromBrowserId: 'server', messageType: 'menuChanged', data };
    await vi.waitFor(() => expect(got).toEqual([menuChanged]));
    expect(await isSoldOut()).toBe(true);
    expect(expectData(await mark({ productId }, false))).toEqual({ changed: true });
    await vi.waitFor(() => expect(got).toHaveLength(2));
    expect(await isSoldOut()).toBe(false);
    expect(await mark({ productId: '4711' }, true)).toMatchObject(unknown);
  });

  test('an option is sold out in every dish that has it; a dish without a required option is, too', async () => {
    const readDishesWith = async (group: string) =>
      (await readMenu()).filter(({ modifierGroups }) => modifierGroups.some(({ name }) => name === group));
    const readOptions = async (group: string, option?: string) =>
      (await readDishesWith(group))
        .flatMap(({ modifierGroups }) => modifierGroups.filter(({ name }) => name === group))
        .flatMap(({ modifiers }) => modifiers)
        .filter(({ name }) => option === undefined || name === option);
    const readEggs = async () => await readOptions('Add to the bowl', 'Soy-braised egg');
    const egg = (await readEggs()).map(({ id }) => id);
    expect(egg.length).toBeGreaterThan(5);
    for (const changed of [true, false])
      expect(expectData(await mark({ modifierIds: egg }, true))).toEqual({ changed });
    expect((await readEggs()).every(({ soldOut }) => soldOut)).toBe(true);
    // A dish stays on sale without an optional extra. Without any noodles there is no noodle dish.
    expect((await readDishesWith('Add to the bowl')).every(({ soldOut }) => soldOut)).toBe(false);
    const noodles = (await readOptions('Noodles')).map(({ id }) => id);
    expectData(await mark({ modifierIds: noodles }, true));
    expect((await readDishesWith('Noodles')).every(({ soldOut }) => soldOut)).toBe(true);
    expectData(await mark({ modifierIds: [...noodles, ...egg] }, false));
    expect((await readDishesWith('Noodles')).some(({ soldOut }) => soldOut)).toBe(false);
    expect(await mark({ modifierIds: [...egg, '4711'] }, true), 'all or nothing').toMatchObject(unknown);
    expect((await readEggs()).some(({ soldOut }) => soldOut)).toBe(false);
    expect(await mark({ productId: '1', modifierIds: egg }, true)).toMatchObject({ success: false });
  });
});
