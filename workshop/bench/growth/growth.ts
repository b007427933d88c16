/** What a restaurant's pages cost when it has just opened, and after three years of forty tables. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { StoreOptions } from '#server/store/open-store.ts';
import { storeFile } from '#server/store/sqlite/sqlite-file.ts';
import type { RestaurantClock } from '#server/catalogue/business-day.ts';
import { startServer, type ServerUnderTest } from '#tests/server/server-under-test.ts';
import { findPostgres, startPostgres } from '#workshop/test/postgres.mjs';
import { median, progress } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { asked, type Asked } from './asked.ts';
import { playedParties } from './played-parties.ts';
import { countYear, eveningOf, openAfter, type Played } from './years.ts';

/** Days of business, with today. */
const ages = { secondDay: 2, year: 366, threeYears: 1095 } as const;
type Age = keyof typeof ages;
const names: Readonly<Record<Age, string>> = {
  // What shows the last 24 hours has them.
  secondDay: 'the second day',
  year: 'a year',
  threeYears: 'three years',
};

/** Of each question; the middle one counts. */
const rounds = 30;
const parties = 12;

export async function run(): Promise<readonly Table[]> {
  const played = await playedParties(parties);
  const found = [
    await measured('SQLite', played, async (dataDir, _age, from) => {
      if (from) copyFileSync(join(from.dataDir, storeFile), join(dataDir, storeFile));
      return { dataDir, databaseUrl: undefined };
    }),
  ];
  const bin = findPostgres();
  if (!bin) return [table(found)];
  // Nothing is written that would wait for the disk.
  const postgres = await startPostgres(bin);
  try {
    found.push(
      await measured('PostgreSQL', played, async (dataDir, age, from) => ({
        dataDir,
        databaseUrl: await databaseOf(postgres.url, age, from),
      })),
    );
  } finally {
    await postgres.stop();
  }
  return [table(found)];
}

interface Measured {
  readonly name: string;
  readonly sizes: Readonly<Record<Age, number>>;
  readonly rows: readonly {
    readonly what: string;
    readonly base: Age;
    readonly few: number;
    readonly many: number;
  }[];
}

/** @param from what it begins as: a database that nobody has open */
type StoreOf = (folder: string, age: Age, from?: StoreOptions) => Promise<StoreOptions>;

async function measured(name: string, played: Played, storeOf: StoreOf): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-growth-'));
  const servers = {} as Record<Age, ServerUnderTest>;
  const sizes = {} as Record<Age, number>;
  try {
    const stores = {} as Record<Age, StoreOptions>;
    const clocks = {} as Record<Age, RestaurantClock>;
    for (const [age, days] of Object.entries(ages) as [Age, number][]) {
      const dataDir = join(folder, age);
      mkdirSync(dataDir);
      const start = performance.now();
      // Three years are the two before the one that is there.
      const there = age === 'threeYears' ? ages.year : 0;
      stores[age] = await storeOf(dataDir, age, there > 0 ? stores.year : undefined);
      clocks[age] = await openAfter(stores[age], played, { days, ofDays: ages.threeYears, there });
      sizes[age] = await sizeOf(stores[age]);
      progress(
        `${name}, ${names[age]}: ${(sizes[age] / 2 ** 20).toFixed(0)} MiB in ${((performance.now() - start) / 1000).toFixed(0)} s`,
      );
    }
    for (const age of Object.keys(ages) as Age[]) {
      servers[age] = await serverOn(stores[age], clocks[age]);
      if (age !== 'secondDay')
        await countYear(servers[age].db, clocks[age], age === 'year' ? undefined : servers.year.db);
    }
    const rows: Measured['rows'][number][] = [];
    const questions = {} as Record<Age, readonly Asked[]>;
    for (const age of Object.keys(ages) as Age[]) questions[age] = await asked(servers[age]);
    for (const [n, { what, since = 'secondDay' }] of questions.threeYears.entries()) {
      const [few, many] = await inTurns([questions[since][n]!, questions.threeYears[n]!]);
      rows.push({ what, base: since, few: few!, many: many! });
      progress(`  ${what}: ${few!.toFixed(2)} ms (${names[since]}), ${many!.toFixed(2)} ms`);
    }
    return { name, sizes, rows };
  } finally {
    for (const server of Object.values(servers)) await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Medians, ms. */
async function inTurns(questions: readonly Asked[]): Promise<readonly number[]> {
  const times = questions.map((): number[] => []);
  for (let round = 0; round < rounds + 3; round += 1)
    for (const [n, { prepare, ask }] of questions.entries()) {
      await prepare?.();
      const start = performance.now();
      await ask();
      // The first ones warm up.
      if (round >= 3) times[n]!.push(performance.now() - start);
    }
  return times.map(median);
}

async function serverOn(
  { dataDir, databaseUrl }: StoreOptions,
  clock: RestaurantClock,
): Promise<ServerUnderTest> {
  const [evening, start] = [eveningOf(clock), Date.now()];
  return await startServer({
    dataDir,
    clock: { now: () => evening + Date.now() - start },
    logLevel: 'error',
    checkAnswers: false,
    environment: {
      REQUESTS_PER_MINUTE: '0',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
}

async function databaseOf(url: string, age: Age, from?: StoreOptions): Promise<string> {
  const name = age.toLowerCase();
  const template = from ? ` template ${new URL(from.databaseUrl!).pathname.slice(1)}` : '';
  await onDatabase(url, (client) => client.query(`create database ${name}${template}`));
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

/** Bytes. */
async function sizeOf({ dataDir, databaseUrl }: StoreOptions): Promise<number> {
  if (databaseUrl === undefined) return statSync(join(dataDir, storeFile)).size;
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ size: string }>('select pg_database_size(current_database()) as size'),
  );
  return Number(rows[0]!.size);
}

async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function table(found: readonly Measured[]): Table {
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return {
    title: 'A restaurant of forty tables, 120 parties a day, on a full Saturday evening: ms of an answer',
    head: ['', 'asked for', 'before', 'after three years', 'ratio', 'before is'],
    rows: found.flatMap(({ name, sizes, rows }) => [
      [
        name,
        'the database',
        mib(sizes.secondDay),
        mib(sizes.threeYears),
        '',
        `${names.secondDay}; ${mib(sizes.year)} after a year`,
      ],
      ...rows.map(({ what, base, few, many }) => [
        name,
        what,
        few.toFixed(2),
        many.toFixed(2),
        (many / few).toFixed(2),
        names[base],
      ]),
    ]),
    notes: [
      `Medians of ${rounds}, in turns, one at a time over HTTP, server and asker in one process. Everything is kept: 131 400 parties with`,
      'their carts, orders, service and bills. Days that are over have been counted, as they are beside everything else (CX29).',
    ],
  };
}
