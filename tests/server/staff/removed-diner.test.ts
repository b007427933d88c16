// @module-tag slow
import { setTimeout } from 'node:timers/promises';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { afterEach, expect, test, vi } from 'vitest';
import { clearCart, getCart } from '#contract/calls/cart.ts';
import { getMember, updateMember } from '#contract/calls/member.ts';
import { messageSchema, type TableMessage } from '#contract/messages.ts';
import type { Call } from '#contract/http/call.ts';
import { actRefused } from '#contract/calls/service.ts';
import * as staff from '#contract/calls/staff.ts';
import { getTableByQrcode, negotiate } from '#contract/calls/table.ts';
import { defaultHubLimits } from '#server/platform/hub/limits.ts';
import { tokenMinutes } from '#server/ordering/realtime/routes.ts';
import { lastCutMs } from '#server/ordering/realtime/disconnect-diner.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { logInStaff } from './acts.ts';
import {
  expectData,
  fakeClock,
  startSharedServer,
  type Diner,
  type DinerAtTable,
} from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const freeTable = createFreeTables(server);
const clients: WebPubSubClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});

async function logInCounter() {
  const mo = await logInStaff(server, { merchantId: '1001', password: server.staffPassword, name: 'Mo' });
  return {
    // A set, because diners who sit down in the same millisecond have no order.
    dinersAt: async ({ tableId }: DinerAtTable) => {
      const { tables } = await server.ask(staff.staffOverview, mo);
      const { session } = tables.find((table) => table.tableId === tableId)!;
      return session && new Set(session.diners.map(({ userId }) => userId));
    },
    remove: async ({ tableId, userId }: DinerAtTable, undo = false) =>
      await server.call(staff.removeDiner, { ...mo, body: { tableId, userId, undo } }),
    reissue: async ({ tableId }: DinerAtTable, endParty: boolean, sessionId?: string) =>
      await server.call(staff.reissueQrcode, { ...mo, body: { tableId, endParty, sessionId } }),
  };
}

async function requestAddress(diner: DinerAtTable) {
  const query = { userId: diner.userId, tableId: diner.tableId };
  const answer = await server.call(negotiate, { ...diner, query });
  return { url: expectData(answer), group: answer.envelope['group'] as string };
}

/** The messages of a diner's phone about the diners at the table. */
async function collectPresence(diner: DinerAtTable) {
  const { url, group } = await requestAddress(diner);
  const client = new WebPubSubClient(url, { autoReconnect: false });
  clients.push(client);
  const received: TableMessage['data'][] = [];
  let isClosed = false;
  client.on('group-message', ({ message }) => {
    const { messageType, data } = messageSchema.parse(message.data);
    if (messageType === 'presence') received.push(data);
  });
  client.on('disconnected', () => (isClosed = true));
  await client.start();
  await client.joinGroup(group);
  return { received, isClosed: () => isClosed };
}

// CX19
test('a diner with only HTTP is shown to the table and to the staff, and is gone when they leave', async () => {
  const at = await logInCounter();
  const qrcode = await freeTable();
  const ann = await server.seat(await server.guest(), qrcode);
  const { received } = await collectPresence(ann);
  const eve = await server.seat(await server.guest(), qrcode);
  await vi.waitFor(() => expect(received).toMatchObject([{ userId: eve.userId, here: true }]));
  // A second scan sends no message.
  await server.seat(eve, qrcode);
  expect(await at.dinersAt(ann)).toEqual(new Set([ann.userId, eve.userId]));

  const dish = createItem((await listDishes(server)).simple[0]!);
  const [hers, his] = [createTablePhone(server, eve, 're'), createTablePhone(server, ann, 'ra')];
  await hers.send(hers.add(dish));
  await his.send(his.add(dish));
  const evesPhone = await collectPresence(eve);
  expect(await at.remove(eve)).toMatchObject({ data: { removed: true } });
  expect(await at.remove(eve)).toMatchObject({ code: 404 });
  await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ userId: eve.userId, gone: true }));
  await vi.waitFor(() => expect(evesPhone.isClosed()).toBe(true));
  expect(await at.dinersAt(ann)).toEqual(new Set([ann.userId]));
  await his.refresh();
  expect(his.carts()).toEqual([[ann.userId, [['', 1]]]]);

  const query = { merchantId: '1001', browserId: 'b' };
  for (const call of [getCart, clearCart, getMember] as Call[])
    expect(await server.call(call, { ...eve, query }), 'the login has ended').toMatchObject({ status: 401 });
});

// O4, CX8
test('a guest who logs in is one diner to the table and to the staff, and both see a new name', async () => {
  const at = await logInCounter();
  const qrcode = await freeTable();
  const ann = await server.seat(await server.guest(), qrcode);
  const { received } = await collectPresence(ann);
  const guest = await server.seat(await server.guest(), qrcode);
  const rename = async (diner: Diner, firstName: string) => {
    const profile = await server.ask(getMember, diner);
    await server.ask(updateMember, { ...diner, body: { ...profile, firstName } });
  };
  await rename(guest, 'Bo');
  await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ userId: guest.userId, userName: 'Bo' }));
  const member = await server.member('2125550881', { asGuest: guest });
  const presence = { userId: member.userId, userName: 'Bo', here: true, was: guest.userId };
  await vi.waitFor(() => expect(received.at(-1)).toMatchObject(presence));
  expect(received.at(-2)).toMatchObject({ userId: guest.userId, gone: true });
  expect(await at.dinersAt(ann)).toEqual(new Set([ann.userId, member.userId]));
});

test('a removed diner who kept the address of the group is disconnected again, until the address expires', async () => {
  const at = await logInCounter();
  const eve = await server.seat(await server.guest(), await freeTable());
  const { url, group } = await requestAddress(eve);
  expect(await at.remove(eve)).toMatchObject({ data: { removed: true } });
  const client = new WebPubSubClient(url, { autoReconnect: false });
  clients.push(client);
  const isClosed = new Promise((resolve) => client.on('stopped', resolve));
  await client.start();
  // The server may disconnect the client before it has joined.
  await client.joinGroup(group).catch(() => undefined);
  await isClosed;
  expect(lastCutMs).toBeGreaterThan(tokenMinutes * 60_000 + defaultHubLimits.clockSkewMs);
});

test('a member with another login is removed from this table as well, and cannot return to it', async () => {
  const at = await logInCounter();
  const qrcode = await freeTable();
  const phone = '2125550931';
  const first = await server.seat(await server.member(phone), qrcode);
  await at.remove(first);
  clock.advance(61_000);
  const again = await server.member(phone);
  expect(again.userId).toBe(first.userId);
  const query = { merchantId: '1001', browserId: 'b' };
  expect(await server.call(getCart, { ...first, ...again, query })).toMatchObject({ status: 403 });
  expect(await server.call(getTableByQrcode, { ...again, params: { id: qrcode } })).toMatchObject({
    status: 403,
    msg: 'The staff asked you to leave this table',
  });
});

test('removed by mistake: once that is undone they rejoin by a scan, and not before', async () => {
  const at = await logInCounter();
  const qrcode = await freeTable();
  const phone = '2125550932';
  const first = await server.seat(await server.member(phone), qrcode);
  expect(await at.remove(first, true), 'a diner at the table was not removed').toMatchObject({ code: 404 });
  await at.remove(first);
  expect(await at.remove(first, true)).toMatchObject({ data: { removed: false } });
  expect(await at.dinersAt(first), 'until they scan the table has no diners').toEqual(new Set());
  expect(await server.call(getMember, { ...first }), 'the login stays ended').toMatchObject({ status: 401 });
  clock.advance(61_000);
  const again = await server.seat(await server.member(phone), qrcode);
  expect(again.sessionId).toBe(first.sessionId);
  expect(await at.dinersAt(again)).toEqual(new Set([first.userId]));
  const phoneOf = await collectPresence(again);
  await setTimeout(1_200);
  expect(phoneOf.isClosed(), 'nor are they disconnected any more').toBe(false);
});

// CX19
test('a new QR code ends the party that it names, or changes nothing', async () => {
  const at = await logInCounter();
  const code = await freeTable();
  const ann = await server.seat(await server.guest(), code);
  const refusal = { code: actRefused, data: { reason: 'tableFree' } };
  expect(await at.reissue(ann, true, 'who sat there before')).toMatchObject(refusal);
  expect(await at.dinersAt(ann)).toEqual(new Set([ann.userId]));
  const bob = await server.seat(await server.guest(), code);
  expect(bob.sessionId, 'the code is the same').toBe(ann.sessionId);
  expectData(await at.reissue(ann, true, ann.sessionId));
  expect(await at.dinersAt(ann)).toBeNull();
  expect(await at.reissue(ann, true, ann.sessionId), 'the table is free').toMatchObject(refusal);
  expectData(await at.reissue(ann, true));
});
