/** Every message of a connection to the hub, with every wrong identity, over the tokens that this server gives. */
import { nanoid } from 'nanoid';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeDiner, staffNegotiate } from '#contract/calls/staff.ts';
import { negotiate } from '#contract/calls/table.ts';
import type { ClientFrame } from '#server/platform/hub/client/frames.ts';
import { staffGroup, tableGroup } from '#server/ordering/realtime/table-group.ts';
import { addPerson } from '#server/service/staff/access/people.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { inTransaction } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { dial, isMessage, isSystem, open, request, type RawClient } from '#tests/hub/raw-client.ts';
import { freeTables } from '#tests/server-cart/table-phone.ts';
import { dataOf, sharedServer, type Caller, type DinerAtTable } from '../server-under-test.ts';

const server = sharedServer();
const freeTable = freeTables(server);
const sockets: RawClient[] = [];
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
});

async function addressFor(diner: DinerAtTable): Promise<string> {
  const query = { userId: diner.userId, tableId: diner.tableId };
  return dataOf(await server.call(negotiate, { ...diner, query }));
}

async function connected(address: string): Promise<RawClient> {
  const client = await open(address);
  sockets.push(client);
  return client;
}

const dinerAt = async (qrcode: string) => await server.seat(await server.guest(), qrcode);

async function staffOf(merchantId: string, role: 'manager' | 'kitchen'): Promise<Caller> {
  const person = await addPerson(
    server.deps,
    merchantId,
    { name: nanoid(), role, pin: '280594' },
    { name: 'Mo', way: 'page' },
  );
  const cookie = await openStaffSession(server.deps, merchantId, person.name, person.id);
  return { headers: { cookie: cookie.split(';', 1)[0]! } };
}
const screenOf = async (merchantId: string, role: 'manager' | 'kitchen') =>
  await connected((await server.ask(staffNegotiate, await staffOf(merchantId, role))).url);

/** Ann's table and her restaurant's screens, with somebody who hears all that is said there. */
let ann: DinerAtTable;
let annsCode: string;
beforeAll(async () => {
  annsCode = await freeTable();
  ann = await dinerAt(annsCode);
});

async function listeners(): Promise<Readonly<Record<string, RawClient>>> {
  const phone = await connected(await addressFor(ann));
  const table = tableGroup(ann.sessionId);
  expect(await request(phone, { type: 'joinGroup', group: table, ackId: 1 })).toMatchObject({
    success: true,
  });
  return { [table]: phone, [staffGroup('1001')]: await screenOf('1001', 'manager') };
}

const say = (group: string) => ({
  type: 'sendToGroup',
  group,
  data: { fromBrowserId: 'eve', messageType: 'clearCart', data: { userName: 'an intruder' } },
});
/** What a connection may be asked for, by the protocol's type: none can be forgotten. */
const frames: Readonly<Record<ClientFrame['type'], ((group: string) => object) | 'names no group'>> = {
  joinGroup: (group) => ({ type: 'joinGroup', group }),
  leaveGroup: (group) => ({ type: 'leaveGroup', group }),
  sendToGroup: say,
  sequenceAck: 'names no group',
  ping: 'names no group',
};
const ofGroups = Object.entries(frames).flatMap(([type, frame]) =>
  frame === 'names no group' ? [] : [{ type, frame }],
);

const wrong: Readonly<Record<string, () => Promise<RawClient>>> = {
  'a diner of another table': async () => await connected(await addressFor(await dinerAt(await freeTable()))),
  'a diner of another restaurant': async () =>
    await connected(await addressFor(await server.seat(await server.guest('1003')))),
  'the last party of a table': async () => {
    const dan = await dinerAt(await freeTable());
    const address = await addressFor(dan);
    const end = { now: server.deps.clock.now(), reason: '' };
    await inTransaction(server.db, (trx) => closeSession(trx, dan.sessionId, end));
    return await connected(address);
  },
  'a screen of another restaurant': async () => await screenOf('1003', 'manager'),
};

const refused = { success: false, error: { name: 'Forbidden' } };

/** What each heard of what was said by others than the server. */
async function expectUnheard(all: Readonly<Record<string, RawClient>>) {
  for (const [group, client] of Object.entries(all)) {
    await server.deps.hubs.of(group).client.group(group).sendToAll({ all: 'said' });
    // Messages come in order: what was said before it would have come before it.
    await client.take((frame) => isMessage(frame) && JSON.stringify(frame).includes('"all":"said"'));
    expect(JSON.stringify(client.frames)).not.toContain('an intruder');
  }
}

describe.each(Object.entries(wrong))('%s', (_who, come) => {
  test('can do nothing in the group of Ann’s table or of her restaurant’s screens, and hears nothing of them', async () => {
    const all = await listeners();
    const eve = await come();
    let ackId = 0;
    for (const group of Object.keys(all))
      for (const { type, frame } of ofGroups) {
        ackId += 1;
        expect(await request(eve, { ...frame(group), ackId }), `${type} ${group}`).toMatchObject(refused);
      }
    await expectUnheard(all);
    expect(JSON.stringify(eve.frames)).not.toContain('"all":"said"');
  });
});

test('a diner of the table can do nothing in the group of the staff’s screens', async () => {
  const all = await listeners();
  const eve = await connected(await addressFor(await dinerAt(annsCode)));
  const group = staffGroup('1001');
  for (const [n, { type, frame }] of ofGroups.entries())
    expect(await request(eve, { ...frame(group), ackId: n + 1 }), type).toMatchObject(refused);
  await expectUnheard(all);
  expect(JSON.stringify(eve.frames)).not.toContain('"all":"said"');
});

test.each(['manager', 'kitchen'] as const)(
  'a screen of a %s listens to its restaurant’s group, says nothing in it, and reaches no table',
  async (role) => {
    const all = await listeners();
    const screen = await screenOf('1001', role);
    const table = tableGroup(ann.sessionId);
    for (const [n, { type, frame }] of ofGroups.entries())
      expect(await request(screen, { ...frame(table), ackId: n + 1 }), type).toMatchObject(refused);
    const said = { ...say(staffGroup('1001')), ackId: 9 };
    expect(await request(screen, said)).toMatchObject(refused);
    await expectUnheard(all);
  },
);

test('whoever is sent away says nothing more on the connection that they had, and does not take it up again', async () => {
  const all = await listeners();
  const eve = await dinerAt(annsCode);
  const client = await connected(await addressFor(eve));
  const { connectionId, reconnectionToken } = await client.take(isSystem);
  const group = tableGroup(ann.sessionId);
  await request(client, { type: 'joinGroup', group, ackId: 1 });
  const counter = await staffOf('1001', 'manager');
  await server.ask(removeDiner, { ...counter, body: { tableId: eve.tableId, userId: eve.userId } });
  await client.closed;
  client.send({ ...say(group), ackId: 2 });

  const again = new URL(client.socket.url);
  again.search = '';
  again.searchParams.set('awps_connection_id', String(connectionId));
  again.searchParams.set('awps_reconnection_token', String(reconnectionToken));
  const dialled = await dial(again.href);
  if (dialled.kind === 'open') {
    sockets.push(dialled.client);
    dialled.client.send({ ...say(group), ackId: 3 });
    await dialled.client.closed;
  }
  expect(
    await server.call(negotiate, { ...eve, query: { userId: eve.userId, tableId: eve.tableId } }),
  ).toMatchObject({ status: 401 });
  await expectUnheard(all);
});
