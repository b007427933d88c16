/**
 * Two table servers with their own hubs and a real broker. On PostgreSQL both servers share a database. A SQLite file has
 * one server, so the second server gets a copy of the file: it has the same table without later changes of the first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageSchema, type TableMessage } from '#contract/messages.ts';
import { getTableByQrcode, negotiate } from '#contract/calls/table.ts';
import { storeFile } from '#server/platform/store/sqlite/sqlite-file.ts';
import {
  createCaller,
  expectData,
  startServer,
  testDatabaseUrl,
  type DinerAtTable,
  type ServerUnderTest,
} from '#tests/server/server-under-test.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { findRedis, startRedis, type Redis } from '#testing/services/redis.mjs';
import { waitUntil } from '../scene.ts';

const cleanUps: (() => unknown)[] = [];
let redis: Redis;
let [first, second] = ['', ''];
let diners: DinerAtTable[];
let dish: ReturnType<typeof createItem>;

beforeAll(async () => {
  redis = await startRedis(findRedis()!);
  cleanUps.push(async () => await redis.kill());
  const environment = { BROKER_URL: redis.url };
  const one = await startServer({ environment });
  cleanUps.push(one.dispose);
  diners = [];
  for (let n = 0; n < 3; n += 1) diners.push(await one.seat(await one.guest()));
  dish = createItem((await listDishes(one)).simple[0]!);
  const dataDir = testDatabaseUrl ? one.dataDir : await copyData(one);
  const two = await startServer({ dataDir, environment });
  cleanUps.push(two.close);
  [first, second] = [one.address, two.address];
}, 60_000);
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** Copies the SQLite file of a running server into a new folder. */
async function copyData({ db }: ServerUnderTest): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-copy-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  await sql`vacuum into ${sql.lit(join(folder, storeFile))}`.execute(db);
  return folder;
}

/** A phone in its table's group. It reconnects by itself, and then asks its server for what it has missed. */
async function createPhoneAt(address: string, diner: DinerAtTable, replicaId: string) {
  const call = createCaller(address);
  const phone = createTablePhone({ call, deps: { clock: { now: Date.now } } }, diner, replicaId);
  const [got, hosts]: [TableMessage[], string[]] = [[], []];
  let group = '';
  let comebacks = -1;
  const reconnectRetryOptions = { maxRetries: 1_000, retryDelayInMs: 100 };
  const getClientAccessUrl = async (): Promise<string> => {
    const query = { userId: diner.userId, tableId: diner.tableId };
    const answer = await call(negotiate, { ...diner, query });
    group = String(answer.envelope['group']);
    hosts.push(new URL(expectData(answer)).host);
    return expectData(answer);
  };
  const client = new WebPubSubClient({ getClientAccessUrl }, { reconnectRetryOptions });
  client.on('group-message', ({ message }) => void got.push(messageSchema.parse(message.data)));
  client.on('connected', () => {
    comebacks += 1;
    void phone.refresh();
  });
  await client.start();
  await client.joinGroup(group);
  cleanUps.push(() => {
    reconnectRetryOptions.maxRetries = 0;
    client.stop();
  });
  const hasReceived = (version: number): boolean =>
    got.some(
      ({ messageType, data }) =>
        messageType === 'cartChanged' && (data as { version: number }).version === version,
    );
  return { phone, client, got, hosts, hasReceived, group: () => group, comebacks: () => comebacks };
}

/** What a server says about its readiness. */
async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/ready`);
  const { broker } = (await answer.json()) as { readonly broker: boolean };
  expect(broker).toBe(answer.status === 200);
  return broker;
}

const areReady = async (): Promise<boolean> => (await isReady(first)) && (await isReady(second));

describe('two table servers, one broker', () => {
  test('phones of either server receive each other’s messages; after the broker is killed and restarted they catch up', async () => {
    await waitUntil(areReady, 'both servers reach the broker');
    const ann = await createPhoneAt(first, diners[0]!, 'ra');
    const bob = await createPhoneAt(second, diners[1]!, 'rb');
    const cat = await createPhoneAt(first, diners[2]!, 'rc');
    const everybody = [ann, bob, cat];
    expect(new Set(everybody.map(({ group }) => group())).size).toBe(1);
    const hosts = [first, second, first].map((address) => new URL(address).host);
    expect(everybody.flatMap((each) => each.hosts)).toEqual(hosts);

    // A phone of one server receives the announcements of the other.
    const { version } = await ann.phone.send(ann.phone.add(dish));
    await waitUntil(() => bob.hasReceived(version), 'bob receives ann’s change');
    const answer = await bob.phone.send(bob.phone.add(dish));
    await waitUntil(() => ann.hasReceived(answer.version), 'ann receives bob’s change');
    const message = { fromBrowserId: 'ra', messageType: 'closeInactiveDialog', data: {} };
    await ann.client.sendToGroup(ann.group(), message, 'json');
    await waitUntil(
      () => bob.got.some(({ fromBrowserId }) => fromBrowserId === 'ra'),
      'bob receives ann’s message',
    );

    await redis.kill();
    await waitUntil(async () => !(await isReady(first)), 'the first server misses the broker');
    // Phones of the same server still receive announcements.
    const alone = await ann.phone.send(ann.phone.add(dish));
    await waitUntil(() => cat.hasReceived(alone.version), 'cat receives ann’s change');
    expect(bob.hasReceived(alone.version)).toBe(false);
    redis = await startRedis(findRedis()!, Number(new URL(redis.url).port));
    await waitUntil(() => everybody.every(({ comebacks }) => comebacks() >= 1), 'all are back', 20_000);
    const caughtUp = testDatabaseUrl ? everybody : [ann, cat];
    await waitUntil(async () => {
      await ann.phone.refresh();
      return new Set(caughtUp.map(({ phone }) => phone.digest())).size === 1;
    }, 'they agree');
    const last = await ann.phone.send(ann.phone.add(dish));
    await waitUntil(
      () => everybody.every(({ hasReceived }) => hasReceived(last.version)),
      'all receive the next change',
    );
  }, 60_000);

  test('D37: a budget that was spent at one server is spent at the other', async () => {
    const scanWrongly = async (address: string) =>
      await createCaller(address)(getTableByQrcode, { ...diners[0]!, params: { id: 'wrong' } });
    for (let n = 0; n < 10; n += 1)
      expect(await scanWrongly(n % 2 === 0 ? first : second)).toMatchObject({ status: 404 });
    const refused = { status: 429, data: { budget: 'wrongScansOfDiner' } };
    expect(await Promise.all([first, second].map(scanWrongly))).toMatchObject([refused, refused]);
  });

  test('a phone that has its token from one server connects to the other', async () => {
    const query = { userId: diners[0]!.userId, tableId: diners[0]!.tableId };
    const url = expectData(await createCaller(first)(negotiate, { ...diners[0]!, query }));
    const client = new WebPubSubClient(url.replace(new URL(first).host, new URL(second).host));
    cleanUps.push(() => client.stop());
    await expect(client.start()).resolves.toBeUndefined();
  });
});
