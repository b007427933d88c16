/** On our hub a token can give its group a second name. Azure knows only the group's own name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAliasRole } from '#server/platform/hub/roles.ts';
import { createTableAccess } from '#server/ordering/realtime/table-group.ts';
import { isMessage, isSystem, request, type RawClient } from '../raw-client.ts';
import {
  createGroup,
  createMemberRoles,
  startEmbeddedScene,
  waitUntil,
  type EmbeddedScene,
  type Grant,
} from '../scene.ts';

let scene: EmbeddedScene;
beforeAll(async () => {
  scene = await startEmbeddedScene();
});
afterAll(() => scene.close());

let lastAckId = 0;
const ask = async (client: RawClient, type: string, group: string, more: object = {}) => {
  lastAckId += 1;
  return (await request(client, { type, group, ackId: lastAckId, ...more }))['success'];
};
const sendText = async (client: RawClient, group: string, data: string) =>
  await ask(client, 'sendToGroup', group, { dataType: 'text', data });

/** Per client, all messages with the name of their group, up to a last one that the server sends. */
async function collectReceived(group: string, ...clients: RawClient[]): Promise<unknown[][]> {
  await scene.service.group(group).sendToAll('the end', { contentType: 'text/plain' });
  const all = clients.map(async (client) => {
    await client.take((frame) => isMessage(frame) && frame['data'] === 'the end');
    return client.frames.filter(isMessage).map(({ group: name, data }) => [name, data]);
  });
  return await Promise.all(all);
}

const createNamedGrant = (group: string, name: string): Grant => ({
  userId: 'ann',
  roles: [...createMemberRoles(group), createAliasRole(group, name)],
});

test('both names mean one group: each client receives every message once, under the name by which it joined', async () => {
  const group = createGroup();
  const byName = await scene.openRaw(createNamedGrant(group, '7'));
  const byGroup = await scene.openRaw(createNamedGrant(group, '7'));
  const byBoth = await scene.openRaw(createNamedGrant(group, '7'));
  const joins = [
    [byName, '7'],
    [byGroup, group],
    [byBoth, '7'],
    [byBoth, group],
  ] as const;
  for (const [client, name] of joins) expect(await ask(client, 'joinGroup', name)).toBe(true);
  expect(await sendText(byName, '7', 'one')).toBe(true);
  expect(await sendText(byGroup, group, 'two')).toBe(true);
  const createMessages = (name: string) => ['one', 'two', 'the end'].map((data) => [name, data]);
  expect(await collectReceived(group, byName, byGroup, byBoth)).toEqual([
    createMessages('7'),
    createMessages(group),
    createMessages(group),
  ]);
});

test('a client that leaves by one name stays by the other', async () => {
  const group = createGroup();
  const client = await scene.openRaw(createNamedGrant(group, '7'));
  for (const name of ['7', group]) await ask(client, 'joinGroup', name);
  await ask(client, 'leaveGroup', group);
  await sendText(client, '7', 'still here');
  expect(await collectReceived(group, client)).toEqual([
    [
      ['7', 'still here'],
      ['7', 'the end'],
    ],
  ]);
  await ask(client, 'leaveGroup', '7');
  expect(await scene.service.groupExists(group)).toBe(false);
});

test('the same name means another group with another token, and no group without one', async () => {
  const [here, there] = [createGroup(), createGroup()];
  const ann = await scene.openRaw(createNamedGrant(here, '7'));
  const bob = await scene.openRaw(createNamedGrant(there, '7'));
  const eve = await scene.openRaw({ userId: 'eve', roles: createMemberRoles(createGroup()) });
  for (const client of [ann, bob]) await ask(client, 'joinGroup', '7');
  await sendText(ann, '7', 'here');
  expect(await collectReceived(there, bob)).toEqual([[['7', 'the end']]]);
  for (const type of ['joinGroup', 'leaveGroup', 'sendToGroup'])
    expect(await ask(eve, type, '7', { dataType: 'text', data: 'eve' })).toBe(false);
});

test('a name gives no access that the token lacks for the group’s own name', async () => {
  const [own, foreign] = [createGroup(), createGroup()];
  const eve = await scene.openRaw({ roles: [...createMemberRoles(own), createAliasRole(foreign, '7')] });
  for (const type of ['joinGroup', 'sendToGroup'])
    expect(await ask(eve, type, '7', { dataType: 'text', data: 'eve' })).toBe(false);
  // A table whose id equals the name of a foreign group still means its own group.
  const bob = await scene.openRaw(createNamedGrant(own, foreign));
  expect(await ask(bob, 'joinGroup', foreign)).toBe(true);
  expect(await scene.service.groupExists(foreign)).toBe(false);
});

test('a session that is recovered still knows both names', async () => {
  const group = createGroup();
  const proxy = await scene.proxy();
  const phone = await scene.startClient(createNamedGrant(group, '7'), { via: proxy });
  await phone.client.joinGroup('7');
  proxy.cut();
  await scene.service.group(group).sendToAll('after the cut', { contentType: 'text/plain' });
  await waitUntil(() => phone.groupMessages.length > 0, 'it receives the missed messages');
  expect(phone.groupMessages).toMatchObject([{ group: '7', data: 'after the cut' }]);
  await phone.client.sendToGroup('7', 'again', 'text');
});

// CX7
test('in Azure the token itself gives access: the client can join its table id, receives its own table, and cannot send', async () => {
  const [here, there] = [createGroup(), createGroup()];
  const createAzureAccess = (group: string) => ({
    userId: 'd',
    ...createTableAccess(group, ['7'], { isEmbedded: false }),
  });
  const ann = await scene.openRaw(createAzureAccess(here));
  const bob = await scene.openRaw(createAzureAccess(there));
  for (const client of [ann, bob]) {
    await client.take(isSystem);
    expect(await ask(client, 'joinGroup', '7')).toBe(true);
    expect(await sendText(client, '7', 'lost')).toBe(false);
  }
  const phone = await scene.openRaw(createAzureAccess(here));
  expect(await sendText(phone, here, 'from a phone of ours')).toBe(true);
  expect(await collectReceived(here, ann)).toEqual([
    [
      [here, 'from a phone of ours'],
      [here, 'the end'],
    ],
  ]);
  expect(await collectReceived(there, bob)).toEqual([[[there, 'the end']]]);
});

// CX7
test('in Azure a table id that equals one of our groups, or contains a wildcard, gives no access', () => {
  for (const id of ['t-somebody', 's-1001', '*', '**', 'a.b', 'a?'])
    expect(createTableAccess('t-own', [id], { isEmbedded: false })).toEqual({
      roles: createMemberRoles('t-own'),
      groups: ['t-own'],
    });
});
