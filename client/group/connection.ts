import {
  WebPubSubClient,
  WebPubSubJsonReliableProtocol,
  type WebPubSubClientProtocol,
} from '@azure/web-pubsub-client';
import { sleep, type Environment } from '../environment/environment.ts';
import type { Access, AccessResult } from './access.ts';

interface ConnectionHandlers {
  /** A new connection is there and the group joined. */
  connected(): void;
  /** Any frame of the hub, pongs too. */
  frame(): void;
  message(data: unknown, fromUserId: string | undefined): void;
  /** The way back is closed: access was denied. */
  ended(reason: string): void;
  /** Connected again, yet not in the group: the line broke once more while joining, or the hub refused. */
  left(): void;
}

/** One client object of the SDK, from start to stop. */
export interface Connection {
  /** Rejects when it can't be opened; the caller tries again with a new one. */
  open(): Promise<void>;
  /** Joining again is harmless and is answered: a probe that costs the others nothing. */
  probe(timeoutMs: number): Promise<boolean>;
  publish(data: object, timeoutMs: number): Promise<boolean>;
  dispose(): Promise<void>;
}

/** Pings every 10 s; a hub that is silent for 30 s counts as gone. */
const keepAlive = { keepAliveIntervalInMs: 10_000, keepAliveTimeoutInMs: 30_000 };
/** Least time between two negotiations of one client, ms: a hub that accepts and closes must not be stormed. */
const negotiateGapMs = 1_000;
/** How long opening may take, ms: a browser waits minutes for a proxy that never answers. */
const openMs = 20_000;
/** How often a stop is repeated until the client says stopped, ms: a stop while it reconnects does nothing. */
const stopEveryMs = 250;

export function createConnection(
  access: () => Promise<AccessResult>,
  handlers: ConnectionHandlers,
  env: Environment,
): Connection {
  let disposed = false;
  let group = '';
  let lastNegotiation = 0;
  // Far above the client's own counter, so that a repeated message is recognised by the hub.
  let ackId = 2 ** 40 + Math.floor(env.random() * 2 ** 40);
  // The SDK keeps this very object: setting maxRetries to 0 later stops its reconnecting.
  const reconnectRetryOptions = {
    mode: 'Exponential' as const,
    retryDelayInMs: 500,
    // G7: its return is a sign of life that changes wait for.
    maxRetryDelayInMs: 3_000,
    maxRetries: Number.MAX_VALUE,
  };

  const clientAccessUrl = async (): Promise<string> => {
    if (disposed) throw new Error('disposed');
    const sinceLast = env.now() - lastNegotiation;
    // Jitter: a whole restaurant must not come back in step after a restart.
    if (lastNegotiation > 0)
      await sleep(env, Math.max(0, negotiateGapMs - sinceLast) + env.random() * negotiateGapMs);
    lastNegotiation = env.now();
    const result = await access();
    if (result.kind === 'granted') return remember(result.access);
    if (result.kind === 'denied') handlers.ended(result.reason);
    throw new Error(result.reason);
  };
  const remember = (granted: Access): string => {
    ({ group } = granted);
    return granted.url;
  };

  const client = new WebPubSubClient(
    { getClientAccessUrl: clientAccessUrl },
    {
      protocol: watchFrames(handlers.frame),
      autoReconnect: true,
      autoRejoinGroups: true,
      messageRetryOptions: { maxRetries: 0 },
      reconnectRetryOptions,
      ...keepAlive,
    },
  );
  let joined = false;
  client.on('connected', () => {
    // The first time joining comes after; later the SDK has rejoined by itself.
    if (!disposed && joined) handlers.connected();
  });
  client.on('group-message', ({ message }) => {
    if (!disposed) handlers.message(message.data, message.fromUserId || undefined);
  });
  client.on('rejoin-group-failed', () => {
    if (!disposed) handlers.left();
  });

  const limitTime = async (starting: Promise<void>): Promise<void> => {
    let cancel = () => {};
    const tooLate = new Promise<never>((_, reject) => {
      cancel = env.timer(openMs, () => reject(new Error(`no connection within ${openMs} ms`)));
    });
    await Promise.race([starting, tooLate]).finally(() => cancel());
  };

  const join = async (timeoutMs: number): Promise<boolean> => {
    try {
      await client.joinGroup(group, { abortSignal: AbortSignal.timeout(timeoutMs) });
      return true;
    } catch {
      return false;
    }
  };

  return {
    async open() {
      try {
        await limitTime(client.start());
      } catch (error) {
        // In a browser the SDK rejects with an Event.
        throw error instanceof Error ? error : new Error('the connection could not be opened');
      }
      joined = await join(5_000);
      if (!joined) throw new Error('the group could not be joined');
      handlers.connected();
    },
    probe: (timeoutMs) => join(timeoutMs),
    async publish(data, timeoutMs) {
      try {
        ackId += 1;
        const abortSignal = AbortSignal.timeout(timeoutMs);
        await client.sendToGroup(group, data, 'json', { noEcho: true, ackId, abortSignal });
        return true;
      } catch {
        return false;
      }
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      reconnectRetryOptions.maxRetries = 0;
      const stopped = new Promise<void>((resolve) => client.on('stopped', () => resolve()));
      const timer = setInterval(() => client.stop(), stopEveryMs);
      client.stop();
      await Promise.race([stopped, sleep(env, 30_000)]);
      clearInterval(timer);
    },
  };
}

/** The reliable protocol, telling of every frame: recovery is silent otherwise. */
function watchFrames(frame: () => void): WebPubSubClientProtocol {
  const protocol = WebPubSubJsonReliableProtocol();
  return {
    name: protocol.name,
    isReliableSubProtocol: protocol.isReliableSubProtocol,
    parseMessages: (input) => {
      frame();
      return protocol.parseMessages(input);
    },
    writeMessage: (message) => protocol.writeMessage(message),
  };
}
