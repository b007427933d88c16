/** The table server under load, on SQLite and on PostgreSQL, with one server and with two. */
import type { Table } from '../table.ts';
import { diners, type Evening } from './diners.ts';
import { setUps, type SetUp } from './set-ups.ts';
import { throughput, type Throughput } from './throughput.ts';

const sizes = [10, 100, 1000] as const;

export async function run(): Promise<readonly Table[]> {
  // What a phone cannot reach at its very start is tried again, and says so.
  console.warn = () => undefined;
  const measured: { setUp: SetUp; found: Throughput }[] = [];
  for (const setUp of setUps()) measured.push({ setUp, found: await throughput(setUp) });
  const evenings: { setUp: SetUp; found: Evening }[] = [];
  for (const setUp of setUps().filter(({ servers, onPostgres }) => (servers === 2) === onPostgres))
    for (const tables of sizes) evenings.push({ setUp, found: await diners(setUp, tables) });
  return [throughputTable(measured), dinersTable(evenings)];
}

function throughputTable(measured: readonly { setUp: SetUp; found: Throughput }[]): Table {
  return {
    title: 'Accepted changes a second, 32 tables at once',
    head: [
      '',
      'changes/s',
      'plain inserts/s',
      'ratio',
      'plain, together/s',
      'ratio',
      'insert-only route/s',
      'ratio',
      'CPU ms a change',
      'of the route',
    ],
    rows: measured.map(({ setUp, found }) => [
      setUp.name,
      found.changes.toFixed(0),
      found.inserts.toFixed(0),
      (found.changes / found.inserts).toFixed(2),
      found.together.toFixed(0),
      (found.changes / found.together).toFixed(2),
      found.route.toFixed(0),
      (found.changes / found.route).toFixed(2),
      found.cpuMs.toFixed(2),
      found.routeCpuMs.toFixed(2),
    ]),
    notes: [
      'One change is one request with one event; medians of three rounds in turns. Plain inserts are the same rows by the',
      "database's own driver, one transaction each; together: those of one moment in one transaction, as the changes are.",
      "The insert-only route is the server's own, with token, session and schema, and one insert.",
    ],
  };
}

function dinersTable(evenings: readonly { setUp: SetUp; found: Evening }[]): Table {
  const bySize = evenings.map(({ setUp, found }) => [
    setUp.name,
    String(found.tables),
    found.p50.toFixed(1),
    found.p99.toFixed(1),
    (found.p99 / found.p50).toFixed(1),
    String(found.late),
    found.serverCpuMs.toFixed(1),
    found.hubCpuMs.toFixed(1),
    found.serverMegabytes.toFixed(0),
    found.hubMegabytes.toFixed(0),
  ]);
  return {
    title: 'Two real phones at each table, 50 changes a second in all: ms from the tap to the other phone',
    head: [
      '',
      'tables',
      'p50',
      'p99',
      'p99 / p50',
      'late',
      'CPU ms a change, servers',
      'hub',
      'MiB, a server',
      'hub',
    ],
    rows: bySize,
    notes: [
      "The phone's own engine, HTTP and the hub's official client, all phones in one process beside the servers and the hub.",
    ],
  };
}
