/**
 * One server's link to the Redis or Valkey through which several servers reach each other and count together.
 *
 *     down ── both connections open, subscribed ──► up
 *      ▲                                            │
 *      └── an error, or no heartbeat came back ─────┘
 *
 * Invariants:
 * - The link publishes and receives, or it is down. A half of it alone is never used.
 * - `onUp` runs after each start of a link: whatever others published before then may be lost.
 *
 * The clients of Redis detect a closed connection, but not one whose packets are dropped without a word. The link
 * therefore publishes heartbeats to its own channel, and starts again if they do not come back.
 */
import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';

type RedisClient = ReturnType<typeof createRedisClient>;

interface BrokerOptions {
  readonly url: string;
  readonly channel: string;
  readonly onMessage?: (text: string) => void;
  readonly onUp?: () => void;
  /** Called once for each loss. */
  readonly onDown?: (error: unknown) => void;
}

export interface Broker {
  /** Rejects if the broker may not have received the text. */
  publish(text: string): Promise<void>;
  /** For other commands. Undefined while the link is down. */
  getClient(): RedisClient | undefined;
  isUp(): boolean;
  close(): void;
}

const heartbeatMs = 500;
/** After this time without a heartbeat the link starts again. */
const silenceMs = 2_500;
const retryMs = 250;
const connectTimeoutMs = 2_000;

interface Link {
  readonly publisher: RedisClient;
  destroy(): void;
}

export function connectToBroker({ url, channel, onMessage, onUp, onDown }: BrokerOptions): Broker {
  const ownChannel = `${channel}:${randomUUID()}`;
  let link: Link | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wasUp = true;
  let isClosed = false;

  const lose = (lost: Link, error: unknown): void => {
    lost.destroy();
    if (link !== lost) return;
    link = undefined;
    clearInterval(timer);
    retry(error);
  };

  const retry = (error: unknown): void => {
    if (isClosed) return;
    if (wasUp) onDown?.(error);
    wasUp = false;
    timer = setTimeout(() => void start(), retryMs);
    timer.unref();
  };

  const start = async (): Promise<void> => {
    let heardAt = performance.now();
    const clients = [createRedisClient(url), createRedisClient(url)] as const;
    const [publisher, subscriber] = clients;
    const opened: Link = {
      publisher,
      destroy: () => clients.forEach((client) => client.destroy()),
    };
    for (const client of clients) client.on('error', (error) => lose(opened, error));
    const watchdog = setTimeout(opened.destroy, silenceMs);
    try {
      await Promise.all(clients.map((client) => client.connect()));
      if (onMessage) await subscriber.subscribe(channel, onMessage);
      await subscriber.subscribe(ownChannel, () => void (heardAt = performance.now()));
    } catch (error) {
      opened.destroy();
      retry(error);
      return;
    } finally {
      clearTimeout(watchdog);
    }
    if (isClosed) {
      opened.destroy();
      return;
    }
    link = opened;
    wasUp = true;
    timer = setInterval(() => {
      if (performance.now() - heardAt > silenceMs) lose(opened, new Error('the broker does not answer'));
      else publisher.publish(ownChannel, '').catch((error: unknown) => lose(opened, error));
    }, heartbeatMs);
    timer.unref();
    onUp?.();
  };

  void start();
  return {
    publish: async (text) => {
      if (!link) throw new Error('the broker is not connected');
      await link.publisher.publish(channel, text);
    },
    getClient: () => link?.publisher,
    isUp: () => link !== undefined,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      link?.destroy();
      link = undefined;
    },
  };
}

/** Never reconnects by itself, because a new link must run `onUp`. */
function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
  });
}
