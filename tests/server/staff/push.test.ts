// @module-tag slow
/** Notifications on the phones of the staff, against a push service that was written from the RFCs (CX78 to CX80). */
import { nanoid } from 'nanoid';
import { expect, onTestFinished, test } from 'vitest';
import { askHelp } from '#contract/calls/help.ts';
import { addPerson, loginWithPin, removePerson } from '#contract/calls/people.ts';
import {
  getPush,
  pushRefused,
  renewPush,
  turnOffPush,
  turnOnPush,
  type PushMessage,
  type PushChoice,
} from '#contract/calls/push.ts';
import {
  chooseLanguage,
  staffLogin,
  staffLogout,
  staffLogoutEverywhere,
  staffOverview,
} from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { sendPushes } from '#server/service/push/send-pushes.ts';
import { createItem, createTablePhone, listDishes } from '#testing/phones/table-phone.ts';
import { startPushService } from '#testing/stand-ins/push-service.ts';
import {
  expectData,
  fakeClock,
  startTestServer,
  testDatabaseUrl,
  type Caller,
} from '../server-under-test.ts';
import { act, actOnOrder } from './acts.ts';

const SECRET_KEY = 'a-secret-key-of-this-test-server';
const environment = {
  STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }),
  WEBHOOK_NETWORKS: '127.0.0.1',
  SECRET_KEY,
};
const all: PushChoice = { kinds: ['orders', 'calls', 'payments'], station: null };
const pin = '280594';

/** A restaurant with a clock of its own whose staff have phones at one push service. */
async function restaurant() {
  const service = await startPushService();
  onTestFinished(() => service.close());
  const clock = fakeClock(Date.parse('2026-11-25T18:00:00Z'));
  const server = await startTestServer({ clock, environment });

  /** Logs in with the password of the owner, on a device of its own. */
  const login = async (name: string, before: Caller = {}): Promise<Caller> => {
    const body = { merchantId: '1001', password: 'counter 1001', name };
    const answer = await server.call(staffLogin, { ...before, body });
    expectData(answer);
    return { headers: { Cookie: answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]).join('; ') } };
  };
  const loginByPin = async (personId: string): Promise<Caller> => {
    const device = await login('Mo');
    const answer = await server.call(loginWithPin, { ...device, body: { merchantId: '1001', personId, pin } });
    expectData(answer);
    return { headers: { Cookie: answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]).join('; ') } };
  };
  const hire = async (owner: Caller, name: string, role: StaffRole) =>
    (await server.ask(addPerson, { ...owner, body: { name, role, pin } })).person.id;
  /** Subscribes the browser of this login. @returns the address of the subscription */
  const turnOn = async (who: Caller, choice: PushChoice = all) => {
    const { key } = await server.ask(getPush, who);
    const { endpoint, keys } = service.subscribe(key!);
    await server.ask(turnOnPush, { ...who, body: { endpoint, keys, ...choice } });
    return endpoint;
  };
  /** What the phones showed since the last look, by the address of the subscription. */
  const arrived = async () => {
    while ((await sendPushes(server.deps)) > 0);
    return service.messages.splice(0).map(({ subscription, text }) => [subscription, JSON.parse(text) as PushMessage] as const);
  };
  let parties = 0;
  const orders = async (dish = 0): Promise<Order> => {
    clock.advance(61_000);
    const seat = await server.seat(await server.member(`212571000${(parties += 1)}`), String(parties));
    const phone = createTablePhone(server, seat, `p${parties}`);
    await phone.send(phone.add(createItem((await listDishes(server)).simple[dish]!), 3));
    return (expectData(await phone.place(nanoid())) as { order: Order }).order;
  };
  const pays = async (who: Caller, order: Order) =>
    await server.ask(actOnOrder, { ...who, ...act(order, { type: 'orderPaid', amount: '1.00', method: 'cash' }) });
  const countRows = async (table: 'push_subscriptions' | 'pushes') =>
    (await server.db.selectFrom(table).select('id').execute()).length;
  return { service, clock, server, login, loginByPin, hire, turnOn, arrived, orders, pays, countRows };
} // prettier-ignore

test('CX78: an order, a call and a payment reach each phone in its language, not that of who did it, and name no guest', async () => {
  const { service, server, login, turnOn, arrived, orders, pays } = await restaurant();
  const [ada, bob] = [await login('Ada'), { ...(await login('Bob')), language: 'zh-TW' as const }];
  const [adas, bobs] = [await turnOn(ada), await turnOn(bob)];
  const order = await orders();
  const { serial } = order;
  const messages = new Map(await arrived());
  expect(messages.get(adas)).toMatchObject({
    title: 'Table 1: new order', body: `Order ${serial}, dishes: 3`, language: 'en-US', view: 'orders',
  });
  expect(messages.get(bobs)).toMatchObject({ title: '1 號桌：新訂單', language: 'zh-TW' });
  await pays(ada, order);
  expect(await arrived()).toMatchObject([[bobs, { title: '1 號桌', body: '已付款 $1.00', view: 'orders' }]]);
  const seat = await server.seat(await server.guest(), '7');
  await server.ask(askHelp, { ...seat, body: { helpId: 'a-call', kind: 'bill' } });
  const calls = await arrived();
  expect(calls).toHaveLength(2);
  expect(new Map(calls).get(adas)).toMatchObject({ title: 'Table 7', body: 'Would like the bill', view: 'tables' });
  const rows = JSON.stringify(await server.db.selectFrom('pushes').selectAll().execute());
  for (const secret of ['Ann', '2125710001']) expect(rows + JSON.stringify([...messages, ...calls])).not.toContain(secret);
  expect(service.refused).toEqual([]);
}); // prettier-ignore

test('CX78: each person chooses kinds and a station on each device, and the kitchen is notified of orders only', async () => {
  const { server, login, loginByPin, hire, turnOn, arrived, orders, pays } = await restaurant();
  const owner = await login('Ada');
  const cook = await loginByPin(await hire(owner, 'Kim', 'kitchen'));
  const { kinds, stations } = await server.ask(getPush, cook);
  expect([kinds, stations.map(({ id }) => id)]).toEqual([['orders'], ['kitchen', 'wok', 'bar']]);
  const { endpoint, keys } = { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } };
  expect(await server.codeOf(turnOnPush, { ...cook, body: { endpoint, keys, ...all } })).toBe(403);
  const bar = await turnOn(cook, { kinds: ['orders'], station: 'bar' });
  const kitchen = await turnOn(cook, { kinds: ['orders'], station: 'kitchen' });
  const payments = await turnOn(owner, { kinds: ['payments'], station: null });
  const order = await orders();
  const first = await arrived();
  expect(first).toMatchObject([[kitchen, { view: 'kitchen' }]]);
  await pays(cook, order).catch(() => undefined);
  await pays(await server.till(), order);
  expect(await arrived()).toMatchObject([[payments, { view: 'orders' }]]);
  expect((await server.ask(renewPush, { ...cook, body: { endpoint: bar } })).choice).toEqual({ kinds: ['orders'], station: 'bar' });
}); // prettier-ignore

test('CX79: a subscription ends with the log-out, with the browser’s own, and with the person; another login renews it', async () => {
  const { service, clock, server, login, loginByPin, hire, turnOn, arrived, orders, countRows } = await restaurant();
  const owner = await login('Ada');
  const kim = await hire(owner, 'Kim', 'waiter');
  const waiter = await loginByPin(kim);
  await server.ask(chooseLanguage, { ...waiter, body: { language: 'zh-TW' } });
  const endpoint = await turnOn(waiter);
  await orders();
  expect(await arrived()).toMatchObject([[endpoint, { language: 'zh-TW' }]]);
  // The login ends by itself, and the phone is silent until the same person logs in.
  clock.advance(17 * 60 * 60_000);
  await orders();
  expect(await arrived()).toEqual([]);
  const again = await loginByPin(kim);
  expect((await server.ask(renewPush, { ...again, body: { endpoint } })).choice).toEqual(all);
  await orders();
  expect(await arrived()).toHaveLength(1);
  // Another person uses the device.
  const other = await login('Bob');
  expect((await server.ask(renewPush, { ...other, body: { endpoint } })).choice).toBeNull();
  expect(await countRows('push_subscriptions')).toBe(0);

  for (const status of [404, 410] as const) {
    service.unsubscribe(await turnOn(again), status);
    await orders();
    expect(await arrived()).toEqual([]);
    expect(await countRows('push_subscriptions')).toBe(0);
  }
  const mine = await turnOn(again);
  expect(await server.ask(turnOffPush, { ...again, body: { endpoint: mine } })).toEqual({ off: true });
  await turnOn(again);
  await server.ask(staffLogout, { ...again, body: {} });
  expect(await countRows('push_subscriptions')).toBe(0);
  await turnOn(await loginByPin(kim));
  await server.ask(removePerson, { ...(await login('Ada')), body: { id: kim } });
  expect(await countRows('push_subscriptions')).toBe(0);
  const last = await login('Ada');
  await turnOn(last);
  await server.ask(staffLogoutEverywhere, { ...last, body: {} });
  expect(await countRows('push_subscriptions')).toBe(0);
}); // prettier-ignore

test('CX80: a message that a push service refuses is sent again, also by another server, and dropped after five minutes', async () => {
  const { service, clock, server, login, turnOn, arrived, orders } = await restaurant();
  const ada = await login('Ada');
  const unreached = async () => (await server.ask(staffOverview, ada)).unreached;
  await turnOn(ada);
  service.switches.mode = 'down';
  await orders();
  expect(await arrived()).toEqual([]);
  expect(await unreached()).toEqual(['Ada']);
  service.switches.mode = 'ok';
  // The server stops, and another one finds the row.
  await server.close();
  const next = await startTestServer({ clock, environment, dataDir: server.dataDir });
  clock.advance(10_000);
  while ((await sendPushes(next.deps)) > 0);
  await expect.poll(() => service.messages.length).toBe(1);
  expect(service.messages).toMatchObject([{ ttl: 290, urgency: 'high' }]);
  expect((await next.ask(staffOverview, ada)).unreached).toEqual([]);
}, 30_000); // prettier-ignore

test('CX80: a push service that asks to wait is given the time; what is five minutes old is dropped', async () => {
  const { service, clock, login, turnOn, arrived, orders, countRows } = await restaurant();
  await turnOn(await login('Ada'));
  service.switches.refuseNext = 1;
  await orders();
  expect(await arrived()).toEqual([]);
  clock.advance(59_000);
  expect(await arrived()).toEqual([]);
  clock.advance(1_000);
  expect(await arrived()).toHaveLength(1);
  service.switches.mode = 'error500';
  await orders();
  await arrived();
  expect(await countRows('pushes')).toBe(1);
  clock.advance(5 * 60_000);
  service.switches.mode = 'ok';
  expect(await arrived()).toEqual([]);
  expect(await countRows('pushes')).toBe(0);
}, 30_000);

test('CX79: only public https addresses are accepted, and keys are created once and stored encrypted', async () => {
  const { clock, server, login } = await restaurant();
  const ada = await login('Ada');
  const keys = { p256dh: 'a', auth: 'b' };
  const reasonFor = async (endpoint: string) =>
    (await server.call(turnOnPush, { ...ada, body: { endpoint, keys, ...all } })).data;
  for (const endpoint of ['http://push.example/1', 'https://10.0.0.7/1', 'https://[::1]/1', 'ftp://x', 'x'])
    expect([endpoint, await reasonFor(endpoint)]).toEqual([endpoint, { reason: 'notPublic' }]);
  const { key } = await server.ask(getPush, ada);
  expect((await server.ask(getPush, ada)).key).toBe(key);
  const { value } = await server.db.selectFrom('meta').select('value').where('key', '=', 'push-keys').executeTakeFirstOrThrow();
  expect(value).toMatch(/^v1\./);
  expect(value).not.toContain(key!);
  await server.close();
  const rotated = await startTestServer({
    clock,
    dataDir: server.dataDir,
    environment: { ...environment, SECRET_KEY: `another-secret-key-of-this-server ${SECRET_KEY}` },
  });
  expect((await rotated.ask(getPush, ada)).key).toBe(key);
}); // prettier-ignore

test('CX79: a server without a SECRET_KEY says so', async () => {
  const { SECRET_KEY: _none, ...without } = environment;
  // On SQLite the server creates a key.
  if (testDatabaseUrl === undefined) return;
  const server = await startTestServer({ environment: without });
  const body = { merchantId: '1001', password: 'counter 1001', name: 'Ada' };
  const answer = await server.call(staffLogin, { body });
  const ada = { headers: { Cookie: answer.headers.getSetCookie()[0]!.split(';', 1)[0]! } };
  expect((await server.ask(getPush, ada)).key).toBeNull();
  const asked = { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' }, ...all };
  expect(await server.codeOf(turnOnPush, { ...ada, body: asked })).toBe(pushRefused);
});
