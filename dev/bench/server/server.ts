/**
 * Measures the cost of decisions and merges on the server. It compares the POST of the cart with `insertRoute`, which
 * identifies the caller, reads the same request and stores the same rows. autocannon sends the requests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { updateCart } from '#contract/calls/cart.ts';
import { writesAtOnce } from '#server/ordering/cart/log/write-changes.ts';
import { openStore, type StoreOptions } from '#server/platform/store/open-store.ts';
import { startTableServer, type Process } from '#tests/cluster.ts';
import { openRestaurant, type Restaurant } from '#testing/restaurant.ts';
import { findPostgres, startPostgres } from '#testing/services/postgres.mjs';
import { formatRatio, runInTurns } from '../measures.ts';
import type { Table } from '../table.ts';
import { insertOnly, insertRows } from './insert-route.ts';
import { createWriter, type Writer } from './writers.ts';

/** The tables of each side. Each has one diner, who sends the next change after the answer to the last one. */
const tables = 32;
const changesOfATable = 60;
const rounds = 5;
const script = fileURLToPath(new URL('table-server.ts', import.meta.url));

type Found = Readonly<Record<'rate' | 'cpuMs' | 'p50' | 'p99', number>>;
type Sides<Value> = Readonly<Record<'cart' | 'floor', Value>>;

export async function run(): Promise<Table> {
  const rows = await measureRows('SQLite', undefined);
  const bin = findPostgres();
  if (bin) {
    // A restaurant's database waits for the disk, too.
    const postgres = await startPostgres(bin, { durable: true });
    try {
      rows.push(...(await measureRows('PostgreSQL', postgres.url)));
    } finally {
      await postgres.stop();
    }
  }
  return {
    title: `The POST of the cart against a route that only writes: ${tables} tables at once`,
    head: ['', 'cart', 'only writes', 'ratio'],
    rows,
    notes: [
      `One request with one event at a time at each table; medians of ${rounds} rounds of ${tables * changesOfATable} requests, in turns, after one to warm up.`,
      'Both answer when the event is durable, and both end with as many events in the database as they have answered.',
      `Plain inserts write the same rows without a server, ${writesAtOnce.most} at once.`,
    ],
  };
}

async function measureRows(name: string, databaseUrl: string | undefined): Promise<string[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-bench-'));
  try {
    const store: StoreOptions = { dataDir, databaseUrl };
    const restaurant = await openRestaurant(store, { tables: 2 * tables + 3, diners: 1 });
    const writers = createWriters(restaurant, 0, tables);
    const [many, alone] = await measure(store, [writers, createWriters(restaurant, 2 * tables, 1)]);
    await assertStored(store, restaurant, writers);
    const inserts = await insertRows(store, restaurant);
    const createRow = (what: string, { cart, floor }: Sides<Found>, key: keyof Found, digits: number) => [
      `${name}: ${what}`,
      cart[key].toFixed(digits),
      floor[key].toFixed(digits),
      formatRatio(cart[key], floor[key]),
    ];
    return [
      createRow('requests a second', many!, 'rate', 0),
      createRow('processor of the server, ms a request', many!, 'cpuMs', 2),
      createRow('answer, median ms', many!, 'p50', 0),
      createRow('answer, p99 ms', many!, 'p99', 0),
      createRow('answer to one diner alone, p99 ms', alone!, 'p99', 1),
      createRow(
        'against plain inserts a second',
        { ...many!, floor: { ...many!.floor, rate: inserts } },
        'rate',
        0,
      ),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function createWriters({ seats, dishes }: Restaurant, from: number, count: number): Sides<Writer[]> {
  const create = (first: number, path: string) =>
    seats
      .slice(first, first + count)
      .map(([seat], n) => createWriter(seat!, dishes[n % dishes.length]!, path));
  return { cart: create(from, updateCart.path), floor: create(from + count, insertOnly.path) };
}

/** Measures each group of writers. */
async function measure(
  store: StoreOptions,
  groups: readonly Sides<readonly Writer[]>[],
): Promise<Sides<Found>[]> {
  // All requests come from one address, so its rate limit is off.
  const environment = { REQUESTS_PER_MINUTE: '0' };
  const server = await startTableServer({ store, script, environment });
  try {
    const found: Sides<Found>[] = [];
    for (const { cart, floor } of groups)
      found.push(
        await runInTurns(rounds, { cart: () => load(server, cart), floor: () => load(server, floor) }),
      );
    return found;
  } finally {
    await server.stop();
  }
}

async function load(server: Process, writers: readonly Writer[]): Promise<Found> {
  const before = await server.usage();
  let [clients, answeredAt] = [0, 0];
  const start = performance.now();
  const { errors, timeouts, non2xx, latency, requests } = await autocannon({
    url: server.address,
    connections: writers.length,
    amount: writers.length * changesOfATable,
    setupClient(client) {
      client.setRequests([writers[clients++]!.request]);
      // autocannon ends only at a full second.
      client.on('response', () => (answeredAt = performance.now()));
    },
  });
  const { cpuSeconds } = await server.usage();
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${errors} errors, ${timeouts} timeouts, ${non2xx} requests refused`);
  return {
    rate: (requests.total * 1000) / (answeredAt - start),
    cpuMs: ((cpuSeconds - before.cpuSeconds) * 1000) / requests.total,
    p50: latency.p50,
    p99: latency.p99,
  };
}

/** Throws if an answered change is not in the database. Call it after the server has stopped. */
async function assertStored(
  store: StoreOptions,
  { seats }: Restaurant,
  writers: Sides<readonly Writer[]>,
): Promise<void> {
  const expected = (rounds + 1) * changesOfATable;
  const db = await openStore(store);
  try {
    const rows = await db
      .selectFrom('events')
      .select(({ fn }) => ['session_id', fn.countAll().as('count')])
      .where('rejected', 'is', null)
      .groupBy('session_id')
      .execute();
    const counts = new Map(rows.map(({ session_id, count }) => [session_id, Number(count)]));
    for (const [n, writer] of [...writers.cart, ...writers.floor].entries()) {
      const found = counts.get(seats[n]![0]!.sessionId);
      if (found !== expected || writer.stored() !== expected)
        throw new Error(
          `table ${n}: ${expected} changes sent, ${writer.stored()} answered, ${found} in the database`,
        );
    }
  } finally {
    await db.destroy();
  }
}
