// @module-tag slow
/** Clients with valid tokens of this server try every hub message in groups that are not theirs. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeDiner, staffNegotiate } from '#contract/calls/staff.ts';
import { negotiate } from '#contract/calls/table.ts';
import type { ClientFrame } from '#server/platform/hub/client/frames.ts';
import { createStaffGroup, createTableGroup } from '#server/ordering/realtime/table-group.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { dial, isMessage, isSystem, open, request, type RawClient } from '#tests/hub/raw-client.ts';
import { createFreeTables } from '#testing/phones/table-phone.ts';
import { expectData, startSharedServer, type DinerAtTable } from '../server-under-test.ts';
import { logInNewPerson } from './somebody-of.ts';

const server = startSharedServer();
const freeTable = createFreeTables(server);
const sockets: RawClient[] = [];
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
});

async function requestAddress(diner: DinerAtTable): Promise<string> {
  const query = { userId: diner.userId, tableId: diner.tableId };
  return expectData(await server.call(negotiate, { ...diner, query }));
}

async function connectClient(address: string): Promise<RawClient> {
  const client = await open(address);
  sockets.push(client);
  return client;
}

const seatGuest = async (qrcode: string) => await server.seat(await server.guest(), qrcode);

type Role = 'manager' | 'kitchen';
const connectScreen = async (merchantId: string, role: Role) =>
  await connectClient((await server.ask(staffNegotiate, await logInNewPerson(server, merchantId, role))).url);

/** The diner whose table and restaurant the others attack. */
let ann: DinerAtTable;
let annsCode: string;
beforeAll(async () => {
  annsCode = await freeTable();
  ann = await seatGuest(annsCode);
});

async function connectListeners(): Promise<Readonly<Record<string, RawClient>>> {
  const phone = await connectClient(await requestAddress(ann));
  const table = createTableGroup(ann.sessionId);
  expect(await request(phone, { type: 'joinGroup', group: table, ackId: 1 })).toMatchObject({
    success: true,
  });
  return { [table]: phone, [createStaffGroup('1001')]: await connectScreen('1001', 'manager') };
}

const createMessage = (group: string) => ({
  type: 'sendToGroup',
  group,
  data: { fromBrowserId: 'eve', messageType: 'clearCart', data: { userName: 'an intruder' } },
});
/** All messages of the protocol. The type makes the list complete. */
const frames: Readonly<Record<ClientFrame['type'], ((group: string) => object) | 'names no group'>> = {
  joinGroup: (group) => ({ type: 'joinGroup', group }),
  leaveGroup: (group) => ({ type: 'leaveGroup', group }),
  sendToGroup: createMessage,
  sequenceAck: 'names no group',
  ping: 'names no group',
};
const ofGroups = Object.entries(frames).flatMap(([type, frame]) =>
  frame === 'names no group' ? [] : [{ type, frame }],
);

const wrong: Readonly<Record<string, () => Promise<RawClient>>> = {
  'a diner of another table': async () =>
    await connectClient(await requestAddress(await seatGuest(await freeTable()))),
  'a diner of another restaurant': async () =>
    await connectClient(await requestAddress(await server.seat(await server.guest('1003')))),
  'the last party of a table': async () => {
    const dan = await seatGuest(await freeTable());
    const address = await requestAddress(dan);
    const end = { now: server.deps.clock.now(), reason: '' };
    await runInTransaction(server.db, (trx) => closeSession(trx, dan.sessionId, end));
    return await connectClient(address);
  },
  'a screen of another restaurant': async () => await connectScreen('1003', 'manager'),
};

const refused = { success: false, error: { name: 'Forbidden' } };

/** Sends every message that names a group, for each of the groups. */
async function expectRefused(client: RawClient, groups: readonly string[]) {
  let ackId = 0;
  for (const group of groups)
    for (const { type, frame } of ofGroups) {
      ackId += 1;
      expect(await request(client, { ...frame(group), ackId }), `${type} ${group}`).toMatchObject(refused);
    }
}

/** The listeners received nothing but what the server said. */
async function expectUnheard(all: Readonly<Record<string, RawClient>>) {
  for (const [group, client] of Object.entries(all)) {
    await server.deps.hub.client.group(group).sendToAll({ all: 'said' });
    // Messages keep their order, so an earlier message would have arrived before this one.
    await client.take((frame) => isMessage(frame) && JSON.stringify(frame).includes('"all":"said"'));
    expect(JSON.stringify(client.frames)).not.toContain('an intruder');
  }
}

describe.each(Object.entries(wrong))('%s', (_who, come) => {
  test('a stranger can neither send to nor read the group of Ann’s table or of her restaurant’s screens', async () => {
    const all = await connectListeners();
    const eve = await come();
    await expectRefused(eve, Object.keys(all));
    await expectUnheard(all);
    expect(JSON.stringify(eve.frames)).not.toContain('"all":"said"');
  });
});

test('a diner of the table cannot use the group of the staff’s screens', async () => {
  const all = await connectListeners();
  const eve = await connectClient(await requestAddress(await seatGuest(annsCode)));
  await expectRefused(eve, [createStaffGroup('1001')]);
  await expectUnheard(all);
  expect(JSON.stringify(eve.frames)).not.toContain('"all":"said"');
});

test.each<Role>(['manager', 'kitchen'])(
  'a screen of a %s reads its restaurant’s group, cannot send to it, and reaches no table',
  async (role) => {
    const all = await connectListeners();
    const screen = await connectScreen('1001', role);
    await expectRefused(screen, [createTableGroup(ann.sessionId)]);
    const said = { ...createMessage(createStaffGroup('1001')), ackId: 9 };
    expect(await request(screen, said)).toMatchObject(refused);
    await expectUnheard(all);
  },
);

test('a removed diner can send nothing more on the open connection, and cannot resume it', async () => {
  const all = await connectListeners();
  const eve = await seatGuest(annsCode);
  const client = await connectClient(await requestAddress(eve));
  const { connectionId, reconnectionToken } = await client.take(isSystem);
  const group = createTableGroup(ann.sessionId);
  await request(client, { type: 'joinGroup', group, ackId: 1 });
  const counter = await logInNewPerson(server, '1001', 'manager');
  await server.ask(removeDiner, { ...counter, body: { tableId: eve.tableId, userId: eve.userId } });
  await client.closed;
  client.send({ ...createMessage(group), ackId: 2 });

  const again = new URL(client.socket.url);
  again.search = '';
  again.searchParams.set('awps_connection_id', String(connectionId));
  again.searchParams.set('awps_reconnection_token', String(reconnectionToken));
  const dialled = await dial(again.href);
  if (dialled.kind === 'open') {
    sockets.push(dialled.client);
    dialled.client.send({ ...createMessage(group), ackId: 3 });
    await dialled.client.closed;
  }
  await expect(requestAddress(eve)).rejects.toThrow('401');
  await expectUnheard(all);
});
