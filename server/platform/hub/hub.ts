/** The Azure Web PubSub client protocol over `ws`, and the service's REST API. Everything is in memory. */
import { randomUUID } from 'node:crypto';
import { groupMessage } from './client/frames.ts';
import { createUpgrades } from './client/upgrades.ts';
import { defaultHubLimits, type HubLimits } from './limits.ts';
import type { HubLogEntry } from './log-entry.ts';
import { createRegistry } from './registry.ts';
import { createRest } from './rest/rest.ts';
import { createTokens } from './tokens.ts';

export interface HubOptions {
  /** Base URL, e.g. `http://127.0.0.1:41234/rt`: of every audience (never the Host header's) and path. */
  readonly endpoint: string;
  /** Raw UTF-8 HMAC key, at least 32 bytes; a shorter one is a RangeError. */
  readonly accessKey: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Connection ids: unique and not guessable. */
  readonly newId?: () => string;
  readonly limits?: Partial<HubLimits>;
  readonly log?: (entry: HubLogEntry) => void;
}

export type Hub = ReturnType<typeof createHub>;

export function createHub(options: HubOptions) {
  const { accessKey, now = Date.now, newId = randomUUID, log = () => undefined } = options;
  const limits: HubLimits = { ...defaultHubLimits, ...options.limits };
  const { origin, pathname } = new URL(options.endpoint);
  const prefix = pathname.replace(/\/+$/, '');
  const { clockSkewMs } = limits;
  const tokens = createTokens({ endpoint: origin + prefix, accessKey, now, clockSkewMs });
  const registry = createRegistry();
  const upgrades = createUpgrades({ prefix, registry, tokens, limits, now, newId, log });

  const timer = setInterval(() => {
    for (const connection of upgrades.connections) connection.checkLiveness();
    for (const session of registry.all()) if (session.isExpired()) session.end(1008, 'not recovered in time');
  }, limits.tickMs);
  timer.unref();

  return {
    /** True when the upgrade is for this hub (prefix + `/client`); false leaves the socket alone for others. */
    handleUpgrade: upgrades.handle,
    /** True when the request is a REST call of this hub (prefix + `/api/hubs` or `/api/health`). */
    handleRequest: createRest({ prefix, origin, registry, tokens, limits, log }),
    /** As its REST call does, for the process that the hub is in. */
    sendToGroup: (hub: string, group: string, message: object): void => {
      const sent = groupMessage(group, null, { dataType: 'json', json: JSON.stringify(message) });
      for (const session of registry.ofGroup(hub, group)) session.deliver(sent(session), 0);
    },
    metrics: () => {
      const buffers = registry.all().map((session) => session.buffered());
      return {
        connections: upgrades.connections.size,
        /** Those kept for recovery as well. */
        sessions: registry.sessionCount(),
        bufferedMessages: buffers.reduce((sum, buffer) => sum + buffer.messages, 0),
        bufferedBytes: buffers.reduce((sum, buffer) => sum + buffer.bytes, 0),
        ...registry.groupFacts(),
      };
    },
    /** Closes every socket with 1012, so that clients come back by themselves, and frees the timer. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      const drained = upgrades.drain();
      for (const session of registry.all()) session.end(1012, 'the hub restarts');
      await drained;
    },
  };
}
