/**
 * `npm run faults -- --share 0.1 --seed S` runs evenings with each fault many times, and three servers with a broker once,
 * and prints what the diners lost. `--only servers` leaves the evenings out.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRandom, type Random } from '#dev/simulation/world/random.ts';
import { renderTable } from '#dev/bench/table.ts';
import { findPostgres } from '#testing/services/postgres.mjs';
import { bundlePrograms } from '#dev/test/prepare.mjs';
import { findRedis } from '#testing/services/redis.mjs';
import { runEvening, longestWaitMs, type EveningOptions, type Faults } from './evening.ts';
import { restoreInTheEvening } from './restore.ts';
import { runSeveralServers } from './several-servers.ts';
import type { Wrongs } from './compare-with-database.ts';

const { values } = parseArgs({
  options: {
    /** Share of the evenings; 1 means all. */
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now()) },
    only: { type: 'string' },
  },
});

/** How often each fault happens in an evening. Ten evenings of each kind have 340 kills and crashes. */
const onSqlite = { 'server killed': 18, 'phones cut off': 2, 'phones frozen': 1, 'disk full': 2 };
const onPostgres = {
  'server killed': 8,
  'broker killed': 4,
  'PostgreSQL crashed': 4,
  'phones cut off': 2,
  'phones frozen': 1,
  'rolling upgrade': 1,
};
const eveningsOfEach = values.only === 'servers' ? 0 : Math.max(1, Math.round(10 * Number(values.share)));
const restores = 2 * eveningsOfEach;
/** Pause between two faults, ms. */
const quiet = { shortest: 200, longest: 2_500 } as const;

type FaultName = keyof typeof onSqlite | keyof typeof onPostgres | 'backup put back';

type Bag = Readonly<Partial<Record<FaultName, number>>>;

interface Row {
  times: number;
  longestWaitMs: number;
  /** Counted over all evenings with this fault. */
  lost: number;
  doubled: number;
}

// The phones warn on the console when a request fails.
console.warn = () => undefined;
console.error = () => undefined;

// Compiling the sources at each start of a server would take more time than the faults.
const bundles = await bundlePrograms();
process.env['PROGRAM_BUNDLES'] = bundles;

const canCluster = findPostgres() !== undefined && findRedis() !== undefined;
const random = createRandom(values.seed);
const rows = new Map<FaultName, Row>();
let orders = 0;
let failed = 0;
console.log(
  `seed ${values.seed}${canCluster ? '' : '; without PostgreSQL and Redis or Valkey, SQLite alone'}`,
);
for (let n = 1; n <= eveningsOfEach; n += 1) {
  const own = random.fork(`evening ${n}`);
  await hold(`${n}, SQLite`, onSqlite, { servers: 1, onPostgres: false, random: own.fork('SQLite') });
  if (canCluster)
    await hold(`${n}, PostgreSQL`, onPostgres, {
      servers: own.between(2, 3),
      onPostgres: true,
      random: own.fork('PostgreSQL'),
    });
}

for (let n = 1; n <= restores; n += 1) await putBack(n);

if (canCluster) {
  const { table, wrongs } = await runSeveralServers(random.fork('servers'));
  console.log(renderTable(table));
  for (const wrong of wrongs) console.log(`  WRONG: ${wrong}`);
  if (wrongs.length > 0) failed += 1;
}
if (rows.size > 0)
  console.log(
    renderTable({
      title: 'Evenings',
      head: ['fault', 'times', 'lost', 'doubled', 'longest wait'],
      rows: [...rows].map(([name, { times, lost, doubled, longestWaitMs: wait }]) => [
        name,
        ...[times, lost, doubled].map(String),
        `${(wait / 1_000).toFixed(1)} s`,
      ]),
      notes: [`${orders} orders were placed.`],
    }),
  );
console.log(failed === 0 ? 'every promise was kept' : `${failed} went wrong`);
rmSync(bundles, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);

async function hold(
  name: string,
  bag: Bag,
  options: Pick<EveningOptions, 'servers' | 'onPostgres' | 'random'>,
): Promise<void> {
  const { random: own } = options;
  const waits: [FaultName, number][] = [];
  const wrongsOf = await runEvening({
    ...options,
    tables: own.between(1, 6),
    diners: own.between(2, 6),
    meanPauseMs: own.between(100, 800),
    patienceMs: 90_000,
    script: async (faults) => await breakAll(faults, bag, own.fork('faults'), waits),
  }).then(
    ({ wrongs, ledger }): Wrongs => {
      const { accepted, rejected, placed, unanswered } = ledger;
      orders += placed.size;
      console.log(
        `${name}, ${options.servers} servers, ${waits.length} faults: ${accepted.size} accepted, ` +
          `${rejected.size} rejected, ${placed.size} orders, ${unanswered} requests without an answer`,
      );
      return wrongs;
    },
    (error: unknown): Wrongs => ({ lost: [], doubled: [], other: [`${name}: ${String(error)}`] }),
  );
  for (const [fault, wait] of waits) count(fault, wait);
  for (const fault of new Set(waits.map(([each]) => each))) {
    rows.get(fault)!.lost += wrongsOf.lost.length;
    rows.get(fault)!.doubled += wrongsOf.doubled.length;
  }
  tell(wrongsOf, waits);
}

/** Prints all differences, and the waits that were too long. */
function tell({ lost, doubled, other }: Wrongs, waits: readonly [FaultName, number][]): void {
  const slow = waits
    .filter(([, wait]) => wait > longestWaitMs)
    .map(([fault, wait]) => `after “${fault}” a diner waited for ${wait} ms`);
  const wrongs = [...lost, ...doubled, ...other, ...slow];
  for (const wrong of wrongs) console.log(`  WRONG: ${wrong}`);
  if (wrongs.length > 0) failed += 1;
}

/** Restores a backup. Answers given after the backup are lost, but no diner may lose dishes of their own (S2). */
async function putBack(n: number): Promise<void> {
  const done = await restoreInTheEvening(random.fork(`backup ${n}`)).catch((error: unknown) => ({
    wrongs: { lost: [], doubled: [], other: [`backup ${n}: ${String(error)}`] } as Wrongs,
    waitMs: 0,
    orders: 0,
  }));
  orders += done.orders;
  count('backup put back', done.waitMs);
  const row = rows.get('backup put back')!;
  row.lost += done.wrongs.lost.length;
  row.doubled += done.wrongs.doubled.length;
  tell(done.wrongs, [['backup put back', done.waitMs]]);
}

function count(fault: FaultName, wait: number): void {
  const row = rows.get(fault) ?? { times: 0, longestWaitMs: 0, lost: 0, doubled: 0 };
  rows.set(fault, { ...row, times: row.times + 1, longestWaitMs: Math.max(row.longestWaitMs, wait) });
}

/** Each fault starts after the one before is over and all events until then are answered. */
async function breakAll(faults: Faults, bag: Bag, own: Random, waits: [FaultName, number][]): Promise<void> {
  const works = {
    'server killed': () => faults.killServer(own.drawInt(faults.servers)),
    'broker killed': () => faults.killBroker(own.between(100, 3_000)),
    'phones cut off': () => faults.cutPhones(),
    'phones frozen': () => faults.freezePhones(own.between(500, 5_000)),
    'PostgreSQL crashed': () => faults.crashPostgres(own.between(100, 3_000)),
    'disk full': () => faults.fillDisk(own.between(2_000, 6_000)),
    'rolling upgrade': () => faults.rollServers(),
  } satisfies Partial<Record<FaultName, () => Promise<void>>>;
  const names = Object.keys(bag) as (keyof typeof works)[];
  const all = names.flatMap((name) => Array.from({ length: bag[name]! }, () => name));
  while (all.length > 0) {
    const [name] = all.splice(own.drawInt(all.length), 1) as [keyof typeof works];
    if (name === 'disk full' && !faults.canFillDisk) continue;
    await faults.pass(own.between(quiet.shortest, quiet.longest));
    await works[name]();
    waits.push([name, await faults.untilAnswered()]);
  }
}
