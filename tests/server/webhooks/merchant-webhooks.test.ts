// @module-tag slow
/** A merchant's webhooks with a real receiver, and the log of deliveries (CX31). */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  switchWebhook,
  webhookRefused,
} from '#contract/calls/till.ts';
import { getPrivacyFacts } from '#contract/calls/privacy.ts';
import type { Order } from '#contract/order-fields.ts';
import { sortByFewest, startWebhooks } from '#server/back-office/webhooks/deliver-webhooks.ts';
import { pauseAfter } from '#server/platform/store/due-rows.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, fakeClock, startSharedServer, type Caller, type Till } from '../server-under-test.ts';
import { act, actOnOrder, createFullPayment, logInStaff } from '../staff/acts.ts';
import { requireSigned } from './require-signed.ts';

let receiver: Server;
let url: string;
let answer: (response: ServerResponse, path: string) => void;
const got: { path: string; headers: Record<string, string>; body: string }[] = [];
const listTypes = () => got.map(({ body }) => (JSON.parse(body) as { type: string }).type);

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += String(part)));
    request.on('end', () => {
      if (isOfThisTest(JSON.parse(body) as { type: string }))
        got.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
      answer(response, request.url!);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`;
  return () => void receiver.close();
});
const clock = fakeClock();
const server = startSharedServer(() => ({
  clock,
  environment: {
    REQUESTS_PER_MINUTE: '0',
    WEBHOOK_NETWORKS: '127.0.0.1',
    STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }),
  },
}));
const logInAda = () => logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
let people: Caller;
let till: Till;
beforeAll(async () => {
  people = await logInAda();
  till = await server.till();
});
beforeEach(async () => {
  got.length = 0;
  answer = (response) => void response.end('{}');
  for (const { id } of (await server.ask(listWebhooks, people)).webhooks)
    await server.ask(removeWebhook, { ...people, body: { id } });
  await server.db.deleteFrom('webhook_calls').execute();
});

/** Advances the clock and logs in again, because sessions end after hours. */
async function advanceHours(hours: number): Promise<void> {
  clock.advance(hours * 60 * 60_000);
  people = await logInAda();
}

let phones = 0;
async function createPlacedOrder(): Promise<Order> {
  phones += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21257${String(60_000 + phones)}`), String(phones));
  const phone = createTablePhone(server, seat, `rw${phones}`);
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!)));
  return (expectData(await phone.place(`placement-${phones}`)) as { order: Order }).order;
}
const addWebhook = async (path = '') =>
  await server.ask(createWebhook, { ...people, body: { url: url + path } });
/** The server completes the paid order of the first test hours later, during another test. */
const isOfThisTest = ({ type }: { readonly type: string }) => type !== 'order.completed';
const log = async () =>
  (await server.ask(listDeliveries, { ...people, query: {} })).deliveries.filter(isOfThisTest);
/** Starts a further worker, for which this call is due. */
async function startDueWorker(id: string, deps: Parameters<typeof startWebhooks>[0] = server.deps) {
  await server.db.updateTable('webhook_calls').set({ next_at: clock.now() }).where('id', '=', id).execute();
  return startWorker(deps);
}
function startWorker(deps: Parameters<typeof startWebhooks>[0] = server.deps) {
  const worker = startWebhooks(deps, { timeoutMs: 50, lookEveryMs: 5 });
  worker.wake();
  return worker;
}
const waitUntil = async (look: () => unknown) => await vi.waitFor(look, { timeout: 5_000, interval: 10 });

test('CX31: each webhook gets each change, signed with its own secret; the secret is shown once', async () => {
  const [one, two] = [await addWebhook(), await addWebhook('/two')];
  expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(JSON.stringify(await server.ask(listWebhooks, people))).not.toContain(one.secret);
  const order = await createPlacedOrder();
  await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
  await waitUntil(() => expect(got).toHaveLength(4));
  for (const { secret, path } of [
    { ...one, path: '/orders' },
    { ...two, path: '/orders/two' },
  ]) {
    const those = got.filter((each) => each.path === path);
    expect(those.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted()).toEqual([
      'order.paid',
      'order.placed',
    ]);
    for (const { headers, body } of those) {
      requireSigned(secret, body, headers);
      expect(JSON.parse(body)).toMatchObject({ id: headers['webhook-id'] });
    }
  }
  await waitUntil(async () =>
    expect((await log()).map(({ state }) => state)).toEqual(Array(4).fill('delivered')),
  );
  expect((await log())[0]).toMatchObject({ attempts: 1, problem: null, nextAt: null, orderId: order.id });
});

test('a webhook that is off gets nothing', async () => {
  const { webhook } = await addWebhook();
  await server.ask(switchWebhook, { ...people, body: { id: webhook.id, isOn: false } });
  const order = await createPlacedOrder();
  await server.ask(switchWebhook, { ...people, body: { id: webhook.id, isOn: true } });
  await server.ask(actOnOrder, { ...till, ...act(order, { type: 'roundSent', round: 1 }) });
  await waitUntil(() => expect(listTypes()).toEqual(['order.sent']));
});

test('diners of that restaurant see where their orders are sent', async () => {
  const goTo = async (merchantId?: string) => (await server.ask(getPrivacyFacts, { merchantId })).ordersGoTo;
  const { webhook } = await addWebhook();
  expect(await goTo('1001')).toBe(new URL(url).host);
  expect([await goTo('1002'), await goTo()]).toEqual([null, null]);
  await server.ask(switchWebhook, { ...people, body: { id: webhook.id, isOn: false } });
  expect(await goTo('1001')).toBeNull();
});

test('a refused delivery is tried again, given up after two days, kept, and sent again by hand', async () => {
  answer = (response) => void response.writeHead(503).end();
  const { webhook } = await addWebhook();
  const { id: orderId } = await createPlacedOrder();
  const readDeliveries = async () => (await log()).filter((delivery) => delivery.orderId === orderId);
  await waitUntil(async () =>
    expect(await readDeliveries()).toMatchObject([{ attempts: 1, problem: 'status 503', state: 'waiting' }]),
  );
  await advanceHours(49);
  await waitUntil(async () =>
    expect(await readDeliveries()).toMatchObject([{ attempts: 2, state: 'givenUp', nextAt: null }]),
  );
  expect((await server.ask(listWebhooks, people)).webhooks).toMatchObject([{ id: webhook.id, givenUp: 1 }]);
  const [dead] = (await server.ask(listDeliveries, { ...people, query: { state: 'givenUp' } })).deliveries;
  answer = (response) => void response.end();
  expect(await server.ask(redeliver, { ...people, body: { id: dead!.id } })).toEqual({ again: true });
  await waitUntil(async () =>
    expect(await readDeliveries()).toMatchObject([{ attempts: 1, state: 'delivered', problem: null }]),
  );
  // Repeated deliveries have the same body and id.
  const received = got.map(({ body }) => body).filter((body) => body.includes(orderId));
  expect(new Set(received).size).toBe(1);
});

test('the sender follows no redirect, and abandons a silent receiver', async () => {
  answer = (response) => void response.writeHead(307, { Location: `${url}/elsewhere` }).end();
  await addWebhook();
  await createPlacedOrder();
  await waitUntil(async () => expect(await log()).toMatchObject([{ problem: 'status 307' }]));
  expect(got.map(({ path }) => path)).toEqual(['/orders']);

  answer = () => undefined;
  const { id } = (await log())[0]!;
  const worker = await startDueWorker(id);
  await waitUntil(async () => expect(await log()).toMatchObject([{ problem: 'timeout' }]));
  await worker.close();
});

test('an address is stored as a browser would write it, and one stored otherwise still gets deliveries', async () => {
  const { webhook } = await server.ask(createWebhook, {
    ...people,
    body: { url: ` ${url.replace('http://', 'HTTP://')}/ä b ` },
  });
  expect(webhook.url).toBe(`${url}/%C3%A4%20b`);
  expect((await server.ask(listWebhooks, people)).webhooks).toMatchObject([{ url: webhook.url }]);
  const { webhook: old } = await addWebhook();
  const typed = url.replace('http://', 'HTTP://');
  await server.db.updateTable('webhooks').set({ url: typed }).where('id', '=', old.id).execute();
  await createPlacedOrder();
  await waitUntil(() =>
    expect(got.map(({ path }) => path).toSorted()).toEqual(['/orders', '/orders/%C3%A4%20b']),
  );
});

test('an attempt that throws is a failed one: it is counted, shown and tried again later', async () => {
  answer = (response) => void response.writeHead(503).end();
  await addWebhook();
  await createPlacedOrder();
  await waitUntil(async () => expect(await log()).toMatchObject([{ attempts: 1 }]));
  const { id } = (await log())[0]!;
  const config = {
    get webhookNetworks(): never {
      throw new Error('it broke');
    },
  };
  const worker = await startDueWorker(id, { ...server.deps, config });
  await waitUntil(async () =>
    expect(await log()).toMatchObject([
      { attempts: 2, problem: 'it broke', state: 'waiting', nextAt: expect.any(Number) as number },
    ]),
  );
  expect((await log())[0]!.nextAt).toBeGreaterThan(clock.now());
  await worker.close();
});

test('a receiver that never answers delays no other, and keeps few connections open', async () => {
  const held: ServerResponse[] = [];
  answer = (response, path) => void (path.endsWith('/silent') ? held.push(response) : response.end());
  const { webhook } = await addWebhook('/silent');
  await createPlacedOrder();
  await waitUntil(() => expect(held).toHaveLength(1));
  const row = await server.db.selectFrom('webhook_calls').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 40 }, (_, n) => ({ ...row, id: `waiting-${n}`, next_at: clock.now() }));
  await server.db.insertInto('webhook_calls').values(more).execute();
  await waitUntil(() => expect(held).toHaveLength(4));
  await addWebhook('/prompt');
  const asked = performance.now();
  await createPlacedOrder();
  await waitUntil(() => expect(got.filter(({ path }) => path === '/orders/prompt')).toHaveLength(1));
  expect(performance.now() - asked).toBeLessThan(5_000);
  expect(held).toHaveLength(4);
  await server.ask(removeWebhook, { ...people, body: { id: webhook.id } });
  for (const response of held) response.end();
});

test('each pause is twice the one before, up to an hour', () => {
  const pauses = Array.from({ length: 12 }, (_, attempts) => pauseAfter(attempts) / 1000);
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
});

test('two processes share the work: each delivery is sent once', async () => {
  await addWebhook();
  await createPlacedOrder();
  await waitUntil(() => expect(got).toHaveLength(1));
  const row = await server.db.selectFrom('webhook_calls').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 30 }, (_, n) => ({
    ...row,
    id: `shared-${n}`,
    news_id: `shared-${n}`,
    state: 'waiting' as const,
    next_at: clock.now(),
  }));
  await server.db.insertInto('webhook_calls').values(more).execute();
  const second = startWebhooks(server.deps, { timeoutMs: 10_000, lookEveryMs: 5 });
  second.wake();
  await waitUntil(async () => expect((await log()).filter(({ state }) => state === 'waiting')).toEqual([]));
  await second.close();
  const ids = got.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([31, 31]);
});

test('if more receivers are silent than there are places, a webhook without a delivery in progress gets the next one', () => {
  const dead = Array.from({ length: 100 }, (_, n) => ({ id: `dead-${n}` }));
  const underWay = dead.flatMap(({ id }, n) => Array.from({ length: n === 7 ? 3 : 4 }, () => id));
  const turns = sortByFewest([...dead, { id: 'prompt' }], underWay);
  expect(turns.slice(0, 3)).toEqual([
    { id: 'prompt', busy: 0 },
    { id: 'dead-7', busy: 3 },
    { id: 'dead-0', busy: 4 },
  ]);
});

test('deliveries of a webhook that is removed, or off for long, are given up, and can be read', async () => {
  answer = (response) => void response.writeHead(404).end();
  const [gone, off] = [(await addWebhook('/gone')).webhook, (await addWebhook('/off')).webhook];
  await createPlacedOrder();
  await waitUntil(async () => expect((await log()).map(({ attempts }) => attempts)).toEqual([1, 1]));
  await server.ask(removeWebhook, { ...people, body: { id: gone.id } });
  await server.ask(switchWebhook, { ...people, body: { id: off.id, isOn: false } });
  const readDelivery = async (path: string) => (await log()).find((each) => each.url === url + path)!;
  const dead = await readDelivery('/gone');
  expect(dead).toMatchObject({ state: 'givenUp', isRemoved: true, problem: 'status 404', nextAt: null });
  expect(await server.ask(redeliver, { ...people, body: { id: dead.id } })).toEqual({ again: false });
  expect(await readDelivery('/off')).toMatchObject({ state: 'waiting', isRemoved: false });
  // An order that was placed at the same moment may leave such a row.
  await server.db.updateTable('webhook_calls').set({ state: 'waiting' }).where('id', '=', dead.id).execute();
  await advanceHours(49);
  await startWorker().close();
  for (const path of ['/gone', '/off'])
    expect(await readDelivery(path)).toMatchObject({ state: 'givenUp', nextAt: null });
});

test('finished deliveries are deleted: successful ones after three days, given-up ones after fourteen', async () => {
  await addWebhook();
  await createPlacedOrder();
  await waitUntil(async () => expect(await log()).toMatchObject([{ state: 'delivered' }]));
  const countAfterDays = async (n: number) => {
    await advanceHours(n * 24);
    await startWorker().close();
    return (await log()).length;
  };
  expect(await countAfterDays(2)).toBe(1);
  await server.db.updateTable('webhook_calls').set({ state: 'givenUp' }).execute();
  expect(await countAfterDays(2)).toBe(1);
  expect(await countAfterDays(11)).toBe(0);
});

test('CX31: a forbidden address is refused with the reason', async () => {
  const readReason = async (given: string) => {
    const { code, data } = await server.call(createWebhook, { ...people, body: { url: given } });
    return [code, (data as unknown as { reason: string }).reason];
  };
  expect(await readReason('https://10.0.0.1/')).toEqual([webhookRefused, 'notPublic']);
  for (let n = 0; n < 10; n += 1) await addWebhook(`/${n}`);
  expect(await readReason(url)).toEqual([webhookRefused, 'tooMany']);
});
