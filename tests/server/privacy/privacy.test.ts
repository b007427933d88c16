// @module-tag slow
/** Erasure by retention time and on request. */
import { expect, test } from 'vitest';
import { getMember } from '#contract/calls/member.ts';
import { isRedacted } from '#events/records/redact.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { eraseMember } from '#server/back-office/privacy/erase.ts';
import { deleteOld } from '#server/back-office/privacy/retention.ts';
import type { Order } from '#contract/order-fields.ts';
import { act, actOnOrder, closeTableSession } from '../staff/acts.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { waitUntil } from '#tests/hub/scene.ts';
import { nameMember, readDatabaseText } from './traces.ts';
import {
  expectData,
  fakeClock,
  startTestServer,
  startServer,
  type ServerUnderTest,
} from '../server-under-test.ts';

const day = 24 * 60 * 60_000;

/** A member with a profile orders at table 1 with a note. A guest sits there too. */
async function createEvening(server: ServerUnderTest) {
  const member = await server.member('4155552671');
  const { merchantId, userId } = member;
  await nameMember(server, member, '4155552671');
  const ann = await server.seat(member);
  const guest = await server.seat(await server.guest());
  const dish = (await listDishes(server)).simple[0]!;
  const phone = createTablePhone(server, ann, 'ra1');
  await phone.send(phone.add(createItem(dish, 'allergic to zebras')));
  const other = createTablePhone(server, guest, 'rb1');
  await other.send(other.add(createItem(dish, 'the guest’s own note')));
  await phone.refresh();
  const { order } = expectData(await phone.place('p1')) as { order: Order };
  const staff = await server.till(merchantId);
  const { productId, categoryId } = createItem(dish);
  const item = { productId, categoryId, notes: 'allergic, says the waiter', modifiers: [] };
  const added = act(order, { type: 'dishAdded', item, quantity: 1, userId });
  await server.ask(actOnOrder, { ...staff, ...added });
  const gone = act(order, { type: 'dishVoided', orderItemId: 'desk-1', quantity: 1, reason: 'a spilt word' });
  await server.ask(actOnOrder, { ...staff, ...gone });
  return { ann, guest, leave: () => closeTableSession(server, staff, ann.tableId) };
}

test('a member who deletes the account is found nowhere; other diners’ entries stay, and support can read the log', async () => {
  const server = await startTestServer();
  const { ann, leave } = await createEvening(server);
  await expect(eraseMember(server.db, '415-555-2671', 0)).rejects.toThrow(
    /sits at table .+: close the table first/,
  );
  await leave();
  const operator = createAdmin({ db: server.db, now: () => server.deps.clock.now() });
  const erased = await operator.eraseMember('415-555-2671');
  expect(erased).toMatchObject({ accounts: 1, orders: 1, left: [] });
  expect(erased.events).toBeGreaterThan(0);
  const text = await readDatabaseText(server);
  for (const trace of ['4155552671', 'Quentin', 'Zebra', 'zebra.example', 'allergic'])
    expect(text.includes(trace), trace).toBe(false);
  expect(text).toContain('the guest’s own note');
  const events = server.db.selectFrom('events').select('body');
  const rows = await events.where('user_id', '=', ann.userId).execute();
  expect(rows.every(({ body }) => isRedacted(JSON.parse(body)))).toBe(true);
  expect(await operator.eraseMember('415-555-2671'), 'the number is free now').toMatchObject({
    accounts: 0,
    left: [],
  });
});

test('data that are still found are named', async () => {
  const server = await startTestServer();
  await server.member('4155552672');
  await server.db.insertInto('meta').values({ key: 'a note of 4155552672', value: '' }).execute();
  expect((await eraseMember(server.db, '4155552672', 0)).left).toEqual(['meta.key']);
  await expect(eraseMember(server.db, '555', 0)).rejects.toThrow(
    '555 is not a phone number: it needs ten digits',
  );
});

test('after a party has left long ago its log and names are deleted, its order stays; a present party keeps everything', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock });
  const { ann, guest, leave } = await createEvening(server);
  await leave();
  clock.advance(31 * day);
  const here = await server.seat(await server.guest());
  const phone = createTablePhone(server, here, 'rc1');
  await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!, 'still here')));
  expect(await readDatabaseText(server)).toMatch(/a spilt word.*\\"a till\\"|\\"a till\\".*a spilt word/);
  expect(await deleteOld(server.db, clock.now() - 30 * day)).toBe(1);
  expect(await deleteOld(server.db, clock.now() - 30 * day), 'once').toBe(0);
  const text = await readDatabaseText(server);
  expect(guest.sessionId).not.toBe(here.sessionId);
  for (const trace of ['allergic', 'the guest’s own note', 'a spilt word', '\\"a till\\"', 'ra1:1'])
    expect(text.includes(trace), trace).toBe(false);
  expect(text).toContain('still here');
  const [order] = await server.db.selectFrom('orders').select(['session_id', 'body']).execute();
  expect(order!.session_id).toBe(ann.sessionId);
  expect(JSON.parse(order!.body)).toMatchObject({ orderItems: [{ quantity: 1 }, { quantity: 1 }] });
  // A member's account stays until they ask.
  expect(text).toContain('Quentin');
});

test('a guest who never sat down is deleted; one who is at a table, has ordered or became a member is not', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock });
  const { ann, guest } = await createEvening(server);
  const passer = await server.guest();
  clock.advance(31 * day);
  const late = await server.guest();
  await deleteOld(server.db, clock.now() - 30 * day);
  const users = await server.db.selectFrom('users').select('id').execute();
  const ids = users.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([ann.userId, guest.userId, late.userId]));
  expect(ids).not.toContain(passer.userId);
  expect(await server.call(getMember, passer)).toMatchObject({ status: 401 });
});

test('automatically, at the start, and only if it is configured', async () => {
  const clock = fakeClock();
  const first = await startServer({ clock });
  const { leave } = await createEvening(first);
  await leave();
  await first.close();
  clock.advance(8 * day);
  const countEvents = async (environment: Record<string, string>) => {
    const server = await startServer({ environment, clock, dataDir: first.dataDir });
    const count = async () => (await server.db.selectFrom('events').select('id').execute()).length;
    await waitUntil(
      async () => (await count()) === 0 || environment['RETENTION_DAYS'] !== '7',
      'it is forgotten',
    );
    const left = await count();
    await server.close();
    return left;
  };
  expect(await countEvents({}), 'never, if it is not configured').toBeGreaterThan(0);
  expect(await countEvents({ RETENTION_DAYS: '30' })).toBeGreaterThan(0);
  expect(await countEvents({ RETENTION_DAYS: '7' })).toBe(0);
});
