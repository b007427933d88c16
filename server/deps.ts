import type { WebPubSubServiceClient } from '@azure/web-pubsub';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './process/config.ts';
import type { Tokens } from './auth/tokens.ts';
import type { Metrics } from './monitoring/metrics.ts';
import type { Db } from './store/transactions.ts';

/** Wall clock, ms since 1970. */
export interface Clock {
  now(): number;
}

/** Random ids that cannot be guessed, of letters, digits, `-` and `_`; at most 32 characters. */
export interface Ids {
  next(): string;
}

export interface Random {
  /** A whole number, 0 ≤ n < `limit`, that cannot be guessed. */
  int(limit: number): number;
}

/** What the handlers need: time, randomness and everything outside is handed in. */
export interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: FastifyBaseLogger;
  readonly tokens: Tokens;
  /** Keys the hashes of phone codes. */
  readonly codeSecret: string;
  /** Prints a line for whoever runs the demo. */
  readonly print: (line: string) => void;
  /** Of the hub "tables": the embedded one, or Azure Web PubSub. */
  readonly hubClient: WebPubSubServiceClient;
  /** True when phones reach the hub through this server, so that negotiate rewrites the address' host. */
  readonly hubIsEmbedded: boolean;
  readonly metrics: Metrics;
  /**
   * D16: tells the session's group that the cart changed, once the change is committed. Never rejects: a lost message
   * is made good by the next one, or by the phone's next reload.
   */
  readonly announce: (sessionId: string) => Promise<void>;
}
