/**
 * Puts the table server together. `server/compose` has a file for each part.
 *
 *     store ──► hub, limiters ──► http ──► deps ──┬──► admin, background work
 *                                       └──► routes ──► pages ──► upgrades to the hub ──► listen
 *
 * Each part adds functions to `closers` that close what it opened. `close` calls them in reverse order, and so does a
 * failed start. The HTTP server therefore answers its last requests before the hub and the database close.
 */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createFirstCode } from './back-office/settings/set-up.ts';
import { startAdmin, startBackgroundWork } from './compose/background.ts';
import { composeDeps } from './compose/deps.ts';
import { composeHttp, listen } from './compose/http.ts';
import { acceptUpgrades, composeHub } from './compose/hub.ts';
import type { Closers, Deps, ServerOptions } from './compose/options.ts';
import { composeLimiters } from './compose/limiters.ts';
import { composePages } from './compose/pages.ts';
import { composeRoutes } from './compose/routes.ts';
import { composeStore } from './compose/store.ts';
import type { Config } from './platform/config/config.ts';
import { randomIds } from './platform/lifecycle/clock.ts';
import { createMetrics } from './platform/monitoring/metrics.ts';
import type { Db } from './platform/store/transactions.ts';
import { warnOfPaymentPages } from './service/payments/payment-page.ts';

export type { Deps, ServerOptions } from './compose/options.ts';

export interface TableServer {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly deps: Deps;
  /** A generated password. A demonstration uses it for restaurants without a configured one. */
  readonly staffPassword: string;
  /** The code that sets up the first restaurant; undefined if there is a restaurant. */
  readonly setUpCode: string | undefined;
  readonly address: string;
  readonly port: number;
  /** Answers the requests in progress, then closes everything. */
  close(): Promise<void>;
}

/** Starts the table server. Rejects with a StartError that names the setting to change. */
export async function createServer(config: Config, options: ServerOptions = {}): Promise<TableServer> {
  const closers: Closers = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await start(config, options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  config: Config,
  options: ServerOptions,
  closers: Closers,
): Promise<Omit<TableServer, 'close'>> {
  const clock = options.clock ?? { now: Date.now };
  const ids = options.ids ?? randomIds;
  const metrics = createMetrics({ ofProcess: config.metricsToken !== undefined });

  const { db, restoredSessions } = await composeStore(config, { clock, ids }, metrics, closers);
  const openHub = await composeHub(config, db, metrics, closers);
  const limiters = await composeLimiters(config, db, closers);
  const app = await composeHttp(config, options, { db, openHub, clock, metrics }, closers);
  if (restoredSessions !== undefined)
    app.log.warn(
      { sessions: restoredSessions },
      'the data was restored from a backup: every open table session got a new id, and phones send again what is missing',
    );
  const parts = { app, db, openHub, limiters, clock, ids, metrics };
  const { deps, staffPassword } = await composeDeps(config, options, parts);

  await startAdmin(deps, closers);
  startBackgroundWork(deps, closers);

  composeRoutes(app, deps, options);
  await composePages(app, deps, options);
  acceptUpgrades(app, openHub.embedded);

  await warnOfPaymentPages(deps);
  const setUpCode = await createFirstCode(deps);
  const address = await listen(app, config.port, options.host ?? '0.0.0.0');
  const { port } = app.server.address() as AddressInfo;
  return { app, db, deps, staffPassword, setUpCode, address, port };
}
