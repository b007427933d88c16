/**
 * The counters of the budgets. With a broker, all servers count together in Redis or Valkey. While it is away, each of
 * them counts in its own memory: no request waits for the broker, and each budget still limits.
 */
import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { connectToBroker } from '#server/platform/broker.ts';

/** Counts points by key for a time. A count may exceed the limit. */
export type Limiter = Pick<RateLimiterMemory, 'penalty' | 'reward' | 'get'>;

export interface Limiters {
  /** Whether other servers count together with this one. */
  readonly areShared: boolean;
  create(name: string, most: number, seconds: number): Limiter;
}

export interface LimiterDeps {
  readonly limiters: Limiters;
}

/** For one server. */
export const ownLimiters: Limiters = {
  areShared: false,
  create: (keyPrefix, points, duration) => new RateLimiterMemory({ keyPrefix, points, duration }),
};

/** A broker that does not answer in this time is not asked any more for this request. */
const answerMs = 200;

/** @param installation a secret that all servers of an installation have. Others may use the same broker. */
export function connectLimiters(
  url: string,
  installation: string,
): Limiters & { readonly close: () => Promise<void> } {
  const mark = createHash('sha256').update(installation).digest('hex').slice(0, 16);
  const prefix = `lazy-susan:limit:${mark}`;
  // The hub's link to the same broker logs its losses.
  const broker = connectToBroker({ url, channel: prefix });
  type Client = NonNullable<ReturnType<typeof broker.getClient>>;
  /** The present client of the broker, which changes with each new connection. */
  const storeClient = {
    get isReady() {
      return broker.isUp();
    },
    eval: (...args: Parameters<Client['eval']>) => broker.getClient()!.eval(...args),
    multi: () => broker.getClient()!.multi(),
  };
  return {
    areShared: true,
    create(name, points, duration) {
      const options = { keyPrefix: `${prefix}:${name}`, points, duration };
      const shared = { ...options, storeClient, useRedisPackage: true, rejectIfRedisNotReady: true };
      return new RLWrapperTimeouts({
        limiter: new RateLimiterRedis(shared),
        timeoutMs: answerMs,
        insuranceLimiter: new RateLimiterMemory(options),
      });
    },
    close: async () => broker.close(),
  };
}
