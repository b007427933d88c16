/** The table server under load, on SQLite and on PostgreSQL, with one server and with two. */
import { findPostgres } from '#workshop/test/postgres.mjs';
import type { Table } from '../table.ts';
import { both, changesPerSecond, diners, type Evening } from './diners.ts';
import { setUps, type SetUp } from './set-ups.ts';
import { throughput, type Throughput } from './throughput.ts';

export async function run(): Promise<readonly Table[]> {
  const measured: { setUp: SetUp; found: Throughput }[] = [];
  for (const setUp of setUps()) measured.push({ setUp, found: await throughput(setUp) });
  const evenings: { setUp: SetUp; found: Evening }[] = [];
  for (const setUp of evenSetUps()) evenings.push({ setUp, found: await diners(setUp) });
  return [throughputTable(measured), latencyTable(evenings), costTable(evenings)];
}

/** As restaurants run it: one process with its own hub, or two servers with a hub beside them. */
function evenSetUps(): readonly SetUp[] {
  const one = { name: 'SQLite, one process', onPostgres: false, servers: 1, hubs: 0 };
  const two = { name: 'PostgreSQL, 2 servers, a hub', onPostgres: true, servers: 2, hubs: 1 };
  return findPostgres() ? [one, two] : [one];
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
      'floor/s',
      'ratio',
      'CPU ms a change',
      'of the floor',
      'ratio',
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
      (found.cpuMs / found.routeCpuMs).toFixed(2),
    ]),
    notes: [
      'One change is one request with one event; medians of three rounds in turns. Plain inserts are the same rows by the',
      "database's own driver, one transaction each; together: those of one moment in one transaction, as the changes are.",
      "The floor is a route of the server's own with token, session and schema, which inserts the rows of one moment in one",
      'transaction of the same driver, and decides nothing.',
    ],
  };
}

function latencyTable(evenings: readonly { setUp: SetUp; found: Evening }[]): Table {
  return {
    title: `Four real phones at each table, ${changesPerSecond} changes a second in all: ms, p50 and p99`,
    head: [
      '',
      'phones',
      'until durable',
      'on the others',
      'an fsync',
      'p99 of durable beyond its p99',
      'never seen',
      'lag of the server’s loop',
      'of the phones’ own',
    ],
    rows: evenings.map(({ setUp, found }) => [
      setUp.name,
      String(found.phones),
      both(found.toServer),
      both(found.toPeers),
      both(found.disk),
      (found.toServer.p99 - found.disk.p99).toFixed(1),
      String(found.late),
      both(found.loopLag),
      both(found.phonesLag),
    ]),
    notes: [
      "The phone's own engine, HTTP and the hub's official client. Each tap counts from when it was due, all phones are in one",
      'process of their own beside the servers, and an fsync of 4 kB is made forty times a second on the same disk.',
    ],
  };
}

function costTable(evenings: readonly { setUp: SetUp; found: Evening }[]): Table {
  const whole = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));
  return {
    title: 'What that costs',
    head: ['', 'phones', 'CPU ms a change, servers', 'hub', 'MiB, a server', 'hub'],
    rows: evenings.map(({ setUp, found }) => [
      setUp.name,
      String(found.phones),
      found.serverCpuMs.toFixed(1),
      setUp.hubs === 0 ? '–' : found.hubCpuMs.toFixed(1),
      whole(found.serverMegabytes),
      whole(found.hubMegabytes),
    ]),
    notes: ['With all that the process does beside: a hub of its own, phones that are connected, timers.'],
  };
}
