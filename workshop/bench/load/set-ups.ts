/** What is measured: a database, and so many servers on it. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StoreOptions } from '#server/store/open-store.ts';
import { storeFile } from '#server/store/sqlite/sqlite-file.ts';
import type { Db } from '#server/store/transactions.ts';
import { startCluster, type Cluster } from '#tests/real-phones/cluster.ts';
import { openRestaurant, type Restaurant } from '#tests/real-phones/restaurant.ts';
import { findPostgres, startPostgres } from '#workshop/test/postgres.mjs';

const script = fileURLToPath(new URL('floor/table-server.ts', import.meta.url));

export interface SetUp {
  readonly name: string;
  readonly onPostgres: boolean;
  readonly servers: number;
  /** Processes of their own; 0: the server's. */
  readonly hubs: number;
}

/** As restaurants run them: a file with a hub in the same process; those of PostgreSQL only where there is one. */
export function setUps(): readonly SetUp[] {
  const sqlite = { name: 'SQLite, 1 process', onPostgres: false, servers: 1, hubs: 0 };
  if (!findPostgres()) return [sqlite];
  return [sqlite, { name: 'PostgreSQL, 1 server', onPostgres: true, servers: 1, hubs: 1 }];
}

export interface Running {
  /** Of the SQLite file, where there is one; on the same disk in any case. */
  readonly dataDir: string;
  readonly restaurant: Restaurant;
  readonly cluster: Cluster;
  /** The n-th request's server. */
  readonly address: (n: number) => string;
  /** The same database: PostgreSQL's, or a copy of the file, which the server has for itself. */
  readonly beside: StoreOptions;
}

export interface Wish {
  readonly tables: number;
  readonly diners: number;
  readonly visit?: (db: Db, restaurant: Restaurant) => Promise<void>;
  /** Folder for CPU profiles of the servers. */
  readonly profileDir?: string | undefined;
  /** Of the servers, beside the usual. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** D37: what is measured is how fast it goes, not what one diner may. */
const unbounded = { REQUESTS_PER_MINUTE: '0' } as const;

/** Has it all running for as long as `work` takes; nothing stays. */
export async function running<T>(
  setUp: SetUp,
  wish: Wish,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-bench-'));
  // It syncs to disk, as a restaurant's does.
  const postgres = setUp.onPostgres ? await startPostgres(findPostgres()!, { durable: true }) : undefined;
  try {
    const store: StoreOptions = { dataDir, databaseUrl: postgres?.url };
    const restaurant = await openRestaurant(store, wish, wish.visit);
    const beside = postgres ? store : { dataDir: join(dataDir, 'beside'), databaseUrl: undefined };
    if (!postgres) {
      mkdirSync(beside.dataDir);
      copyFileSync(join(dataDir, storeFile), join(beside.dataDir, storeFile));
    }
    const environment = { ...unbounded, ...wish.environment };
    const cluster = await startCluster(setUp, { store, script, ...wish, environment });
    try {
      const address = (n: number) => cluster.servers[n % cluster.servers.length]!.address;
      return await work({ dataDir, restaurant, cluster, address, beside });
    } finally {
      await cluster.stop();
    }
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
