/**
 * One client object of the Web PubSub SDK, from start to stop.
 *
 *   open ─► negotiate an access URL ─► connect ─► join the group ─► `connected`
 *                ▲                                                    │ the socket breaks
 *                └──────────── the SDK reconnects by itself ◄─────────┘
 *
 * The SDK reconnects and rejoins without any limit. If that is not enough, the owner disposes of the connection and creates
 * a new one (`reconnecting-group.ts`).
 */
import {
  WebPubSubClient,
  WebPubSubJsonReliableProtocol,
  type WebPubSubClientProtocol,
} from '@azure/web-pubsub-client';
import { sleep, type Environment } from '../environment/environment.ts';
import type { AccessResult } from './access.ts';

export interface ConnectionHandlers {
  /** Connected, and the group is joined. Called again after each reconnect. */
  connected(): void;
  /** The hub sent a frame. Pongs count too. */
  frame(): void;
  message(data: unknown, fromUserId: string | undefined): void;
  /** Access was denied, so the connection cannot come back. */
  ended(reason: string): void;
  /** Connected again, but rejoining the group failed: the socket broke again, or the hub refused. */
  left(): void;
}

export interface Connection {
  /** Rejects if the connection cannot be opened. The caller then tries again with a new one. */
  open(): Promise<void>;
  /** Whether the hub answers. The probe joins the group once more, which the other phones do not notice. */
  probe(timeoutMs: number): Promise<boolean>;
  /** Returns false if the hub did not acknowledge the message. */
  publish(data: object, timeoutMs: number): Promise<boolean>;
  dispose(): Promise<void>;
}

/** Pings every 10 s. A hub that is silent for 30 s counts as gone. */
const keepAlive = { keepAliveIntervalInMs: 10_000, keepAliveTimeoutInMs: 30_000 };
/** Least time between two negotiations of one client, ms. It protects a hub that accepts connections and closes them. */
const negotiateGapMs = 1_000;
/** How long opening may take, ms. A browser waits minutes for a proxy that never answers. */
const openTimeoutMs = 20_000;
const joinTimeoutMs = 5_000;
/** A stop has no effect while the client reconnects, so it is repeated until the client reports that it has stopped, ms. */
const stopEveryMs = 250;
const stopTimeoutMs = 30_000;

export function createConnection(
  access: () => Promise<AccessResult>,
  handlers: ConnectionHandlers,
  env: Environment,
): Connection {
  let isDisposed = false;
  let hasJoined = false;
  // Far above the client's own counter, so the hub recognises a message that is repeated.
  let ackId = 2 ** 40 + Math.floor(env.random() * 2 ** 40);
  const negotiation = createNegotiation(access, env, (reason) => handlers.ended(reason));
  // The SDK holds this very object, so setting `maxRetries` to 0 later stops its reconnecting.
  const reconnectRetryOptions = {
    mode: 'Exponential' as const,
    retryDelayInMs: 500,
    // Short, because the phone sends its changes as soon as the group is back.
    maxRetryDelayInMs: 3_000,
    maxRetries: Number.MAX_VALUE,
  };
  const client = new WebPubSubClient(
    { getClientAccessUrl: () => negotiation.negotiate() },
    {
      protocol: watchFrames(handlers.frame),
      autoReconnect: true,
      autoRejoinGroups: true,
      messageRetryOptions: { maxRetries: 0 },
      reconnectRetryOptions,
      ...keepAlive,
    },
  );
  client.on('connected', () => {
    // At the first connect `open` still has to join. Later the SDK has rejoined before this event.
    if (!isDisposed && hasJoined) handlers.connected();
  });
  client.on('group-message', ({ message }) => {
    if (!isDisposed) handlers.message(message.data, message.fromUserId || undefined);
  });
  client.on('rejoin-group-failed', () => {
    if (!isDisposed) handlers.left();
  });

  return {
    async open() {
      await startClient(client, env);
      hasJoined = await joinGroup(client, negotiation.getGroup(), joinTimeoutMs);
      if (!hasJoined) throw new Error('the group could not be joined');
      handlers.connected();
    },
    probe: (timeoutMs) => joinGroup(client, negotiation.getGroup(), timeoutMs),
    async publish(data, timeoutMs) {
      try {
        ackId += 1;
        const abortSignal = AbortSignal.timeout(timeoutMs);
        await client.sendToGroup(negotiation.getGroup(), data, 'json', { noEcho: true, ackId, abortSignal });
        return true;
      } catch {
        return false;
      }
    },
    async dispose() {
      if (isDisposed) return;
      isDisposed = true;
      negotiation.stop();
      reconnectRetryOptions.maxRetries = 0;
      const stopped = new Promise<void>((resolve) => client.on('stopped', () => resolve()));
      const timer = setInterval(() => client.stop(), stopEveryMs);
      client.stop();
      await Promise.race([stopped, sleep(env, stopTimeoutMs)]);
      clearInterval(timer);
    },
  };
}

interface Negotiation {
  /** Returns a new access URL. Rejects if there is none. */
  negotiate(): Promise<string>;
  /** The group that the last access was granted for. Empty before. */
  getGroup(): string;
  stop(): void;
}

/** Fetches access URLs for the SDK, which asks for one at each connect, with a least gap between two of them. */
function createNegotiation(
  access: () => Promise<AccessResult>,
  env: Environment,
  handleDenied: (reason: string) => void,
): Negotiation {
  let isStopped = false;
  let group = '';
  let lastAt = 0;
  return {
    async negotiate() {
      if (isStopped) throw new Error('disposed');
      const sinceLast = env.now() - lastAt;
      // The random part spreads a restaurant's phones, which all reconnect when the server restarts.
      if (lastAt > 0)
        await sleep(env, Math.max(0, negotiateGapMs - sinceLast) + env.random() * negotiateGapMs);
      lastAt = env.now();
      const result = await access();
      if (result.kind !== 'granted') {
        if (result.kind === 'denied') handleDenied(result.reason);
        throw new Error(result.reason);
      }
      ({ group } = result.access);
      return result.access.url;
    },
    getGroup: () => group,
    stop() {
      isStopped = true;
    },
  };
}

/** Rejects with an Error if the client does not start in time. */
async function startClient(client: WebPubSubClient, env: Environment): Promise<void> {
  let cancel = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    cancel = env.timer(openTimeoutMs, () => reject(new Error(`no connection within ${openTimeoutMs} ms`)));
  });
  try {
    await Promise.race([client.start(), tooLate]);
  } catch (error) {
    // In a browser the SDK rejects with an Event.
    throw error instanceof Error ? error : new Error('the connection could not be opened');
  } finally {
    cancel();
  }
}

async function joinGroup(client: WebPubSubClient, group: string, timeoutMs: number): Promise<boolean> {
  try {
    await client.joinGroup(group, { abortSignal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/** The reliable protocol, with a call for every frame. The SDK itself does not report when it has recovered. */
function watchFrames(handleFrame: () => void): WebPubSubClientProtocol {
  const protocol = WebPubSubJsonReliableProtocol();
  return {
    name: protocol.name,
    isReliableSubProtocol: protocol.isReliableSubProtocol,
    parseMessages: (input) => {
      handleFrame();
      return protocol.parseMessages(input);
    },
    writeMessage: (message) => protocol.writeMessage(message),
  };
}
