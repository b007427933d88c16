/**
 * The hub carries messages between the phones of a table, the staff's screens and the server. It speaks the Azure Web
 * PubSub client protocol and that service's REST API, so either can replace the other. It keeps everything in memory. With a broker it is one
 * of several hubs that together serve as one (`relay/relay.ts`).
 *
 *     phone ── upgrade ─► client/upgrades ─► client/connection ── frames ─► client/dispatch ─┐
 *                                                                                            ├─► registry ─► sessions
 *     server ── REST ───► rest/rest ─► rest/operations ──────────────────────────────────────┘       │
 *     phone ◄── socket ◄───────────────────── messages with sequence ids ◄───────────────────────────┘
 *
 * A session is one logical connection. A reliable session survives its socket:
 *
 *     open ── socket lost ──► waiting ── reconnected in time ──► open, unacknowledged messages are sent again
 *      │                         └── `retentionMs` passed ──► ended
 *      └── closed by the client, over a limit, dismissed ──► ended
 *
 * Invariants:
 * - A session is in the registry until it ends. An ended session is never opened again.
 * - A reliable message stays in the session's buffer until its client acknowledges it, or until it expires.
 * - A session over a limit ends. Other sessions go on.
 *
 * Example: phone A sends `{"type":"sendToGroup","group":"t-1","data":…,"ackId":7}`. Phone B receives
 * `{"type":"message","group":"t-1",…,"sequenceId":3}`, and A receives `{"type":"ack","ackId":7,"success":true}`.
 */
import { randomUUID } from 'node:crypto';
import { createUpgrades } from './client/upgrades.ts';
import { deliverToGroup } from './deliver.ts';
import { defaultHubLimits, type HubLimits } from './limits.ts';
import type { HubLogEntry } from './log-entry.ts';
import { createRegistry } from './registry.ts';
import { createRelay, type GroupMessage, type RestCall } from './relay/relay.ts';
import { carryOut, createRest } from './rest/rest.ts';
import type { Session } from './session.ts';
import { createTokens } from './tokens.ts';

export interface HubOptions {
  /** The base URL, e.g. `http://127.0.0.1:41234/rt`. Tokens must name it as their audience; the Host header is ignored. */
  readonly endpoint: string;
  /** The HMAC key as UTF-8 text, at least 32 bytes. A shorter key is a RangeError. */
  readonly accessKey: string;
  /** In ms since 1970. */
  readonly now?: () => number;
  /** Creates connection ids. They must be unique, and must not be guessable. */
  readonly newId?: () => string;
  readonly limits?: Partial<HubLimits>;
  readonly log?: (entry: HubLogEntry) => void;
  /** The address of the Redis or Valkey that connects hubs with the same key. Without one the hub is alone. */
  readonly brokerUrl?: string | undefined;
}

/** After a lost broker the sessions end at random moments, so that not all phones come at once. Times in ms. */
const reconnectSpread = { ofSessionMs: 10, longestMs: 2_000 };

export type Hub = ReturnType<typeof createHub>;

export function createHub(options: HubOptions) {
  const { accessKey, now = Date.now, newId = randomUUID, log = () => undefined } = options;
  const limits: HubLimits = { ...defaultHubLimits, ...options.limits };
  const { origin, pathname } = new URL(options.endpoint);
  const prefix = pathname.replace(/\/+$/, '');
  const { clockSkewMs } = limits;
  const tokens = createTokens({ endpoint: origin + prefix, accessKey, now, clockSkewMs });
  const registry = createRegistry();
  const relay =
    options.brokerUrl === undefined
      ? undefined
      : createRelay({
          url: options.brokerUrl,
          accessKey,
          log,
          receiver: {
            deliver: (message) => deliverToGroup(registry, message),
            call: (call) => void carryOut(call, { registry, limits }),
            reconnect: (groups) => reconnectSessions(registry.listAll(), groups),
          },
        });
  const passMessage = (message: GroupMessage): void => relay?.passMessage(message);
  const passCall = (call: RestCall): void => relay?.passCall(call);
  const upgrades = createUpgrades({ prefix, registry, tokens, limits, now, newId, log, passMessage });

  const timer = setInterval(() => {
    for (const connection of upgrades.connections) connection.checkLiveness();
    for (const session of registry.listAll())
      if (session.isExpired()) session.end(1008, 'not recovered in time');
  }, limits.tickMs);
  timer.unref();

  return {
    /** Returns false, and leaves the socket alone, if the path is not below the prefix + `/client`. */
    handleUpgrade: upgrades.handle,
    /** Returns false, and does not answer, if the path is not below the prefix + `/api/hubs` or `/api/health`. */
    handleRequest: createRest({ prefix, origin, registry, tokens, limits, log, passCall }),
    /** Does the same as the REST call, for a caller in the hub's own process. */
    sendToGroup: (hub: string, group: string, message: object): void => {
      const payload = { dataType: 'json' as const, json: JSON.stringify(message) };
      const groupMessage = { hub, group, fromUserId: null, payload, ttlSeconds: 0 };
      deliverToGroup(registry, groupMessage);
      passMessage(groupMessage);
    },
    /** Whether this hub reaches the hubs of other servers. Undefined without a broker. */
    isBrokerUp: (): boolean | undefined => relay?.isUp(),
    /** The groups of a hub that have members here. */
    listGroups: registry.listGroups,
    metrics: () => {
      const buffers = registry.listAll().map((session) => session.countBuffered());
      return {
        connections: upgrades.connections.size,
        /** Includes the sessions that wait for recovery. */
        sessions: registry.countSessions(),
        bufferedMessages: buffers.reduce((sum, buffer) => sum + buffer.messages, 0),
        bufferedBytes: buffers.reduce((sum, buffer) => sum + buffer.bytes, 0),
        ...registry.countGroups(),
      };
    },
    /** Closes every socket with 1012, after which clients reconnect on their own, and stops the timer. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      relay?.close();
      const drained = upgrades.drain();
      for (const session of registry.listAll()) session.end(1012, 'the hub restarts');
      await drained;
    },
  };
}

/** Ends the sessions in these groups, or all if `groups` is null. Their clients connect again and read what they missed. */
function reconnectSessions(sessions: readonly Session[], groups: readonly string[] | null): void {
  const missed = groups && new Set(groups);
  const spreadMs = Math.min(sessions.length * reconnectSpread.ofSessionMs, reconnectSpread.longestMs);
  for (const session of sessions) {
    const end = () => session.end(1012, 'messages were lost');
    if (!missed) setTimeout(end, Math.random() * spreadMs).unref();
    else if ([...session.groups.keys()].some((group) => missed.has(group))) end();
  }
}
