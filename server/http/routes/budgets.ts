/**
 * How often somebody may ask: first by diner, then by table, last and widely by address, so that one phone is never the
 * reason why another one is refused. Each process counts for itself.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { codes } from '#contract/codes.ts';
import { addressBlock } from '../address-block.ts';
import { statusRefusal, type Apart, type Refusal } from './route.ts';
import type { Who } from './who.ts';

/** Times what one diner may: a table, or all behind one address who sit at none. */
const many = 10;
/** Of what one diner may: who has asked no more than this is never refused for what others at the table did. */
export const reservedPart = 1 / 4;
const minute = 60;
const hour = 60 * minute;

/** Counts a request, or so many, or rejects with a Refusal 429 that names the budget and when to come again. */
export type Spend = (
  of: { readonly who?: Who; readonly address: string },
  requests?: number,
) => Promise<unknown>;

/** @param ofDiner requests in a minute; 0: no bound */
export function createBudgets(ofDiner: number): {
  readonly general: Spend;
  apart(path: string, most: Apart): Spend;
} {
  const ofTable = many * ofDiner;
  const seated = budgetAtTable('requests', { ofDiner, reserved: ofDiner * reservedPart, ofTable });
  const addresses = budget('requestsOfAddress', many * ofDiner);
  return {
    async general({ who, address }, requests) {
      if (ofDiner === 0) return;
      const diner = who?.asker && `${who.asker.merchantId}/${who.asker.userId}`;
      // D19: who orders without a table sits at none.
      const table = who?.session?.tableId ? who.session.id : who?.sitsAt;
      if (diner !== undefined) await seated.spend({ diner, table }, requests);
      if (table === undefined) await addresses.spend(addressBlock(address), requests);
    },
    apart(path, { perMinute = 0, perHour = 0 }) {
      if (ofDiner === 0) return async () => undefined;
      const all = [
        ...(perMinute > 0 ? [budget(path, perMinute)] : []),
        ...(perHour > 0 ? [budget(`${path}, an hour`, perHour, hour)] : []),
      ];
      return async ({ who, address }, requests) => {
        const key = who?.staff?.key ?? who?.asker?.userId ?? addressBlock(address);
        for (const each of all) await each.spend(key, requests);
      };
    },
  };
}

interface AtTable {
  readonly diner: string;
  /** undefined: they sit at none. */
  readonly table: string | undefined;
}

interface MostAtTable {
  readonly ofDiner: number;
  /** Who has used no more than this is never refused for what others at the table did. */
  readonly reserved: number;
  readonly ofTable: number;
}

/** Of one diner first, then of all at their table; refused under the name with `OfDiner` or `OfTable`. */
export function budgetAtTable(
  name: string,
  { ofDiner, reserved, ofTable }: MostAtTable,
  duration = minute,
): CountedBudget<AtTable> {
  const diners = budget(`${name}OfDiner`, ofDiner, duration);
  const tables = budget(`${name}OfTable`, ofTable, duration);
  return {
    async count({ diner, table }, points) {
      if (table !== undefined) await tables.count(table, points);
      return await diners.count(diner, points);
    },
    async spend({ diner, table }, points) {
      const own = await diners.spend(diner, points);
      if (table !== undefined) await tables[own > reserved ? 'spend' : 'count'](table, points);
      return own;
    },
    async requireRoom({ diner, table }) {
      const own = await diners.requireRoom(diner);
      if (table !== undefined && own >= reserved) await tables.requireRoom(table);
      return own;
    },
  };
}

/** Each answers how much has been counted. */
export interface CountedBudget<Key = string> {
  /** Counts one, or so many, whatever is left. */
  count(key: Key, points?: number): Promise<number>;
  /** The same, or rejects with a Refusal 429. */
  spend(key: Key, points?: number): Promise<number>;
  /** The same Refusal when nothing is left; counts nothing. For what counts failures alone. */
  requireRoom(key: Key): Promise<number>;
}

/** @param name what a refusal calls it @param most in so many seconds */
export function budget(name: string, most: number, duration = minute): CountedBudget {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: most, duration });
  const refusal = ({ msBeforeNext }: RateLimiterRes) => overBudget(name, Math.ceil(msBeforeNext / 1000));
  return {
    count: async (key, points = 1) => (await limiter.penalty(key, points)).consumedPoints,
    async spend(key, points = 1) {
      const spent = await limiter.penalty(key, points);
      if (spent.consumedPoints > most) throw refusal(spent);
      return spent.consumedPoints;
    },
    async requireRoom(key) {
      const spent = await limiter.get(key);
      if (spent && spent.consumedPoints >= most) throw refusal(spent);
      return spent?.consumedPoints ?? 0;
    },
  };
}

export function overBudget(name: string, afterSeconds: number): Refusal {
  const msg = `Too many requests; try again in ${afterSeconds} s`;
  return statusRefusal(codes.tooManyRequests, msg, { budget: name, retryAfterSeconds: afterSeconds });
}
