// @module-tag slow
/** A phone that floods the server slows down only itself, not its table nor its address (D37). */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { getMember, registerGuest, updateMember } from '#contract/calls/member.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  previewOrder,
} from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { headers } from '#contract/http/headers.ts';
import { refreshToken } from '#contract/calls/token.ts';
import { listDishes, emptyDetail, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { createTokens } from '#server/ordering/auth/tokens.ts';
import { ownLimiters } from '#server/platform/http/routes/limiters.ts';
import { createBudgets } from '#server/platform/http/routes/rate-limits.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { loadSecret } from '#server/platform/store/meta.ts';
import { expectData, fakeClock, startTestServer, startSharedServer } from '../server-under-test.ts';

const ofDiner = 20;
const address = '203.0.113.7';
const cart = { merchantId: '1001', browserId: 'b', known: '{}' };

describe('many requests from one address', () => {
  test('a diner at a table is refused nothing, whatever the call; a newcomer waits', async () => {
    const clock = fakeClock();
    const few = 12;
    const environment = { REQUESTS_PER_MINUTE: String(few) };
    const server = await startTestServer({ clock, environment });
    const ann = { ...(await server.seat(await server.guest())), address };
    const floodServer = async () =>
      await server.call(getMember, { merchantId: '1001', address, token: 'made-up' });
    await Promise.all(Array.from({ length: 10 * few }, floodServer));
    const come = await server.call(registerGuest, { merchantId: '1001', address });
    const asked = performance.now();
    const newcomer = { merchantId: '1001', address, token: expectData(come).token! };
    expect(await server.call(getTableByQrcode, { ...newcomer, params: { id: '1' } })).toMatchObject({
      status: 429,
      data: { budget: 'requestsOfAddress' },
    });
    // A refusal takes half a second, so that refusing costs the server little.
    expect(performance.now() - asked).toBeGreaterThan(400);
    expectData(await server.call(getMember, ann));
    expectData(await server.call(getTinyMerchant, { ...ann, query: { id: '1001' } }));
    expectData(await server.call(hasProcessingOrder, ann));
    expectData(await server.call(getTableByQrcode, { ...ann, params: { id: '1' } }));
    const hourAgo = createTokens(
      await loadSecret(server.db, 'token-secret'),
      { now: () => clock.now() - 3_600_000 },
      server.config.tokens,
    );
    const { userId, merchantId } = ann;
    const expired = await hourAgo.issue({ userId, merchantId, kind: 'guest', loginId: 'an-hour-ago' });
    const renewed = { ...ann, token: expired };
    expect(await server.call(getMember, renewed)).toMatchObject({ status: 401, data: { reason: 'expired' } });
    expectData(await server.call(refreshToken, renewed));
  });
});

test('a newcomer who disconnects is not registered, and delays nobody', async () => {
  const server = await startTestServer();
  const newcomer = { merchantId: '1001', address };
  const countGuests = async () => (await server.db.selectFrom('users').select('id').execute()).length;
  // The server accepts 300 at once, then ten a second.
  await Promise.all(Array.from({ length: 300 }, async () => await server.call(registerGuest, newcomer)));
  const atOnce = await countGuests();
  const said = { [headers.merchantId]: '1001', 'X-Forwarded-For': address };
  const { method, path } = registerGuest;
  const dead = Array.from({ length: 280 }, () =>
    request(`${server.address}${path}`, { method, headers: said, agent: false })
      .on('error', () => undefined)
      .end(),
  );
  await pause(300);
  for (const each of dead) each.destroy();
  // Requests that still waited would be accepted at four in 400 ms.
  let last = -1;
  for (let now = await countGuests(); now !== last; now = await countGuests()) {
    last = now;
    await pause(400);
  }
  expect(last - atOnce, 'some have waited').toBeLessThan(dead.length);
  expectData(await server.call(registerGuest, newcomer));
});

const createRefusal = (name: string) => ({ status: 429, data: { budget: name } });
const createSeat = (userId: string, id: string, tableId: string | null) => {
  const who = { asker: { merchantId: '1001', userId }, session: { id, tableId } } as Who<'dinerAtTable'>;
  return { who, address };
};

test('a diner with too many requests is refused by name; others at the table continue', async () => {
  const { general } = createBudgets(ownLimiters, ofDiner);
  const eve = createSeat('eve', 'one', 'one');
  for (let n = 0; n < ofDiner; n += 1) await general(eve);
  await expect(general(eve)).rejects.toMatchObject(createRefusal('requestsOfDiner'));
  await general(createSeat('ann', 'one', 'one'));
});

test('a diner who orders without a table counts by address, whatever the name', async () => {
  const { general } = createBudgets(ownLimiters, ofDiner);
  for (let n = 0; n < 10 * ofDiner; n += 1) await general(createSeat(`eve${n}`, `to-go-${n}`, null));
  await expect(general(createSeat('eve', 'to-go', null))).rejects.toMatchObject(
    createRefusal('requestsOfAddress'),
  );
});

test('a call with a budget of its own has an hourly limit too, larger than its limit of a minute', async () => {
  const clock = vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  try {
    const orders = createBudgets(ownLimiters, ofDiner).apart('/order', { perMinute: 2, perHour: 5 });
    for (const asked of [2, 2, 1]) {
      for (let n = 0; n < asked; n += 1) await orders(createSeat('eve', 'one', 'one'));
      clock.advanceTimersByTime(61_000);
    }
    const over = { status: 429, data: { budget: '/order, an hour' } };
    await expect(orders(createSeat('eve', 'one', 'one'))).rejects.toMatchObject(over);
    await orders(createSeat('ann', 'one', 'one'));
  } finally {
    vi.useRealTimers();
  }
});

describe('expensive calls', () => {
  const perMinute = 30;
  const server = startSharedServer({ environment: { REQUESTS_PER_MINUTE: String(perMinute) } });
  let members = 0;
  /** A diner at their own table, with an order of this many lines. */
  const orderLines = async (lines: number) => {
    members += 1;
    const diner = await server.seat(await server.member(`31255${60_000 + members}`), String(members));
    const phone = createTablePhone(server, diner, `eater${members}`);
    const dish = createItem((await listDishes(server)).simple[0]!);
    await phone.send(phone.add(dish));
    const { order } = (await phone.place(`eaten${members}`)).data as { order: Order };
    const orderItems = Array.from({ length: lines }, () => order.orderItems[0]!);
    const body = JSON.stringify({ ...order, orderItems });
    await server.db
      .updateTable('orders')
      .set((row) => ({ body, row_version: row('row_version', '+', 1) }))
      .where('id', '=', order.id)
      .execute();
    await phone.send(...Array.from({ length: lines }, () => phone.add(dish)));
    return { ...diner, order, orderItems };
  };
  const asks = {
    getCart: (eve) => server.call(getCart, { ...eve, query: cart }),
    updateCart: (eve) => {
      const body = { merchantId: '1001', orderDetail: emptyDetail, events: [], known: {} };
      return server.call(updateCart, { ...eve, body });
    },
    previewOrder: (eve) => server.call(previewOrder, { ...eve, body: { orderItems: eve.orderItems } }),
    getTableActiveOrder: (eve) => server.call(getTableActiveOrder, eve),
    getOrderDetail: (eve) => server.call(getOrderDetail, { ...eve, query: { id: eve.order.id } }),
    getMemberOrderList: (eve) => server.call(getMemberOrderList, { ...eve, query: { pageIndex: 1 } }),
  } satisfies Record<string, (eve: Awaited<ReturnType<typeof orderLines>>) => Promise<unknown>>;

  test.each(Object.entries(asks))('%s of 160 lines or events counts as five requests', async (_name, ask) => {
    const eve = await orderLines(160);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(eve)));
    const served = answers.filter(({ code }) => code === 0).length;
    expect(served).toBeGreaterThan(1);
    expect(served).toBeLessThanOrEqual(perMinute / 5);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject(createRefusal('requestsOfDiner'));
  });
});

test('a diner changes their name up to twenty times a minute, whatever others do', async () => {
  const server = await startTestServer();
  const [eve, ann] = [await server.guest(), await server.guest()];
  const rename = async (diner: typeof eve) =>
    await server.call(updateMember, {
      ...diner,
      body: { ...(await server.ask(getMember, diner)), firstName: 'X' },
    });
  for (let n = 0; n < 20; n += 1) expect((await rename(eve)).code).toBe(0);
  expect(await rename(eve)).toMatchObject({ status: 429, data: { budget: updateMember.path } });
  expect((await rename(ann)).code).toBe(0);
});
