/** Starts table servers and phones, breaks them by a script, and compares the results. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { StoreOptions } from '#server/platform/store/open-store.ts';
import { startTcpProxy, type TcpProxy } from '#tests/hub/tcp-proxy.ts';
import { startTableServer, type Process } from '#tests/cluster.ts';
import { openRestaurant } from '#testing/restaurant.ts';
import type { Random } from '#dev/simulation/world/random.ts';
import { findFreePort, findPostgres, startPostgres } from '#testing/services/postgres.mjs';
import { findRedis, startRedis, type Redis } from '#testing/services/redis.mjs';
import { seatParty, type Ledger } from './party.ts';
import { waitForRest, waitUntilAnswered, findWrongs, type Wrongs } from './compare-with-database.ts';

/** The longest that a diner may wait once everything works again, ms (G7). */
export const longestWaitMs = 6_000;

export interface EveningOptions {
  /** More than one needs PostgreSQL and Redis or Valkey. */
  readonly servers: number;
  readonly onPostgres: boolean;
  readonly tables: number;
  readonly diners: number;
  /** Mean time between two actions of one phone, ms. */
  readonly meanPauseMs: number;
  readonly random: Random;
  /** Causes the faults. The phones act until it resolves. */
  readonly script: (faults: Faults) => Promise<void>;
  /** The longest that the phones may take to agree afterwards, ms. */
  readonly patienceMs: number;
}

/** The faults. Each call resolves when everything works again. */
export interface Faults {
  readonly servers: number;
  readonly onPostgres: boolean;
  /** False if this system cannot simulate a full disk for one process. */
  readonly canFillDisk: boolean;
  pass(ms: number): Promise<void>;
  killServer(n: number): Promise<void>;
  killBroker(ms: number): Promise<void>;
  /** Resets every phone's connection to its hub. */
  cutPhones(): Promise<void>;
  /** Keeps the connections to the hubs open without traffic. */
  freezePhones(ms: number): Promise<void>;
  crashPostgres(ms: number): Promise<void>;
  fillDisk(ms: number): Promise<void>;
  /** Restarts the servers one after the other, as an upgrade does. */
  rollServers(): Promise<void>;
  /** Resolves with the time until each phone had the answers to its present events, ms. */
  untilAnswered(): Promise<number>;
}

export interface Outcome {
  readonly wrongs: Wrongs;
  readonly ledger: Ledger;
}

/** Runs an evening and ends all of its processes. */
export async function runEvening(options: EveningOptions): Promise<Outcome> {
  const cleanUps: (() => unknown)[] = [];
  try {
    return await run(options, (cleanUp) => void cleanUps.push(cleanUp));
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

async function run(options: EveningOptions, later: (cleanUp: () => unknown) => void): Promise<Outcome> {
  const { onPostgres, tables, diners, random, script, patienceMs, meanPauseMs } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-faults-'));
  later(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = onPostgres ? await startPostgres(findPostgres()!, { durable: true }) : undefined;
  if (postgres) later(postgres.stop);
  const store: StoreOptions = { dataDir, databaseUrl: postgres?.url };
  const restaurant = await openRestaurant(store, { tables, diners });

  let redis: Redis | undefined = options.servers > 1 ? await startRedis(findRedis()!) : undefined;
  later(async () => await redis?.kill());
  const servers: Process[] = [];
  const ports: number[] = [];
  /** The phones reach the hub of each server through a proxy. */
  const proxies: TcpProxy[] = [];
  const start = async (n: number) => {
    const address = `http://127.0.0.1:${ports[n]!}`;
    const environment = {
      // These phones order hundreds of times an hour, which the budgets would refuse (D37).
      REQUESTS_PER_MINUTE: '0',
      PUBLIC_URL: proxies[n]!.through(address).replace(/^ws:/, 'http:'),
      BROKER_URL: redis?.url ?? '',
    };
    servers[n] = await startTableServer({ store, environment }, ports[n]);
  };
  for (let n = 0; n < options.servers; n += 1) {
    ports.push(await findFreePort());
    const proxy = await startTcpProxy(`http://127.0.0.1:${ports[n]!}`);
    proxies.push(proxy);
    later(proxy.close);
    await start(n);
  }
  later(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  let asked = 0;
  const rotateServers = () => servers[(asked += 1) % servers.length]!.address;

  const party = await seatParty(restaurant, rotateServers);
  const canFillDisk = !onPostgres && canLimitFiles();
  const faults: Faults = {
    servers: servers.length,
    onPostgres,
    canFillDisk,
    pass,
    async killServer(n) {
      await servers[n]!.kill();
      await start(n);
    },
    async killBroker(ms) {
      const { url, kill } = redis!;
      await kill();
      await pass(ms);
      redis = await startRedis(findRedis()!, Number(new URL(url).port));
    },
    async cutPhones() {
      for (const proxy of proxies) proxy.cut();
    },
    async freezePhones(ms) {
      for (const proxy of proxies) proxy.pause();
      await pass(ms);
      for (const proxy of proxies) proxy.resume();
    },
    async crashPostgres(ms) {
      postgres!.crash();
      await pass(ms);
      await postgres!.startAgain();
    },
    async fillDisk(ms) {
      const { child } = servers[0]!;
      const { unanswered } = party.ledger;
      limitFiles(child.pid!, '4096');
      await pass(ms);
      limitFiles(child.pid!, 'unlimited');
      if (party.ledger.unanswered === unanswered) throw new Error('the disk had room after all');
    },
    async rollServers() {
      for (const [n, { stop }] of servers.entries()) {
        await stop();
        await start(n);
      }
    },
    untilAnswered: () => waitUntilAnswered(party, patienceMs),
  };
  let isOver = false;
  try {
    const acting = party.act(random, { meanPauseMs, until: () => isOver });
    try {
      await script(faults);
    } finally {
      isOver = true;
    }
    await acting;
    await waitForRest(party, rotateServers, patienceMs);
    for (const each of servers) await each.stop();
    return { wrongs: await findWrongs(store, party), ledger: party.ledger };
  } finally {
    await party.close();
  }
}

/** Limits the size of files that a process writes. The process sees a full disk. */
function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

function canLimitFiles(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
