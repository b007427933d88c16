import type { FastifyInstance } from 'fastify';
import type { Hub } from '../ordering/realtime/hub.ts';
import type { Config } from '../platform/config/config.ts';
import { refuseForeignWrites } from '../platform/http/guard/foreign-writes.ts';
import { createHttpApp } from '../platform/http/http-app.ts';
import { createLogOptions } from '../platform/http/logging.ts';
import type { Clock } from '../platform/lifecycle/clock.ts';
import { describePortError } from '../platform/lifecycle/start-error.ts';
import { measureRequests, type Metrics } from '../platform/monitoring/metrics.ts';
import { watchStorageFaults, recordWrite, storageFaults } from '../platform/store/storage-health.ts';
import type { Db } from '../platform/store/transactions.ts';
import type { OpenHub } from './hub.ts';
import type { Closers, ServerOptions } from './options.ts';

interface HttpParts {
  readonly db: Db;
  readonly openHub: OpenHub;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Creates the HTTP server with its log, headers and guards. It has no routes yet, and does not listen. */
export async function composeHttp(
  config: Config,
  options: ServerOptions,
  { db, openHub, clock, metrics }: HttpParts,
  closers: Closers,
): Promise<FastifyInstance> {
  const app = await createHttpApp({
    clock,
    logger: createLogOptions(options.logLevel ?? config.logLevel, options.logStream),
    tls: config.tls,
    onRefusal: metrics.refused,
    onFailure: (error) => recordWrite(db, error),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    connectTo: listConnectOrigins(config, openHub.hub),
  });
  if (config.hasTelemetry) {
    const { startTelemetry } = await import('../platform/monitoring/telemetry.ts');
    const telemetry = startTelemetry();
    closers.push(() => telemetry.close());
    telemetry.observeRequests(app);
  }
  closers.push(() => app.close());
  openHub.logTo(app.log);
  logStorageFaults(app, db);
  measureRequests(app, metrics, config.metricsToken);
  refuseForeignWrites(app, config.publicUrl);
  return app;
}

/** Returns the other origins that the pages may connect to. */
function listConnectOrigins(config: Config, hub: Hub): string[] {
  const { apiBase, behaviourLog, publicUrl } = config;
  return [
    hub.isEmbedded ? undefined : hub.client.endpoint,
    publicUrl,
    // A merchant's own server has the merchant's id as a label in front of this host.
    ...(apiBase ? [apiBase, apiBase.replace('//', '//*.')] : []),
    behaviourLog && URL.canParse(behaviourLog.url) ? behaviourLog.url : undefined,
  ].filter((url) => url !== undefined);
}

function logStorageFaults(app: FastifyInstance, db: Db): void {
  watchStorageFaults(db, (fault) => {
    if (fault) app.log.error({ trouble: fault }, `nothing can be saved: ${storageFaults[fault]}`);
    else app.log.warn('the database can be written again');
  });
}

/** Listens, and returns the address. Rejects with a StartError that names `PORT` if the port is in use or forbidden. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw describePortError(error, 'PORT', port);
  }
}
