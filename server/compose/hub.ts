import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { connectToHub, createOwnHub, type Hub } from '../ordering/realtime/hub.ts';
import type { Config } from '../platform/config/config.ts';
import { startHubServer, type HubServer } from '../platform/hub/hub-server.ts';
import type { HubLogEntry } from '../platform/hub/log-entry.ts';
import { restaurantLimits } from '../platform/hub/limits.ts';
import { exposeBroker, exposeHub } from '../platform/monitoring/gauges.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { loadSecret } from '../platform/store/meta.ts';
import type { Db } from '../platform/store/transactions.ts';
import type { Closers } from './options.ts';

/** The path on the table server under which phones reach the embedded hub. */
const realtimePath = '/rt/client/';

/**
 * The endpoint that tokens name. It is the same in every server, so that a phone may take its token from one and connect to
 * another. Nothing listens there: phones use the servers' address, and the server its own hub's port.
 */
const sharedEndpoint = 'http://hub.invalid/rt';

export interface OpenHub {
  /** Undefined with Azure Web PubSub. */
  readonly embedded: HubServer | undefined;
  readonly hub: Hub;
  /** The hub starts before the HTTP app that owns the log. Until this is called its entries are dropped. */
  logTo(log: FastifyBaseLogger): void;
}

/** Starts the embedded hub, or connects to the one that the configuration names. */
export async function composeHub(
  config: Config,
  db: Db,
  metrics: Metrics,
  closers: Closers,
): Promise<OpenHub> {
  if (config.hubConnectionString !== undefined)
    return {
      embedded: undefined,
      hub: connectToHub(config.hubConnectionString),
      logTo: () => undefined,
    };
  let write: ((entry: HubLogEntry) => void) | undefined;
  const embedded = await startHubServer({
    accessKey: await loadSecret(db, 'hub-access-key'),
    endpoint: sharedEndpoint,
    brokerUrl: config.brokerUrl,
    limits: restaurantLimits,
    log: (entry) => write?.(entry),
  });
  closers.push(embedded.close);
  exposeHub(metrics.registry, embedded.hub);
  if (config.brokerUrl !== undefined)
    exposeBroker(metrics.registry, () => embedded.hub.isBrokerUp() === true);
  return {
    embedded,
    hub: createOwnHub(embedded),
    logTo(log) {
      write = ({ level, msg, ...facts }) => log[level](facts, msg);
    },
  };
}

/** Passes the hub's WebSocket upgrades to the embedded hub, and closes the sockets of all other upgrades. */
export function acceptUpgrades(app: FastifyInstance, embedded: HubServer | undefined): void {
  // The server waits for open connections before it closes, and an upgraded one stays open. Nobody waits here: phones
  // connect again at once, and a port that is closed by then makes a proxy choose another server.
  if (embedded) app.addHook('preClose', async () => void embedded.hub.close());
  app.server.on('upgrade', (request, socket, head) => {
    const isForHub = embedded !== undefined && request.url?.startsWith(realtimePath) === true;
    if (!isForHub || !embedded.hub.handleUpgrade(request, socket, head)) socket.destroy();
  });
}
