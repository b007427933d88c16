/**
 * Two table servers and one hub, each as a process. On PostgreSQL both servers share a database. A SQLite file has one
 * server, so the second server gets a copy of the file: it has the same table without later changes of the first.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageSchema, type TableMessage } from '#contract/messages.ts';
import { negotiate } from '#contract/calls/table.ts';
import { storeFile } from '#server/platform/store/sqlite/sqlite-file.ts';
import {
  createCaller,
  expectData,
  startServer,
  testDatabaseUrl,
  type DinerAtTable,
  type ServerUnderTest,
} from '#tests/server/server-under-test.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { waitUntil } from '../scene.ts';
import { startHubProcess, type HubProcess } from './hub-process.ts';

const cleanUps: (() => unknown)[] = [];
let hub: HubProcess;
let before: ServerUnderTest;
let [first, second] = ['', ''];
let diners: DinerAtTable[];
let dish: ReturnType<typeof createItem>;

beforeAll(async () => {
  before = await startServer();
  cleanUps.push(before.dispose);
  diners = [];
  for (let n = 0; n < 3; n += 1) diners.push(await before.seat(await before.guest()));
  dish = createItem((await listDishes(before)).simple[0]!);
  await before.close();
  hub = await startHubProcess();
  cleanUps.push(() => hub.stop());
  first = await startTableServer(before.config.dataDir);
  second = await startTableServer(testDatabaseUrl ? before.config.dataDir : copyOf(before.config.dataDir));
}, 60_000);
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'lazy-susan-copy-'));
  cleanUps.push(() => rmSync(copy, { recursive: true }));
  copyFileSync(join(folder, storeFile), join(copy, storeFile));
  return copy;
}

async function startTableServer(dataDir: string): Promise<string> {
  const { databaseUrl } = before.config;
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    WEB_PUBSUB_CONNECTION_STRING: hub.connectionString,
    HUB_PUBLIC_URL: `http://127.0.0.1:${hub.port}`,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  cleanUps.push(server.stop);
  return server.address;
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

describe('one hub, two table servers', () => {
  test('phones of either server receive each other’s messages; after the hub is killed and restarted they reconnect and catch up', async () => {
    const ann = await createPhoneAt(first, diners[0]!, 'ra');
    const bob = await createPhoneAt(second, diners[1]!, 'rb');
    const cat = await createPhoneAt(first, diners[2]!, 'rc');
    const everybody = [ann, bob, cat];
    expect(new Set(everybody.map(({ group }) => group())).size).toBe(1);
    expect(everybody.flatMap(({ hosts }) => hosts)).toEqual(everybody.map(() => `127.0.0.1:${hub.port}`));

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

    hub.child.kill('SIGKILL');
    // The cart works without a hub, but the other phones receive no announcement.
    for (let n = 0; n < 2; n += 1) await ann.phone.send(ann.phone.add(dish));
    expect(cat.phone.digest()).not.toBe(ann.phone.digest());
    hub = await startHubProcess({ HUB_PORT: String(hub.port) });
    await waitUntil(() => everybody.every(({ comebacks }) => comebacks() >= 1), 'all are back', 20_000);
    await ann.phone.refresh();
    const caughtUp = testDatabaseUrl ? everybody : [ann, cat];
    await waitUntil(() => new Set(caughtUp.map(({ phone }) => phone.digest())).size === 1, 'they agree');
    const last = await ann.phone.send(ann.phone.add(dish));
    await waitUntil(
      () => everybody.every(({ hasReceived }) => hasReceived(last.version)),
      'all receive the next change',
    );
  }, 60_000);
});
