/**
 * Three servers with a broker and PostgreSQL, and 60 devices that order through a load balancer.
 *
 *     devices ─► load balancer ─┬─► server 1 ─► proxy ─┬─► broker
 *                               ├─► server 2 ──────────┤
 *                               └─► server 3 ──────────┘       all servers ─► proxy ─► PostgreSQL
 *
 * First the same load runs on one, two and three servers. Then each fault happens once. After each part the devices rest,
 * and what they were told is compared with the database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { describeMachine, type Table } from '#dev/bench/table.ts';
import type { Random } from '#dev/simulation/world/random.ts';
import { findFreePort, findPostgres, startPostgres } from '#testing/services/postgres.mjs';
import { findRedis, startRedis, type Redis } from '#testing/services/redis.mjs';
import { openRestaurant } from '#testing/restaurant.ts';
import { startTableServer, type Process } from '#tests/cluster.ts';
import { startTcpProxy, type TcpProxy } from '#tests/hub/tcp-proxy.ts';
import { findWrongs, waitForRest } from './compare-with-database.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { seatParty } from './party.ts';
import { watchSight } from './sight.ts';

const tables = 15;
const dinersAtTable = 4;
const mostServers = 3;
/** Mean time between two actions of one device, ms. It leaves half of a machine with two cores free. */
const meanPauseMs = 6_000;
/** How long the load runs on each number of servers, ms. */
const loadMs = 40_000;
const faultMs = 10_000;
/** How long the devices go on before a fault and after it, ms. */
const beforeMs = 4_000;
const afterMs = 8_000;
const patienceMs = 60_000;
/** The longest that a change may stay unseen by others at its table once the fault is over, ms. */
const longestWaitMs = 5_000;

const kinds = ['lost', 'doubled', 'other'] as const;

interface Part {
  readonly name: string;
  /** Resolves when everything works again. */
  readonly run: () => Promise<void>;
  /** Whether to measure the processor time of the servers. */
  readonly isLoad?: boolean;
}

/** Runs all parts and ends all processes. Returns the results, and what went wrong. */
export async function runSeveralServers(random: Random) {
  const cleanUps: (() => unknown)[] = [];
  try {
    return await run(random, (cleanUp) => void cleanUps.push(cleanUp));
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

async function run(random: Random, later: (cleanUp: () => unknown) => void) {
  const machine = describeMachine();
  const { store, restaurant, cluster, parts } = await startCluster(later);
  const party = await seatParty(restaurant, () => cluster.address);
  later(party.close);
  const sight = watchSight(party);
  later(sight.stop);
  const rows: string[][] = [];
  const wrongs: string[] = [];
  const known = new Set<string>();

  for (const { name, run: runPart, isLoad = false } of parts) {
    let isOver = false;
    const acting = party.act(random.fork(name), { meanPauseMs, until: () => isOver });
    if (!isLoad) await pass(beforeMs);
    const [accepted, orders] = [party.ledger.accepted.size, party.ledger.placed.size];
    sight.begin();
    await runPart();
    const [cpuBefore, acceptedBefore] = [await cluster.readUsage(), party.ledger.accepted.size];
    sight.end();
    await pass(isLoad ? loadMs : afterMs);
    const usage = await cluster.readUsage();
    const cpuMs = 1_000 * (usage.cpuSeconds - cpuBefore.cpuSeconds);
    const costMs = cpuMs / (party.ledger.accepted.size - acceptedBefore);
    isOver = true;
    await acting;
    await waitForRest(party, () => cluster.address, patienceMs).catch((error: unknown) =>
      wrongs.push(`${name}: ${String(error)}`),
    );
    const waits = sight.getWaits();
    const found = await findWrongs(store, party);
    const [lost, doubled, other] = kinds.map((kind) => found[kind].filter((each) => !known.has(each)));
    for (const each of [lost, doubled, other].flatMap((all) => all!)) {
      known.add(each);
      wrongs.push(`${name}: ${each}`);
    }
    if (waits.after > longestWaitMs) wrongs.push(`${name}: a change stayed unseen for ${waits.after} ms`);
    rows.push([
      name,
      `${party.ledger.accepted.size - accepted}`,
      `${party.ledger.placed.size - orders}`,
      `${lost!.length}`,
      `${doubled!.length}`,
      isLoad ? '' : formatSeconds(waits.during),
      formatSeconds(waits.after),
      isLoad ? `${costMs.toFixed(1)} ms` : '',
    ]);
    console.log(`  ${rows.at(-1)!.join(' | ')}`);
    const delays = [sight.getLoopDelayMs(), ...usage.loopDelays]
      .map((ms) => `${Math.round(ms)} ms`)
      .join(', ');
    console.log(`    event loop of devices and servers: ${delays}; the longest wait:`);
    for (const line of sight.explainLongest()) console.log(`      ${line}`);
  }
  const table: Table = {
    title: `${mostServers} servers, ${party.phones.length} devices at ${tables} tables (${machine})`,
    head: ['part', 'changes', 'orders', 'lost', 'doubled', 'unseen during', 'unseen after', 'CPU a change'],
    rows,
    notes: [
      'Unseen: the longest time until all others at the table saw a change, during the fault and since its end.',
      'CPU a change: of all servers together.',
    ],
  };
  return { table, wrongs };
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

async function startCluster(later: (cleanUp: () => unknown) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-servers-'));
  later(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres(findPostgres()!, { durable: true });
  later(postgres.stop);
  const database = await startTcpProxy(postgres.url);
  later(database.close);
  const store = { dataDir, databaseUrl: throughProxy(postgres.url, database) };
  const restaurant = await openRestaurant(store, { tables, diners: dinersAtTable });
  let redis: Redis = await startRedis(findRedis()!);
  later(async () => await redis.kill());
  const brokerLink = await startTcpProxy(redis.url);
  later(brokerLink.close);

  const ports: number[] = [];
  const servers: Process[] = [];
  const balancer = await startLoadBalancer(() => ports);
  later(balancer.close);
  later(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const start = async (n: number) => {
    const environment = {
      PUBLIC_URL: balancer.address,
      BROKER_URL: n === 0 ? throughProxy(redis.url, brokerLink) : redis.url,
    };
    servers[n] = await startTableServer({ store, environment }, ports[n]);
    while (!(await fetch(`${servers[n].address}/ready`)).ok) await pass(100);
  };
  /** The phones spread over this many servers. */
  const grow = async (count: number) => {
    while (servers.length < count) {
      ports.push(await findFreePort());
      await start(servers.length);
    }
    // By then the balancer knows the new server.
    await pass(beforeMs);
    balancer.cut();
    await pass(beforeMs);
  };
  const killBroker = async (ms: number) => {
    await redis.kill();
    await pass(ms);
    redis = await startRedis(findRedis()!, Number(new URL(redis.url).port));
  };
  await grow(1);

  const loads = Array.from({ length: mostServers }, (_, n) => ({
    name: `load on ${n + 1} server${n === 0 ? '' : 's'}`,
    run: async () => await grow(n + 1),
    isLoad: true,
  }));
  const rollServers = async () => {
    for (const [n, server] of servers.entries()) {
      await server.stop();
      await start(n);
    }
  };
  const freezeServer = async () => {
    servers[1]!.child.kill('SIGSTOP');
    await pass(faultMs);
    servers[1]!.child.kill('SIGCONT');
  };
  const cutBrokerLink = async () => {
    brokerLink.pause();
    await pass(faultMs);
    brokerLink.cut();
    brokerLink.resume();
  };
  const failOver = async () => {
    const standby = await postgres.addStandby();
    await pass(beforeMs);
    await postgres.failOver();
    database.redirect(standby);
    database.cut();
  };
  const faults: Part[] = [
    { name: 'servers restarted one by one', run: rollServers },
    { name: 'broker killed, 10 s', run: async () => await killBroker(faultMs) },
    { name: 'broker killed, 60 s', run: async () => await killBroker(6 * faultMs) },
    { name: 'a server frozen, 10 s', run: freezeServer },
    { name: 'a server cut off from the broker, 10 s', run: cutBrokerLink },
    { name: 'PostgreSQL failed over', run: failOver },
  ];
  return {
    store,
    restaurant,
    parts: [...loads, ...faults],
    cluster: {
      address: balancer.address,
      async readUsage() {
        const usages = await Promise.all(servers.map((server) => server.usage()));
        return {
          cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
          /** In ms, by server. */
          loopDelays: usages.map(({ loopDelaySeconds }) => 1_000 * loopDelaySeconds),
        };
      },
    },
  };
}

function throughProxy(url: string, proxy: TcpProxy): string {
  return Object.assign(new URL(url), { host: new URL(proxy.through(url)).host }).href;
}
