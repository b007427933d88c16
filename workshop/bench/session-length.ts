/** What a long evening costs: the same calls at a table with 50 events and at one with nearly 5 000. */
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { limits } from '#contract/limits.ts';
import { itemAdded } from '#events/item-added.ts';
import { changeSession, keepDecided, readSession } from '#server/cart/log/session-log.ts';
import { databaseStore } from '#server/cart/log/database-store.ts';
import { logOfVersion } from '#server/cart/log/log-store.ts';
import { syncOf } from '#server/cart/log/snapshot.ts';
import { dishes, emptyDetail, itemFor } from '#tests/server-cart/table-phone.ts';
import { phone } from '#tests/server-cart/given.ts';
import { dataOf, startServer, type ServerUnderTest } from '#tests/server/server-under-test.ts';
import { findPostgres, startPostgres } from '#workshop/test/postgres.mjs';
import { alternately, elapsed, median } from './load/measures.ts';
import type { Table } from './table.ts';

const lengths = [50, limits.open.ofTable.events - 100] as const;
/** Of each call; the middle one counts. */
const calls = 60;

export async function run(): Promise<readonly Table[]> {
  const onSqlite = await rowsOn('SQLite', {});
  const bin = findPostgres();
  if (!bin) return [table(onSqlite)];
  // It syncs to disk, as a restaurant's does.
  const postgres = await startPostgres(bin, { durable: true });
  try {
    return [table([...onSqlite, ...(await rowsOn('PostgreSQL', { DATABASE_URL: postgres.url }))])];
  } finally {
    await postgres.stop();
  }
}

function table(rows: Table['rows']): Table {
  return {
    title: 'One table early and late in the evening, nothing of it settled: ms of a call',
    head: ['', 'call', ...lengths.map((length) => `at event ${length}`), 'ratio'],
    rows,
    notes: [
      `One at a time, medians of ${calls}, in turns. What reads or answers the whole log grows with it; a change does not.`,
    ],
  };
}

async function rowsOn(name: string, environment: Record<string, string>): Promise<string[][]> {
  const server = await startServer({
    logLevel: 'error',
    environment: { REQUESTS_PER_MINUTE: '0', ...environment },
  });
  try {
    const dish = itemFor((await dishes(server)).simple[0]!);
    const tables: Calls[] = [];
    for (const [index, length] of lengths.entries())
      tables.push(await callsOf(server, index + 1, length, dish));
    const [short, long] = tables as [Calls, Calls];
    const rows: string[][] = [];
    for (const call of Object.keys(short)) {
      const works = [short, long].map((table) => () => elapsed(table[call]!));
      const [few, many] = (await alternately(calls, works)).map(median) as [number, number];
      rows.push([name, call, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)]);
    }
    return rows;
  } finally {
    await server.dispose();
  }
}

type Calls = Record<string, () => Promise<unknown>>;

/** A table where nothing is settled: the dearest one of its length. */
async function callsOf(
  { db, seat, guest, ...rest }: ServerUnderTest,
  table: number,
  length: number,
  dish: ReturnType<typeof itemFor>,
): Promise<Calls> {
  const diner = await seat(await guest(), String(table));
  const { sessionId } = diner;
  const others = [0, 1, 2, 3].map((n) => phone(`other${n}`, `somebody${n}`));
  for (let version = 0; version < length; version += 50)
    await changeSession(db, sessionId, async (trx, { log }) => {
      const decided = Array.from({ length: 50 }, (_, n) => {
        const author = others[n % others.length]!;
        const item = { ...dish, notes: `wish ${n % 10}` };
        return { event: author.add(item, 1, log.view.known), userId: author.userId, code: null };
      });
      return { log: await keepDecided(trx, log, decided, Date.now()), value: undefined };
    });
  // What a phone folds is not counted: it says what it knows, and looks at no answer.
  const { known } = (await readSession(db, sessionId)).log.view;
  const own = phone('mia', diner.userId);
  const merchantId = '1001';
  const query = { merchantId, browserId: 'b', known: JSON.stringify(known) };
  const get = async () => dataOf(await rest.call(getCart, { ...diner, query }));
  const post = async () => {
    // After all that it knows (T3): what sorts earlier is folded anew, as in the last row.
    const fields = own.fields(known, Date.now());
    const event = itemAdded(fields, { lineId: fields.id, item: dish, quantity: 1 });
    const body = {
      merchantId,
      orderDetail: emptyDetail,
      events: [event],
      known: { ...known, ...event.seen },
    };
    const { sync } = dataOf(await rest.call(updateCart, { ...diner, body }));
    if (sync?.accepted?.ids[0] !== event.id) throw new Error('the event was not taken');
  };
  return {
    'GET, the phone is up to date': get,
    'POST of one event': post,
    'GET by a server just started': async () => {
      const { log } = await readSession(db.withoutPlugins(), sessionId);
      syncOf(log, { known: log.view.known, now: Date.now() });
    },
    'GET by a phone that knows nothing': async () => {
      const { log } = await readSession(db, sessionId);
      syncOf(log, { known: {}, now: Date.now() });
    },
    'all events read and folded anew': async () => {
      const { log } = await readSession(db, sessionId);
      const { view, settled } = await logOfVersion(databaseStore(db), sessionId, log.version, undefined);
      if (!view || !settled) throw new Error('nothing was folded');
    },
  };
}
