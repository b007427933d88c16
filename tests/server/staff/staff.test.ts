// @module-tag slow
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { getCart } from '#contract/calls/cart.ts';
import { getProductsByCategories } from '#contract/calls/merchant.ts';
import type { Order } from '#contract/order-fields.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { actRefused } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import * as staff from '#contract/calls/staff.ts';
import * as kitchen from '#contract/calls/kitchen.ts';
import * as tables from '#contract/calls/tables.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { getTableByQrcode, negotiate } from '#contract/calls/table.ts';
import { closePaid } from '#server/service/fulfilment/party/close-paid.ts';
import { act, actOnOrder, closes, paysAll, servesAll } from './acts.ts';
import { dishes, freeTables, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import {
  dataOf,
  fakeClock,
  sharedServer,
  type CallOptions,
  type DinerAtTable,
  type Till,
} from '../server-under-test.ts';

const password = 'counter 1001';

const clock = fakeClock();
const server = sharedServer({
  clock,
  environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': password }) },
});
const freeTable = freeTables(server);

/** The header Cookie of somebody who has logged in. */
async function loggedIn(merchantId = '1001', given = password): Promise<string> {
  logins += 1;
  const address = `10.8.0.${logins}`;
  const answer = await server.call(staff.staffLogin, { address, body: { merchantId, password: given } });
  dataOf(answer);
  return answer.headers.get('set-cookie')!.split(';', 1)[0]!;
}

/** A call of the staff's screen. */
async function at<Params, Query, Body, Data>(
  cookie: string,
  call: Call<Params, Query, Body, Data>,
  options: CallOptions = {},
) {
  return await server.call(call, { ...options, headers: { cookie } });
}

let phones = 0;
let logins = 0;
let placements = 0;
const nextPlacement = () => `staff-placement-${(placements += 1)}`;

/** A party that has ordered one dish, with the order. */
async function partyWithOrder() {
  phones += 1;
  clock.advance(61_000);
  const member = await server.member(`21256${String(50_000 + phones)}`);
  const seat = await server.seat(member, await freeTable());
  const phone = tablePhone(server, seat, `rs${phones}`);
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!), 2));
  const placed = dataOf(await phone.place(nextPlacement()));
  return { seat, phone, order: (placed as { order: Order }).order };
}

async function tableGroupOf(seat: DinerAtTable) {
  const query = { userId: seat.userId, tableId: seat.tableId };
  const answer = await server.call(negotiate, { ...seat, query });
  return await listening(dataOf(answer), answer.envelope['group'] as string);
}

async function listening(url: string, group: string) {
  const client = new WebPubSubClient(url, { autoReconnect: false, messageRetryOptions: { maxRetries: 0 } });
  const got: { messageType: string; data: unknown }[] = [];
  client.on('group-message', ({ message }) => void got.push(message.data as (typeof got)[number]));
  await client.start();
  await client.joinGroup(group);
  return { client, got };
}

describe('who gets in', () => {
  // CX10
  test('the password of the merchant, and a cookie that scripts and other sites never see', async () => {
    const answer = await server.call(staff.staffLogin, { body: { merchantId: '1001', password } });
    expect(dataOf(answer)).toMatchObject({ merchantId: '1001', currency: 'USD' });
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^staff=\S+; Max-Age=\d+; Path=\/api\/staff; HttpOnly; SameSite=Strict, /);
    expect(cookie).toMatch(
      / staff-device-\w{12}=\S+; Max-Age=\d+; Path=\/api\/staff\/login; HttpOnly; SameSite=Strict$/,
    );
    const me = await at(cookie.split(';', 1)[0]!, staff.staffWhoAmI);
    expect(dataOf(me).merchantId).toBe('1001');
    const kept = await server.db.selectFrom('staff_sessions').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(/staff=([^;]+)/.exec(cookie)![1]!);
  });

  test.each([
    ['1001', 'wrong'],
    ['1001', ''],
    ['1002', password],
    ['4711', password],
  ])('merchant %s with the password %o: 403', async (merchantId, given) => {
    const answer = await server.call(staff.staffLogin, {
      body: { merchantId, password: given },
      address: '10.9.9.9',
    });
    expect(answer).toMatchObject({ success: false, status: 403, code: codes.forbidden });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('where none is configured, the one that the start prints', async () => {
    const cookie = await loggedIn('1002', server.staffPassword);
    expect(dataOf(await at(cookie, staff.staffWhoAmI)).merchantId).toBe('1002');
  });

  const wrong = [
    ['nobody', {}],
    ['a made-up cookie', { cookie: 'staff=made-up' }],
    ['a made-up token', { authorization: 'Bearer lst_made-up', merchantId: '1001' }],
    ['no bearer', { authorization: 'Basic c3RhZmY6c3RhZmY=' }],
  ] as const;
  const calls: [Call<never, never, never>, object][] = [
    [staff.staffWhoAmI, {}],
    [staff.staffOverview, {}],
    [staff.staffOrder, { params: { id: 'o1' } }],
    [actOnOrder, act({ id: 'o1' }, { type: 'roundSent', round: 1 })],
    [staff.setSoldOut, { body: { productId: '1', soldOut: true } }],
    [staff.showOrderCode, { body: { tableId: '1' } }],
    [tables.closeTable, { body: { tableId: '1' } }],
    [kitchen.kitchenScreen, {}],
    [kitchen.printAgain, { body: { actId: 'x', orderId: 'o1', round: 1 } }],
    [tables.takeBackAtTable, { body: { actId: 'x', sessionId: 's1' } }],
    [staff.reissueQrcode, { body: { tableId: '1' } }],
    [staff.staffNegotiate, {}],
    [staff.staffLogoutEverywhere, {}],
    [staff.listStaffTokens, {}],
    [staff.createStaffToken, { body: { name: 'till', scopes: ['settle'] } }],
    [staff.revokeStaffToken, { body: { id: '1' } }],
  ] as unknown as [Call<never, never, never>, object][];
  test.each(wrong)('%s may call nothing', async (_who, headers) => {
    for (const [call, options] of calls)
      expect(await server.call(call, { ...options, headers }), call.path).toMatchObject({
        success: false,
        status: 401,
      });
  });

  test('a diner’s token opens nothing here; a logout and a long day end the session', async () => {
    const diner = await server.guest();
    expect(await server.call(staff.staffOverview, { ...diner })).toMatchObject({ status: 401 });
    const cookie = await loggedIn();
    const out = await at(cookie, staff.staffLogout);
    expect(out.headers.get('set-cookie')).toMatch(/^staff=; Max-Age=0;/);
    expect(await at(cookie, staff.staffWhoAmI)).toMatchObject({ status: 401 });
    const late = await loggedIn();
    clock.advance(17 * 3_600_000);
    expect(await at(late, staff.staffWhoAmI)).toMatchObject({ status: 401 });
  });
});

describe('an evening at the counter', () => {
  test('tables and orders; new dishes are told apart from those that the kitchen has', async () => {
    const cookie = await loggedIn();
    const { seat, phone, order } = await partyWithOrder();
    const { simple } = await dishes(server);
    await phone.send(phone.add(itemFor(simple[1]!), 3));
    const overview = dataOf(await at(cookie, staff.staffOverview));
    const table = overview.tables.find(({ tableId }) => tableId === seat.tableId)!;
    expect(table).toMatchObject({
      orderId: order.id,
      session: { id: seat.sessionId, diners: [{ isMember: true }], cartPieces: 3 },
    });
    expect(overview.tables.filter(({ session }) => session === null).length).toBeGreaterThan(0);
    const listed = () =>
      at(cookie, staff.staffOverview).then((answer) =>
        dataOf(answer).orders.find(({ id }) => id === order.id)!,
      );
    expect(await listed()).toMatchObject({
      pieces: 2,
      newPieces: 2,
      rounds: 1,
      sendStatus: sendStatus.unSend,
    });

    const send = act(order, { type: 'roundSent', round: 1 });
    const sent = dataOf(await at(cookie, actOnOrder, send)).order;
    expect(sent).toMatchObject({ sendStatus: sendStatus.allSent, rowVersion: order.rowVersion + 1 });
    expect(await listed()).toMatchObject({ pieces: 2, newPieces: 0 });
    const again = dataOf(await at(cookie, actOnOrder, send)).order;
    expect(again.rowVersion).toBe(sent.rowVersion);

    await phone.refresh();
    dataOf(await phone.place(nextPlacement()));
    expect(await listed()).toMatchObject({
      pieces: 5,
      newPieces: 3,
      rounds: 2,
      sendStatus: sendStatus.partiallySent,
    });
    const seen = await server.ask(getOrderDetail, { ...seat, query: { id: order.id } });
    expect(seen.orderItems.map(({ qtySentToKitchen = 0 }) => qtySentToKitchen)).toEqual([2, 0]);
  });

  test('paid and served: the order is completed, a minute later the party’s session ends, the next one sees nothing of it', async () => {
    const cookie = await loggedIn();
    const { seat, order } = await partyWithOrder();
    const { client, got } = await tableGroupOf(seat);
    await servesAll(server, { headers: { cookie } }, order);
    const pay = paysAll(order);
    const paid = dataOf(await at(cookie, actOnOrder, pay)).order;
    expect(paid).toMatchObject({ status: orderStatus.completed, paymentStatus: paymentStatus.fullyPaid });
    clock.advance(takeBackMs - 1);
    expect(await closePaid(server.deps)).toEqual([]);
    clock.advance(1);
    expect(await closePaid(server.deps)).toEqual([seat.sessionId]);
    await vi.waitFor(() =>
      expect(got.map(({ messageType }) => messageType)).toEqual(
        expect.arrayContaining(['orderChanged', 'tableClosed']),
      ),
    );
    client.stop();
    expect(
      await server.call(getCart, { ...seat, query: { merchantId: '1001', browserId: 'b' } }),
    ).toMatchObject({ success: false, code: codes.tableUnavailable });
    const next = await server.seat(await server.guest(), seat.table.tableName);
    expect(next.sessionId).not.toBe(seat.sessionId);
    expect(await server.call(getOrderDetail, { ...next, query: { id: order.id } })).toMatchObject({
      success: false,
    });
    const again = dataOf(await at(cookie, actOnOrder, pay)).order;
    expect(again.rowVersion).toBe(paid.rowVersion);
  });

  test('cancelled stays cancelled; completed takes no more', async () => {
    const cookie = await loggedIn();
    const isClosed = { success: false, code: actRefused, data: { reason: 'orderClosed' } };
    const first = (await partyWithOrder()).order;
    const cancelled = dataOf(await at(cookie, actOnOrder, closes(first, 'cancelled'))).order;
    expect(cancelled.status).toBe(orderStatus.cancelled);
    for (const wish of [paysAll(first), closes(first, 'completed')])
      expect(await at(cookie, actOnOrder, wish)).toMatchObject(isClosed);
    const second = (await partyWithOrder()).order;
    const completed = dataOf(await at(cookie, actOnOrder, closes(second, 'completed'))).order;
    expect(completed.status).toBe(orderStatus.completed);
    expect(await at(cookie, actOnOrder, closes(second, 'cancelled'))).toMatchObject(isClosed);
    dataOf(await at(cookie, actOnOrder, act(second, { type: 'orderReopened', reason: 'they pay now' })));
    const paid = dataOf(await at(cookie, actOnOrder, paysAll(second))).order;
    expect(paid.paymentStatus).toBe(paymentStatus.fullyPaid);
  });

  test('paid while a round is on its way: the round is owed, or an order of its own, and the party stays', async () => {
    const cookie = await loggedIn();
    const { seat, phone, order } = await partyWithOrder();
    const { simple } = await dishes(server);
    await phone.send(phone.add(itemFor(simple[1]!)));
    const [placed, paid] = await Promise.all([
      phone.place(nextPlacement()),
      at(cookie, actOnOrder, paysAll(order)),
    ]);
    const second = (dataOf(placed) as { order: Order }).order;
    expect(paid.success).toBe(true);
    const isOwn = second.id !== order.id;
    const first = dataOf(await at(cookie, staff.staffOrder, { params: { id: order.id } }));
    expect(first.orderItems).toHaveLength(isOwn ? 1 : 2);
    const { fullyPaid, partiallyPaid } = paymentStatus;
    expect(first.paymentStatus).toBe(isOwn ? fullyPaid : partiallyPaid);
    clock.advance(takeBackMs);
    expect(await closePaid(server.deps)).not.toContain(seat.sessionId);
  });

  test('the table’s order code, closing a table, another QR code', async () => {
    const cookie = await loggedIn();
    const qrcode = await freeTable();
    const seat = await server.seat(await server.guest(), qrcode);
    const body = { tableId: seat.tableId };
    const { code } = dataOf(await at(cookie, staff.showOrderCode, { body }));
    expect(code).toMatch(/^\d{6}$/);
    expect(dataOf(await at(cookie, staff.showOrderCode, { body })).code).toBe(code);
    const table = dataOf(await at(cookie, staff.staffOverview)).tables.find(
      ({ tableId }) => tableId === seat.tableId,
    )!;
    expect(table.session).toMatchObject({ orderCode: code, orderCodeSpent: false });

    const { qrcodeId } = dataOf(await at(cookie, staff.reissueQrcode, { body }));
    expect(qrcodeId).toMatch(/^[1-9]\d{11}$/);
    const guest = await server.guest();
    expect(await server.call(getTableByQrcode, { ...guest, params: { id: qrcode } })).toMatchObject({
      status: 404,
    });
    expect((await server.seat(guest, qrcodeId)).sessionId).toBe(seat.sessionId);

    const { client, got } = await tableGroupOf(seat);
    expect(dataOf(await at(cookie, tables.closeTable, { body }))).toMatchObject({ closed: true });
    await vi.waitFor(() => expect(got.map(({ messageType }) => messageType)).toContain('tableClosed'));
    client.stop();
    expect(dataOf(await at(cookie, tables.closeTable, { body }))).toMatchObject({ closed: false });
    expect(await at(cookie, staff.showOrderCode, { body })).toMatchObject({ code: codes.tableUnavailable });
  });

  test('a party that never ordered is gone after the clear-table time, one with an open order stays', async () => {
    const { seat } = await partyWithOrder();
    const qrcode = await freeTable();
    const idle = await server.seat(await server.guest(), qrcode);
    clock.advance(121 * 60_000);
    expect((await server.seat(await server.guest(), qrcode)).sessionId).not.toBe(idle.sessionId);
    const late = await server.seat(await server.guest(), seat.table.tableName);
    expect(late.sessionId).toBe(seat.sessionId);
  });

  test('the screens hear of every change, and of their own merchant’s alone', async () => {
    const ours = dataOf(await at(await loggedIn(), staff.staffNegotiate));
    const theirs = dataOf(await at(await loggedIn('1002', server.staffPassword), staff.staffNegotiate));
    const screen = await listening(ours.url, ours.group);
    const other = await listening(theirs.url, theirs.group);
    await partyWithOrder();
    // What happens in quick succession is one piece of news.
    await vi.waitFor(() => expect(screen.got.length).toBeGreaterThanOrEqual(1));
    expect(screen.got[0]).toMatchObject({ fromBrowserId: 'server', messageType: 'staffNews' });
    expect(other.got).toEqual([]);
    await expect(screen.client.sendToGroup('s-1001', {}, 'json')).rejects.toThrow();
    screen.client.stop();
    other.client.stop();
  });
});

describe('sold out', () => {
  let till: Till;
  beforeAll(async () => {
    till = await server.till('1001', ['soldOut']);
  });
  const firstDish = async () =>
    (await server.ask(getProductsByCategories, { query: { merchantId: '1001' } })).categories[0]!
      .products[0]!;
  const mark = async (productId: string, soldOut: boolean) =>
    await server.call(staff.setSoldOut, { ...till, body: { productId, soldOut } });

  test('the menu says so, every table of the merchant hears of it, and once is enough', async () => {
    const seat = await server.seat(await server.guest(), await freeTable());
    const { client, got } = await tableGroupOf(seat);
    const { id } = await firstDish();
    expect(dataOf(await mark(id, true))).toEqual({ changed: true });
    expect(dataOf(await mark(id, true))).toEqual({ changed: false });
    const menuChanged = {
      fromBrowserId: 'server',
      messageType: 'menuChanged',
      data: { sessionId: seat.sessionId },
    };
    await vi.waitFor(() => expect(got).toEqual([menuChanged]));
    expect((await firstDish()).soldOut).toBe(true);
    expect(dataOf(await mark(id, false))).toEqual({ changed: true });
    await vi.waitFor(() => expect(got).toHaveLength(2));
    expect((await firstDish()).soldOut).toBe(false);
    client.stop();
  });

  test('a dish that the merchant does not have is named', async () => {
    expect(await mark('4711', true)).toMatchObject({
      success: false,
      code: codes.notFound,
      msg: expect.stringContaining('4711'),
    });
  });

  test('an option is sold out in every dish that has it; a dish that lacks one it needs is, too', async () => {
    const menu = async () => await server.ask(getProductsByCategories, { query: { merchantId: '1001' } });
    const dishesWith = async (named: string) =>
      (await menu()).categories
        .flatMap(({ products }) => products)
        .filter(({ modifierGroups }) => modifierGroups.some(({ name }) => name === named));
    const optionsOf = async (group: string, option?: string) =>
      (await dishesWith(group))
        .flatMap(({ modifierGroups }) => modifierGroups.filter(({ name }) => name === group))
        .flatMap(({ modifiers }) => modifiers)
        .filter(({ name }) => option === undefined || name === option);
    const markOptions = async (modifierIds: string[], soldOut: boolean) =>
      await server.call(staff.setSoldOut, { ...till, body: { modifierIds, soldOut } });
    const egg = (await optionsOf('Add to the bowl', 'Soy-braised egg')).map(({ id }) => id);
    expect(egg.length).toBeGreaterThan(5);
    expect(dataOf(await markOptions(egg, true))).toEqual({ changed: true });
    expect(dataOf(await markOptions(egg, true))).toEqual({ changed: false });
    const marked = await optionsOf('Add to the bowl', 'Soy-braised egg');
    expect(marked.every(({ soldOut }) => soldOut)).toBe(true);
    expect((await dishesWith('Add to the bowl')).every(({ soldOut }) => soldOut)).toBe(false);
    // Of what need not be chosen one may be missing; without any noodle there is no noodle dish.
    const noodles = (await optionsOf('Noodles')).map(({ id }) => id);
    dataOf(await markOptions(noodles, true));
    expect((await dishesWith('Noodles')).every(({ soldOut }) => soldOut)).toBe(true);
    dataOf(await markOptions([...noodles, ...egg], false));
    expect((await dishesWith('Noodles')).some(({ soldOut }) => soldOut)).toBe(false);
    expect(await markOptions([...egg, '4711'], true), 'all or none').toMatchObject({
      code: codes.notFound,
      msg: expect.stringContaining('4711'),
    });
    expect((await optionsOf('Add to the bowl', 'Soy-braised egg')).some(({ soldOut }) => soldOut)).toBe(
      false,
    );
    const both = { productId: '1', modifierIds: egg, soldOut: true };
    expect(await server.call(staff.setSoldOut, { ...till, body: both })).toMatchObject({ success: false });
  });

  test('placing it is refused from then on', async () => {
    const seat = await server.seat(await server.member('2125650999'), await freeTable());
    const phone = tablePhone(server, seat, 'rsold');
    const { simple } = await dishes(server);
    await phone.send(phone.add(itemFor(simple[0]!)));
    dataOf(await mark(simple[0]!.id, true));
    const refused = await phone.place(nextPlacement());
    expect(refused).toMatchObject({ success: false, code: codes.soldOut });
    dataOf(await mark(simple[0]!.id, false));
  });
});
