/** Starts a hub, table servers and phones, breaks them by a script, and compares the results. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { StoreOptions } from '#server/platform/store/open-store.ts';
import { startTcpProxy } from '#tests/hub/tcp-proxy.ts';
import { startHub, startTableServer, type Hub, type Process } from '#tests/cluster.ts';
import { openRestaurant } from '#testing/restaurant.ts';
import type { Random } from '#dev/simulation/world/random.ts';
import { findPostgres, startPostgres } from '#dev/test/postgres.mjs';
import { seatParty, type Ledger } from './party.ts';
import { waitForRest, waitUntilAnswered, findWrongs, type Wrongs } from './compare-with-database.ts';

/** The longest that a diner may wait once everything works again, ms (G7). */
export const longestWaitMs = 6_000;

export interface EveningOptions {
  /** More than one needs PostgreSQL. */
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
  killHub(): Promise<void>;
  /** Resets every phone's connection to the hub. */
  cutHub(): Promise<void>;
  /** Keeps the connections to the hub open without traffic. */
  freezeHub(ms: number): Promise<void>;
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

  let hub: Hub = await startHub();
  later(() => hub.stop());
  const proxy = await startTcpProxy(hub.address);
  later(proxy.close);
  const hubPublicUrl = proxy.through(hub.address).replace(/^ws:/, 'http:');
  const servers: Process[] = [];
  // These phones order hundreds of times an hour, which the budgets would refuse (D37).
  const environment = { REQUESTS_PER_MINUTE: '0' };
  const start = async (port?: number) =>
    await startTableServer({ store, environment }, { hubs: [hub], hubPublicUrl, port });
  for (let n = 0; n < options.servers; n += 1) servers.push(await start());
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
      const { address, kill } = servers[n]!;
      await kill();
      servers[n] = await start(Number(new URL(address).port));
    },
    async killHub() {
      await hub.kill();
      hub = await startHub(hub.port);
    },
    async cutHub() {
      proxy.cut();
    },
    async freezeHub(ms) {
      proxy.pause();
      await pass(ms);
      proxy.resume();
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
      for (const [n, { address, stop }] of servers.entries()) {
        await stop();
        servers[n] = await start(Number(new URL(address).port));
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
