/**
 * How often somebody may ask: first by diner, then by table, last and widely by address, so that one phone is never the
 * reason why another one is refused. Each process counts for itself.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { codes } from '#contract/codes.ts';
import { addressBlock } from '../address-block.ts';
import { statusRefusal, type Refusal } from './route.ts';
import type { Who } from './who.ts';

/** Times what one diner may: a table, or all behind one address who sit at none. */
const many = 10;
const minute = 60;

/** Counts a request, or so many, or rejects with a Refusal 429 that names the budget and when to come again. */
export type Spend = (
  of: { readonly who?: Who; readonly address: string },
  requests?: number,
) => Promise<void>;

/** @param ofDiner requests in a minute; 0: no bound */
export function createBudgets(ofDiner: number): {
  readonly general: Spend;
  apart(path: string, most: number): Spend;
} {
  const diners = budget('requestsOfDiner', ofDiner);
  const tables = budget('requestsOfTable', many * ofDiner);
  const addresses = budget('requestsOfAddress', many * ofDiner);
  return {
    async general({ who, address }, requests) {
      if (ofDiner === 0) return;
      if (who?.asker) await diners.spend(`${who.asker.merchantId}/${who.asker.userId}`, requests);
      if (who?.session) await tables.spend(who.session.id, requests);
      else await addresses.spend(addressBlock(address), requests);
    },
    /** A call that is counted for itself: nobody who does much else is refused it, and it takes nothing from the rest. */
    apart(path, most) {
      if (most === 0 || ofDiner === 0) return async () => undefined;
      const own = budget(path, most);
      return async ({ who, address }, requests) =>
        await own.spend(who?.staff?.key ?? who?.asker?.userId ?? addressBlock(address), requests);
    },
  };
}

export interface CountedBudget {
  /** Counts one, or so many, or rejects with a Refusal 429. */
  spend(key: string, many?: number): Promise<void>;
  /** The same Refusal when nothing is left; counts nothing. For what counts failures alone. */
  requireRoom(key: string): Promise<void>;
}

/** @param name what a refusal calls it @param points in so many seconds */
export function budget(name: string, points: number, duration = minute): CountedBudget {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration });
  const refusal = ({ msBeforeNext }: RateLimiterRes) => overBudget(name, Math.ceil(msBeforeNext / 1000));
  return {
    async spend(key, many = 1) {
      const spent = await limiter.penalty(key, many);
      if (spent.consumedPoints > points) throw refusal(spent);
    },
    async requireRoom(key) {
      const spent = await limiter.get(key);
      if (spent && spent.consumedPoints >= points) throw refusal(spent);
    },
  };
}

export function overBudget(name: string, afterSeconds: number): Refusal {
  const msg = `Too many requests; try again in ${afterSeconds} s`;
  return statusRefusal(codes.tooManyRequests, msg, { budget: name, retryAfterSeconds: afterSeconds });
}
