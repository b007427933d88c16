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
import { findPostgres, startPostgres } from '#dev/test/postgres.mjs';
import { reportProgress, formatRatio, runInTurns } from '../measures.ts';
import type { Item } from '#events/item.ts';
import type { Seat } from '#testing/restaurant.ts';
import type { Table } from '../table.ts';
import { insertOnly } from './insert-route.ts';
import { insertRows, syncedBytes, syncFile } from './floor.ts';
import { createWriter, type Writer } from './writers.ts';

/** The tables of each side. Each has one diner, who sends the next change after the answer to the last one. */
const tables = 32;
const changesOfATable = 60;
const rounds = 5;
const script = fileURLToPath(new URL('table-server.ts', import.meta.url));

type Found = Readonly<Record<'rate' | 'cpuMs' | 'p50' | 'p99', number>>;
type Sides<Value> = Readonly<Record<'cart' | 'floor', Value>>;
type Durable = Pick<Found, 'rate' | 'p99'>;

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
      `Below: one diner alone, fsync of ${syncedBytes} bytes in the same folder, and the same rows written ${writesAtOnce.most} at once without a server.`,
    ],
  };
}

async function measureRows(name: string, databaseUrl: string | undefined): Promise<string[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-bench-'));
  try {
    const store: StoreOptions = { dataDir, databaseUrl };
    const restaurant = await openRestaurant(store, { tables: 2 * tables + 2, diners: 1 });
    const writers = {
      cart: createWriters(restaurant, 0, updateCart.path),
      floor: createWriters(restaurant, tables, insertOnly.path),
    };
    const { alone, disk, inserts, ...found } = await measure(store, writers, restaurant);
    await assertStored(store, restaurant, writers);
    reportProgress(`${name}: ${JSON.stringify({ found, alone, disk, inserts })}`);
    const createRow = (what: string, key: keyof Found, digits: number) => [
      `${name}: ${what}`,
      found.cart[key].toFixed(digits),
      found.floor[key].toFixed(digits),
      formatRatio(found.cart[key], found.floor[key]),
    ];
    return [
      createRow('requests a second', 'rate', 0),
      createRow('processor of the server, ms a request', 'cpuMs', 2),
      createRow('answer, median ms', 'p50', 0),
      createRow('answer, p99 ms', 'p99', 0),
      [`${name}: one diner alone, p99 ms, against fsync`, alone.p99.toFixed(1), disk.p99.toFixed(1), ''],
      [
        `${name}: changes a second, against plain inserts`,
        found.cart.rate.toFixed(0),
        inserts.rate.toFixed(0),
        formatRatio(found.cart.rate, inserts.rate),
      ],
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function createWriters({ seats, dishes }: Restaurant, from: number, path: string): Writer[] {
  return seats
    .slice(from, from + tables)
    .map(([seat], n) => createWriter(seat!, dishes[n % dishes.length]!, path));
}

async function measure(
  store: StoreOptions,
  writers: Sides<readonly Writer[]>,
  { seats, dishes }: Restaurant,
): Promise<Sides<Found> & Readonly<Record<'alone' | 'disk' | 'inserts', Durable>>> {
  // All requests come from one address, so its rate limit is off.
  const environment = { REQUESTS_PER_MINUTE: '0' };
  const [alone, inserter] = seats.slice(2 * tables).map(([seat]) => seat!);
  const single = createWriter(alone!, dishes[0]!, updateCart.path);
  const server = await startTableServer({ store, script, environment });
  const found = await (async () => {
    try {
      return {
        ...(await runInTurns(rounds, {
          cart: () => load(server, writers.cart),
          floor: () => load(server, writers.floor),
        })),
        ...(await runInTurns<'alone' | 'disk', Durable>(rounds, {
          alone: () => load(server, [single]),
          disk: () => syncFile(join(store.dataDir, 'synced')),
        })),
      };
    } finally {
      await server.stop();
    }
  })();
  return { ...found, ...(await measureInserts(store, inserter!, dishes[0]!)) };
}

async function measureInserts(store: StoreOptions, seat: Seat, item: Item): Promise<{ inserts: Durable }> {
  const db = await openStore(store);
  try {
    return await runInTurns(rounds, { inserts: () => insertRows(db, seat, item) });
  } finally {
    await db.destroy();
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
