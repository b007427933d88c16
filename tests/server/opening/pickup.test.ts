// @module-tag slow
/** Orders to go with a time and a name, and the text when they are ready (CX50). */
import { nanoid } from 'nanoid';
import { expect, test, vi } from 'vitest';
import { initializeCart } from '#contract/calls/cart.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getPickupTimes, orderingRefusals } from '#contract/calls/opening.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { staffReceipt } from '#contract/calls/receipt.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { orderType } from '#contract/states.ts';
import { listPickupTimes } from '#server/ordering/opening/pickup.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { removeNames } from '#server/back-office/privacy/personal.ts';
import { createTablePhone } from '#testing/phones/table-phone.ts';
import { changeSettings, createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData } from '../server-under-test.ts';

const { clock, server, till, createMember, createParty, readDish, sendAct } = createFulfilment();
const minute = 60_000;
const hour = 60 * minute;

let replicas = 0;
/** A member without a table, with a dish in the cart. */
async function toGo(language: LanguageCode = 'en-US') {
  clock.advance(61_000);
  const diner = { ...(await createMember()), language };
  await server.ask(initializeCart, { ...diner, body: { type: orderType.toGo } });
  const phone = createTablePhone(server, { ...diner, tableId: '', sessionId: '' }, `togo${(replicas += 1)}`);
  await phone.send(phone.add(await readDish(), 2));
  return phone;
}
const readTimes = async () => await server.ask(getPickupTimes, { query: { merchantId: '1001' } });

test('CX50: the board, the kitchen and the bill show a time and a name, and so does the diner’s phone', async () => {
  const restore = await changeSettings(server, { timeZone: 'Asia/Taipei' });
  const phone = await toGo();
  const { asap, times: offered } = await readTimes();
  expect(asap).toBe(true);
  const { at, text } = offered[2]!;
  const order = await phone.order(nanoid(), { pickup: { userName: ' Ann ', at } });
  const pickup = { userName: 'Ann', at, language: 'en-US' };
  expect(order).toMatchObject({ type: orderType.toGo, pickup });
  const listed = (await server.ask(staffOverview, till)).orders.find(({ id }) => id === order.id);
  expect(listed!.pickup).toEqual({ ...pickup, isReady: false });
  const { tickets } = await server.ask(kitchenScreen, { ...till, query: {} });
  expect(tickets.find(({ orderId }) => orderId === order.id)!.pickup).toEqual(pickup);
  const { rows } = await server.ask(staffReceipt, { ...till, body: { orderId: order.id } });
  const shown = rows.flatMap((row) => (row.kind === 'middle' ? row.text : []));
  expect(shown.find((line) => line.startsWith('Pickup'))).toMatch(/ Ann$/);
  expect(text).toMatch(/^\d{1,2}:(00|15|30|45)\s[AP]M$/);
  await restore();
});

test('CX50: as soon as possible; a table’s order has no pickup; none is required', async () => {
  const phone = await toGo();
  expect(await phone.order(nanoid(), { pickup: { userName: 'Bo', at: null } })).toMatchObject({
    pickup: { userName: 'Bo', at: null },
  });
  const plain = await toGo();
  expect(await plain.order(nanoid())).not.toHaveProperty('pickup');
  const { phone: seated } = await createParty();
  await seated.send(seated.add(await readDish()));
  expect(await seated.order(nanoid(), { pickup: { userName: 'Cy', at: null } })).not.toHaveProperty('pickup');
});

test('CX43, CX50: a closed restaurant accepts orders for its hours, and refuses times outside of them', async () => {
  const formatUtcTime = (at: number) => new Date(at).toISOString().slice(11, 16);
  const opens = Math.ceil(clock.now() / hour) * hour + 3 * hour;
  const restore = await changeSettings(server, {
    timeZone: 'Etc/UTC',
    openingHours: [{ from: formatUtcTime(opens), to: formatUtcTime(opens + hour) }],
  });
  const phone = await toGo();
  const offered = await readTimes();
  expect(offered.asap).toBe(false);
  expect(offered.times.map(({ at }) => at - opens)).toEqual([0, 15, 30, 45].map((each) => each * minute));
  const order = async (at: number | null) => await phone.place(nanoid(), { pickup: { userName: 'Di', at } });
  expect(await order(null)).toMatchObject({ code: orderingRefusals.restaurantClosed });
  for (const at of [opens - minute, opens + hour, clock.now() - minute, opens + 100 * 24 * hour])
    expect(await order(at)).toMatchObject({ code: codes.badRequest, msg: expect.stringContaining('no longer offered') as string });
  expect(await order(opens + 30 * minute)).toMatchObject({ success: true });
  await restore();
}); // prettier-ignore

test.each([
  ['without a name', { userName: ' ', at: null }],
  ['with another name', { name: 'Eve', at: null }],
  ['with a word as time', { userName: 'Eve', at: 'noon' }],
  ['with a command for the printer', { userName: 'Eve\u001b@', at: null }],
])('CX50: a pickup %s is refused', async (_, pickup) => {
  const phone = await toGo();
  expect(await phone.place(nanoid(), { pickup })).toMatchObject({ success: false, code: codes.badRequest });
});

test('CX50: order types that need an address are refused', async () => {
  const phone = await toGo();
  for (const type of [orderType.delivery, orderType.onlineDelivery])
    expect(await phone.place(nanoid(), { type })).toMatchObject({
      code: codes.badRequest,
      msg: 'This restaurant does not deliver. Please order to go, and pick it up.',
    });
});

const readPickupTexts = async (phone: string) =>
  (await server.db.selectFrom('inbox').select('text').where('recipient', '=', phone).execute())
    .map(({ text }) => text)
    .filter((text) => text.includes('pickup'));

test('CX50: the last ready dish sends one text, and the diner’s order shows it', async () => {
  const phone = await toGo();
  await phone.send(phone.add(await readDish(1)));
  const order = await phone.order(nanoid(), { pickup: { userName: 'Fay', at: null } });
  const { phone: number } = await server.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', phone.diner.userId)
    .executeTakeFirstOrThrow();
  const markReady = async (place: number) => {
    const { id: orderItemId, quantity } = order.orderItems[place]!;
    return expectData(await sendAct(order, { type: 'dishReady', orderItemId, quantity }));
  };
  await markReady(0);
  expect(await readPickupTexts(number!)).toEqual([]);
  await markReady(1);
  await vi.waitFor(async () => expect(await readPickupTexts(number!)).toHaveLength(1));
  expect((await readPickupTexts(number!))[0]).toContain(`your order ${order.serial} is ready for pickup.`);
  const listed = (await server.ask(staffOverview, till)).orders.find(({ id }) => id === order.id);
  expect(listed!.pickup!.isReady).toBe(true);
  const shown = await server.ask(getOrderDetail, { ...phone.diner, query: { id: order.id } });
  expect(shown.orderItems.map(({ qtyReady }) => qtyReady)).toEqual([2, 1]);
});

// CX50
test.each([
  ['en-US', 'is ready for pickup.'],
  ['zh-TW', '可以取餐了。'],
] as const)('one act marks all dishes as ready and sends the text in the language of the order: %s', async (language, words) => {
  const phone = await toGo(language);
  await phone.send(phone.add(await readDish(1)));
  const order = await phone.order(nanoid(), { pickup: { userName: 'Gil', at: null } });
  const { phone: number } = await server.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', phone.diner.userId)
    .executeTakeFirstOrThrow();
  const { id: orderItemId } = order.orderItems[0]!;
  await sendAct(order, { type: 'dishVoided', orderItemId, quantity: 1, reason: '' });
  const { order: ready } = expectData(await sendAct(order, { type: 'orderReady' }));
  expect(ready.orderItems.map(({ quantity, qtyReady, qtySentToKitchen }) => [quantity, qtyReady, qtySentToKitchen])).toEqual([[1, 1, 1], [1, 1, 1]]);
  const readTexts = async () =>
    (await server.db.selectFrom('inbox').select('text').where('recipient', '=', number!).execute()).filter(
      ({ text }) => text.includes(words),
    );
  await vi.waitFor(async () => expect(await readTexts()).toHaveLength(1));
  // A second device comes too late, and no second text is sent.
  expect(await sendAct(order, { type: 'orderReady' })).toMatchObject({ data: { reason: 'alreadyDone' } });
  expect(await readTexts()).toHaveLength(1);
}); // prettier-ignore

test('CX50: a deleted account leaves no name on the order', () => {
  const order = { memberId: 'u1', pickup: { userName: 'Ann', at: null } };
  expect(removeNames(order, new Set(['u1']))).toEqual({ memberId: 'u1', pickup: { userName: '', at: null } });
});

test('CX50: all offered times are within the hours, at least a quarter of an hour away, and at most a day', () => {
  const settings = {
    timeZone: 'America/New_York',
    openingHours: [{ from: '11:00', to: '14:10' }, { from: '22:00', to: '02:00' }],
  } as StoredMerchant; // prettier-ignore
  const now = Date.parse('2026-11-01T03:50:00Z');
  const listed = listPickupTimes(settings, now);
  expect(listed.every((at) => at - now >= 15 * minute && at % (15 * minute) === 0)).toBe(true);
  // The clocks go back at two, so the night has one hour more.
  expect(listed.slice(0, 8).map((at) => (at - now) / minute)).toEqual([25, 40, 55, 70, 85, 100, 115, 130]);
  expect(listed.length).toBeLessThanOrEqual(32);
});
