import type { FastifyInstance } from 'fastify';
import { readEndpoint } from '../ordering/realtime/hubs.ts';
import type { Config } from '../platform/config/config.ts';
import { refuseForeignWrites } from '../platform/http/guard/foreign-writes.ts';
import { createHttpApp } from '../platform/http/http-app.ts';
import { createLogOptions } from '../platform/http/logging.ts';
import type { Clock } from '../platform/lifecycle/clock.ts';
import { describePortError } from '../platform/lifecycle/start-error.ts';
import { measureRequests, type Metrics } from '../platform/monitoring/metrics.ts';
import { watchStorageFaults, recordWrite, storageFaults } from '../platform/store/storage-health.ts';
import type { Db } from '../platform/store/transactions.ts';
import type { composeHub } from './hub.ts';
import type { Closers, ServerOptions } from './options.ts';

interface HttpParts {
  readonly db: Db;
  readonly hub: Awaited<ReturnType<typeof composeHub>>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Creates the HTTP server with its log, its headers and its guards. It has no routes, and does not listen yet. */
export async function composeHttp(
  config: Config,
  options: ServerOptions,
  { db, hub, clock, metrics }: HttpParts,
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
    connectTo: listConnectOrigins(config, hub),
  });
  if (config.hasTelemetry) {
    const { startTelemetry } = await import('../platform/monitoring/telemetry.ts');
    const telemetry = startTelemetry();
    closers.push(() => telemetry.close());
    telemetry.observeRequests(app);
  }
  closers.push(() => app.close());
  hub.logTo(app.log);
  logStorageFaults(app, db);
  measureRequests(app, metrics, config.metricsToken);
  refuseForeignWrites(app, config.publicUrl);
  return app;
}

/** Returns the origins that the pages may connect to, besides their own. */
function listConnectOrigins(config: Config, { embedded, hubs }: HttpParts['hub']): string[] {
  const { apiBase, behaviourLog, publicUrl } = config;
  return [
    ...(embedded ? [] : hubs.all.map((each) => each.publicUrl ?? readEndpoint(each.connectionString))),
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

/** @returns the address. Rejects with a StartError that names `PORT` if the port is in use or forbidden. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw describePortError(error, 'PORT', port);
  }
}
