import { storeDemo } from '../back-office/admin/seed-demo.ts';
import type { Config } from '../platform/config/config.ts';
import type { Clock, Ids } from '../platform/lifecycle/clock.ts';
import { exposePool } from '../platform/monitoring/gauges.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { renameRestoredSessions } from '../platform/store/backup/restored-sessions.ts';
import { openStore } from '../platform/store/open-store.ts';
import { observeTransactions, type Db } from '../platform/store/transactions.ts';
import type { Closers } from './options.ts';

interface OpenStore {
  readonly db: Db;
  /** The number of open sessions that got a new id because the data was restored from a backup; else undefined. */
  readonly restoredSessions: number | undefined;
}

/** Opens the database, migrates it, and writes the demo's restaurants. */
export async function composeStore(
  config: Config,
  given: { readonly clock: Clock; readonly ids: Ids },
  metrics: Metrics,
  closers: Closers,
): Promise<OpenStore> {
  const db = await openStore(config, (facts) => exposePool(metrics.registry, facts));
  closers.push(() => db.destroy());
  observeTransactions(db, metrics.transactionEnded);
  const restoredSessions = await renameRestoredSessions(db, given);
  if (config.demo) await storeDemo(db, given.clock.now());
  return { db, restoredSessions };
}
