/** What becomes of a delivery that the receiver does not take: real HTTP, a real database, a clock of the test's own. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Deps } from '#server/app.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Db } from '#server/store/transactions.ts';
import { startDeliveries, type Deliveries } from '#server/orders/webhook/deliver.ts';
import { folderForTests } from '#tests/for-tests.ts';

const folder = folderForTests();
const secret = 'a secret that only the till knows';
const times = { timeoutMs: 10_000, lookEveryMs: 5 };
const hourMs = 3_600_000;

let db: Db;
let till: Server;
let address: string;
let now = 1_763_640_000_000;
const logged: unknown[] = [];
/** What came in, by path. */
const got: { path: string; body: string }[] = [];
let answer: (response: ServerResponse) => void;
let running: Deliveries[] = [];

beforeAll(async () => {
  db = await openStore({ dataDir: folder, databaseUrl: undefined });
  // There are no orders here to tell of.
  await sql`pragma foreign_keys = off`.execute(db);
  till = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += String(part)));
    request.on('end', () => {
      got.push({ path: request.url!, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => till.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(till.address() as AddressInfo).port}`;
});
afterAll(async () => {
  till.closeAllConnections();
  till.close();
  await db.destroy();
});
beforeEach(async () => {
  got.length = 0;
  logged.length = 0;
  answer = (response) => void response.end();
  await db.deleteFrom('webhook_deliveries').execute();
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.close()));
  running = [];
});

/** A process that delivers. */
function deliver(itsTimes = times): Deliveries {
  const log = { error: (...what: unknown[]) => void logged.push(what) };
  const config = { orderWebhook: { url: `${address}/orders`, secret } };
  const deps = { db, clock: { now: () => now }, config, log } as unknown as Deps;
  const deliveries = startDeliveries(deps, itsTimes)!;
  running.push(deliveries);
  return deliveries;
}

/** What is due now, and no more. */
async function deliverOnce(): Promise<void> {
  const deliveries = deliver();
  deliveries.wake();
  await deliveries.close();
}

async function written(id: string, createdAt = now): Promise<void> {
  const due = { order_id: `order of ${id}`, body: `{"id":"${id}"}`, attempts: 0 };
  await db
    .insertInto('webhook_deliveries')
    .values({ id, ...due, created_at: createdAt, next_at: createdAt })
    .execute();
}

const waiting = async () => await db.selectFrom('webhook_deliveries').selectAll().execute();
/** Until it has been tried so often. */
const tried = async (attempts: number) =>
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts }]), {
    interval: 2,
    timeout: 5_000,
  });
const delivered = async () =>
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { interval: 2, timeout: 5_000 });

test('the oldest goes first; what was taken is forgotten', async () => {
  await written('newer', now);
  await written('older', now - 1);
  deliver();
  await delivered();
  expect(got.map(({ body }) => body).toSorted()).toEqual(['{"id":"newer"}', '{"id":"older"}']);
  expect(logged).toEqual([]);
});

test('what another process has written goes out, though nobody wakes this one', async () => {
  deliver();
  await written('from elsewhere');
  await delivered();
  expect(got).toHaveLength(1);
});

test.each([400, 401, 404, 410, 429, 500, 503])('status %i is no delivery', async (status) => {
  answer = (response) => void response.writeHead(status).end();
  await written('refused');
  deliver();
  await tried(1);
  expect(JSON.stringify(logged)).toContain(`status ${status}`);
  expect(JSON.stringify(logged)).not.toContain(secret);
});

test.each([301, 302, 307, 308])('a till that sends on elsewhere (%i) is not followed', async (status) => {
  answer = (response) => void response.writeHead(status, { Location: `${address}/elsewhere` }).end();
  await written('sent on');
  deliver();
  await tried(1);
  expect(got.map(({ path }) => path)).toEqual(['/orders']);
});

test('a till that does not answer is waited for only so long', async () => {
  answer = () => {};
  await written('silence');
  deliver({ ...times, timeoutMs: 50 });
  await tried(1);
  expect(JSON.stringify(logged)).toMatch(/timeout/i);
});

test('each attempt is later than the last, up to an hour; after two days it is given up', async () => {
  answer = (response) => void response.writeHead(503).end();
  await written('down');
  deliver();
  const pauses: number[] = [];
  for (let attempts = 1; attempts <= 12; attempts += 1) {
    await tried(attempts);
    const { next_at: next } = (await waiting())[0]!;
    pauses.push((next - now) / 1000);
    now = next;
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
  now += 48 * hourMs;
  await delivered();
  expect(JSON.stringify(logged.at(-1))).toContain('given up');
});

test('a process that dies with a delivery leaves it to another, soon, and not at once', async () => {
  answer = () => {};
  await written('taken up');
  deliver();
  await vi.waitFor(() => expect(got).toHaveLength(1));
  const { next_at: freeAt } = (await waiting())[0]!;
  expect(freeAt - now).toBe(2 * times.timeoutMs);
  answer = (response) => void response.end();
  now = freeAt - 1;
  await deliverOnce();
  expect(got).toHaveLength(1);
  now = freeAt;
  await deliverOnce();
  expect(got).toHaveLength(2);
  expect(await waiting()).toEqual([]);
  till.closeAllConnections();
});

test('two processes share the work: each delivery goes out once', async () => {
  for (let n = 0; n < 30; n += 1) await written(`shared ${n}`);
  // Both look before either has taken anything up.
  for (const process of [deliver(), deliver()]) process.wake();
  await delivered();
  expect(got).toHaveLength(30);
  expect(new Set(got.map(({ body }) => body)).size).toBe(30);
});

test('without a webhook nothing is started', () => {
  const deps = { config: {} } as unknown as Deps;
  expect(startDeliveries(deps)).toBeUndefined();
});
