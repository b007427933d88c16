/** Hubs of several servers that are connected through a real broker. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findRedis, startRedis, type Redis } from '#testing/services/redis.mjs';
import { startTcpProxy, type TcpProxy } from '#tests/hub/tcp-proxy.ts';
import {
  createGroup,
  createMemberRoles,
  startEmbeddedScene,
  waitUntil,
  type EmbeddedScene,
  type SdkClient,
} from '#tests/hub/scene.ts';

let redis: Redis;
let proxy: TcpProxy;
/** The third one reaches the broker through the proxy. */
let hubs: readonly EmbeddedScene[];

beforeAll(async () => {
  redis = await startRedis(findRedis()!);
  proxy = await startTcpProxy(redis.url);
  const through = proxy.through(redis.url);
  hubs = await Promise.all(
    [redis.url, redis.url, through].map((brokerUrl) => startEmbeddedScene({ brokerUrl })),
  );
  await waitUntil(() => hubs.every(isBrokerUp), 'all hubs are connected');
});
afterAll(async () => {
  for (const hub of hubs) await hub.close();
  await proxy.close();
  await redis.kill();
});

const isBrokerUp = ({ server }: EmbeddedScene): boolean => server.hub.isBrokerUp() === true;

/** A phone at each hub, all in the same group. */
async function joinAll(group: string): Promise<SdkClient[]> {
  return await Promise.all(
    hubs.map(async (hub, n) => {
      const phone = await hub.startClient({ userId: `u${n}`, roles: createMemberRoles(group) });
      await phone.client.joinGroup(group);
      return phone;
    }),
  );
}

const readTexts = ({ groupMessages }: SdkClient): unknown[] => groupMessages.map(({ data }) => data);

test('a message reaches the group’s phones at all hubs once, from a phone, the REST API and the server', async () => {
  const group = createGroup();
  const phones = await joinAll(group);
  await phones[0]!.client.sendToGroup(group, 'phone', 'text', { noEcho: true });
  await hubs[1]!.service.group(group).sendToAll('REST', { contentType: 'text/plain' });
  hubs[2]!.server.hub.sendToGroup('tables', group, { from: 'server' });
  await waitUntil(() => phones.every((phone) => readTexts(phone).length >= 2), 'all messages arrive');
  await pause(100);
  const expected = ['REST', 'phone', { from: 'server' }].map((text) => JSON.stringify(text));
  const received = phones.map((phone) =>
    readTexts(phone)
      .map((text) => JSON.stringify(text))
      .toSorted(),
  );
  expect(received).toEqual(
    [expected.filter((text) => text !== '"phone"'), expected, expected].map((texts) => texts.toSorted()),
  );
  expect(phones[1]!.groupMessages.map(({ fromUserId }) => fromUserId)).toContain('u0');
});

test('a user’s connections are closed, and permissions withdrawn, at whichever hub has them', async () => {
  const group = createGroup();
  const phones = await joinAll(group);
  await hubs[0]!.service.revokePermission(phones[1]!.connected[0]!, 'sendToGroup', { targetName: group });
  await hubs[0]!.service.closeUserConnections('u2', { reason: 'removed' });
  await waitUntil(
    () => phones[2]!.disconnected.includes('removed'),
    'the phone at another hub is disconnected',
  );
  await expect(phones[1]!.client.sendToGroup(group, 'late', 'text')).rejects.toThrow(/message/i);
});

test('hubs with another key do not receive anything', async () => {
  const other = await startEmbeddedScene({
    brokerUrl: redis.url,
    accessKey: 'another-key-of-more-than-thirty-two-bytes',
  });
  const group = createGroup();
  const stranger = await other.startClient({ groups: [group] });
  const [phone] = await joinAll(group);
  await waitUntil(() => isBrokerUp(other), 'the other hub is connected');
  await hubs[1]!.service.group(group).sendToAll('ours', { contentType: 'text/plain' });
  await waitUntil(() => readTexts(phone!).includes('ours'), 'our phone has it');
  await pause(50);
  expect(stranger.groupMessages).toEqual([]);
  await other.close();
});

test('a broker that is killed: phones of one hub go on; when it is back, all connect again', async () => {
  const group = createGroup();
  const phones = await joinAll(group);
  const neighbour = await hubs[0]!.startClient({ groups: [group] });
  const port = Number(new URL(redis.url).port);
  await redis.kill();
  await waitUntil(() => hubs.every((hub) => !isBrokerUp(hub)), 'the hubs miss the broker');
  await phones[0]!.client.sendToGroup(group, 'meanwhile', 'text');
  await waitUntil(() => readTexts(neighbour).includes('meanwhile'), 'the neighbour has it');
  redis = await startRedis(findRedis()!, port);
  await waitUntil(() => hubs.every(isBrokerUp), 'the hubs have the broker again');
  // Few phones need no pause between them.
  const areBack = () => phones.every(({ connected }) => connected.length >= 2);
  await waitUntil(areBack, 'all connect again', 1_000);
  // A hub that lost its first new link to the broker closes its phones' connections once more.
  const send = async () => {
    await phones[2]!.client.joinGroup(group);
    await phones[0]!.client.sendToGroup(group, 'after', 'text');
    await waitUntil(() => readTexts(phones[2]!).includes('after'), 'messages arrive again', 1_000);
  };
  await vi.waitFor(send, { timeout: 10_000 });
}, 20_000);

test('a hub that is cut off without a word notices it; phones at other hubs connect again for what it could not pass on', async () => {
  await waitUntil(() => hubs.every(isBrokerUp), 'all hubs are connected');
  const [group, quiet] = [createGroup(), createGroup()];
  const [phone, , cutOff] = await joinAll(group);
  const bystander = await hubs[0]!.startClient({ groups: [quiet] });
  proxy.pause();
  await cutOff!.client.sendToGroup(group, 'lost', 'text');
  await waitUntil(() => !isBrokerUp(hubs[2]!), 'the hub notices');
  proxy.cut();
  proxy.resume();
  await waitUntil(() => phone!.connected.length === 2, 'the phone connects again');
  await waitUntil(() => cutOff!.connected.length === 2, 'so does the one at the hub that was cut off');
  expect(readTexts(phone!)).toEqual([]);
  expect(bystander.connected).toHaveLength(1);
}, 20_000);
