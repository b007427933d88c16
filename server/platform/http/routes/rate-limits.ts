/**
 * Limits of requests. One phone must never be the reason why another one is refused.
 *
 * | limit of | applies to | above the limit |
 * |---|---|---|
 * | a diner | all requests of the diner | wait, then 429 |
 * | a table | diners at a table | wait in a fair queue |
 * | an address | requests that are not from a table | 429 |
 * | a call | calls with a separate limit (`apart`) | 429, or wait if it has `atOnce` |
 *
 * With a broker the servers count together (`limiters.ts`). Those who wait do so in each server separately.
 */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { codes } from '#contract/codes.ts';
import { findAddressBlock } from '../guard/address-block.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Limiters } from './limiters.ts';
import { createStatusRefusal, type Apart, type Refusal } from './route.ts';
import type { Who } from './who.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/** A table, and an address, may send this many times as many requests as one diner. */
const many = 10;
/** This many events or lines are as much work as one request. */
const eventsOfRequest = 40;
/** The burst of one diner. Loading a page needs about a dozen requests. Further requests wait for the diner's pace. */
const atOnce = 60;
/** The maximum number of requests of one address that wait for a call with `atOnce`. Others are refused. */
const maxWaiting = 300;
const minute = 60;
const hour = 60 * minute;

/**
 * Counts a request, and waits if it is too early for it. Rejects with a Refusal 429 that names the budget and when to
 * try again.
 *
 * @param more instead charges an answered request with this many more requests, without waiting
 */
export type Spend = (of: Asked, more?: number) => Promise<unknown>;

interface Asked {
  readonly who?: Who;
  readonly address: string;
  /** Aborted when the caller hangs up, which ends the wait. */
  readonly gone?: AbortSignal;
}

/** @param ofDiner the number of requests of a diner in a minute; 0: no limits */
export function createBudgets(
  limiters: Limiters,
  ofDiner: number,
): {
  readonly general: Spend;
  apart(path: string, most: Apart): Spend;
} {
  const diners = createBudget(limiters, 'requestsOfDiner', ofDiner);
  const paceOfDiner = createFairQueue({
    perMinute: ofDiner,
    atOnce: Math.max(atOnce, ofDiner / 4),
    // At most one second. A phone that must read the whole log again still answers taps quickly.
    longestPause: ofDiner / minute,
  });
  // The burst lets one diner's requests of a minute pass without delaying the table. An expensive answer delays only the
  // diner who asked for it.
  const tables = createFairQueue({ perMinute: many * ofDiner, atOnce: ofDiner, longestPause: 0 });
  const addresses = createBudget(limiters, 'requestsOfAddress', many * ofDiner);
  return {
    async general({ who, address, gone }, more) {
      if (ofDiner === 0) return;
      const diner = who?.asker && `${who.asker.merchantId}/${who.asker.userId}`;
      // A diner with a to-go order has a session without a table.
      const table = who?.session?.tableId ? who.session.id : who?.sitsAt;
      const seat = diner !== undefined && table !== undefined ? { shared: table, by: diner } : undefined;
      const own = diner !== undefined ? { shared: diner, by: diner } : undefined;
      if (more !== undefined) {
        if (own) paceOfDiner.charge(own, more);
        if (seat) tables.charge(seat, more);
      }
      if (diner !== undefined) await diners.spend(diner, more);
      if (!seat) await addresses.spend(findAddressBlock(address), more);
      if (more !== undefined) return;
      if (own) await paceOfDiner.waitForTurn(own, gone);
      if (seat) await tables.waitForTurn(seat, gone);
    },
    apart(path, { perMinute = 0, perHour = 0, atOnce }) {
      if (ofDiner === 0) return async () => undefined;
      const pace = atOnce === undefined ? undefined : createFairQueue({ perMinute, atOnce });
      if (pace)
        return async (asked) => {
          const key = isUnknown(asked) ? findAddressBlock(asked.address) : getKey(asked);
          if (pace.countWaiting(key) >= maxWaiting) throw createBudgetRefusal('waitingOfAddress', 1);
          await pace.waitForTurn({ shared: key, by: key }, asked.gone);
        };
      const all = [
        ...(perMinute > 0 ? [createBudget(limiters, path, perMinute)] : []),
        ...(perHour > 0 ? [createBudget(limiters, `${path}, an hour`, perHour, hour)] : []),
      ];
      return async (asked, more) => {
        const key = getKey(asked);
        for (const each of all) await each.spend(key, more);
      };
    },
  };
}

/** Returns the key of a separate limit: the caller, or the address of an unknown caller. */
function getKey({ who, address }: Asked): string {
  return who?.staff?.key ?? who?.asker?.userId ?? findAddressBlock(address);
}

/** Anyone can get another anonymous token, so its holder counts as unknown. */
function isUnknown({ who }: Asked): boolean {
  return !who?.staff && (!who?.asker || who.asker.kind === 'anonymous');
}

/** Returns how many more requests a call with this many events or lines costs. */
export function countExtraRequests(events: number): number {
  return Math.floor(events / eventsOfRequest);
}

interface AtTable {
  readonly diner: string;
  readonly table: string;
}

interface MostAtTable {
  readonly ofDiner: number;
  /** A diner below this usage is never refused because of others at the table. */
  readonly reserved: number;
  readonly ofTable: number;
}

/** A budget for each diner and for the whole table. A refusal names it with the suffix `OfDiner` or `OfTable`. */
export function createTableBudget(
  limiters: Limiters,
  name: string,
  { ofDiner, reserved, ofTable }: MostAtTable,
  duration = minute,
): Pick<CountedBudget<AtTable>, 'count' | 'requireRoom'> {
  const diners = createBudget(limiters, `${name}OfDiner`, ofDiner, duration);
  const tables = createBudget(limiters, `${name}OfTable`, ofTable, duration);
  return {
    async count({ diner, table }, points) {
      await tables.count(table, points);
      return await diners.count(diner, points);
    },
    async requireRoom({ diner, table }) {
      const own = await diners.requireRoom(diner);
      if (own >= reserved) await tables.requireRoom(table);
      return own;
    },
  };
}

/** Each method returns how much has been counted. */
export interface CountedBudget<Key = string> {
  /** Counts points, even above the limit. */
  count(key: Key, points?: number): Promise<number>;
  /** Counts points, and rejects with a Refusal 429 above the limit. */
  spend(key: Key, points?: number): Promise<number>;
  /** Rejects with a Refusal 429 if nothing is left, and counts nothing. For budgets that count only failures. */
  requireRoom(key: Key): Promise<number>;
}

/**
 * @param name the name of the budget in a refusal
 * @param most how much may be spent in `duration`
 * @param duration in seconds
 */
export function createBudget(
  limiters: Limiters,
  name: string,
  most: number,
  duration = minute,
): CountedBudget {
  const limiter = limiters.create(name, most, duration);
  const createRefusal = ({ msBeforeNext }: RateLimiterRes) =>
    createBudgetRefusal(name, Math.ceil(msBeforeNext / 1000));
  return {
    count: async (key, points = 1) => (await limiter.penalty(key, points)).consumedPoints,
    async spend(key, points = 1) {
      const spent = await limiter.penalty(key, points);
      if (spent.consumedPoints > most) throw createRefusal(spent);
      return spent.consumedPoints;
    },
    async requireRoom(key) {
      const spent = await limiter.get(key);
      if (spent && spent.consumedPoints >= most) throw createRefusal(spent);
      return spent?.consumedPoints ?? 0;
    },
  };
}

export function createBudgetRefusal(name: string, afterSeconds: number): Refusal {
  const words = getServerTexts('requests.tooMany', { seconds: afterSeconds });
  return createStatusRefusal(codes.tooManyRequests, words, { budget: name, retryAfterSeconds: afterSeconds });
}
