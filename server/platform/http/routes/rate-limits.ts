/**
 * How often somebody may ask: first by diner, then by table, last and widely by address, so that one phone is never the
 * reason why another one is refused: what a table asks beyond its budget waits. Each process counts for itself.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { codes } from '#contract/codes.ts';
import { addressBlock } from '../guard/address-block.ts';
import { createFairQueue } from './fair-queue.ts';
import { statusRefusal, type Apart, type Refusal } from './route.ts';
import type { Who } from './who.ts';

/** Times what one diner may: a table, or all behind one address who sit at none. */
const many = 10;
/** So many events or lines are as much work as a request. */
const eventsOfRequest = 40;
/** Of one diner; what they ask beyond it waits for their pace: a page that comes asks for a dozen things. */
const atOnce = 60;
/** Newcomers of one address; more are refused. */
const mostWaiting = 300;
const minute = 60;
const hour = 60 * minute;

/**
 * Counts a request, or rejects with a Refusal 429 that names the budget and when to come again.
 * @param more of a request that has been answered already: it cost so many more
 */
export type Spend = (of: Asked, more?: number) => Promise<unknown>;

interface Asked {
  readonly who?: Who;
  readonly address: string;
  /** Who hangs up waits no longer. */
  readonly gone?: AbortSignal;
}

/** @param ofDiner requests in a minute; 0: no bound */
export function createBudgets(ofDiner: number): {
  readonly general: Spend;
  apart(path: string, most: Apart): Spend;
} {
  const diners = createBudget('requestsOfDiner', ofDiner);
  const paceOfDiner = createFairQueue({
    perMinute: ofDiner,
    atOnce: Math.max(atOnce, ofDiner / 4),
    // A second: who was misled reads everything again (D42), and taps on.
    longestPause: ofDiner / minute,
  });
  // One diner’s minute at once keeps nobody at the table waiting; a long answer, whoever asked for it, and nobody else.
  const tables = createFairQueue({ perMinute: many * ofDiner, atOnce: ofDiner, longestPause: 0 });
  const addresses = createBudget('requestsOfAddress', many * ofDiner);
  return {
    async general({ who, address, gone }, more) {
      if (ofDiner === 0) return;
      const diner = who?.asker && `${who.asker.merchantId}/${who.asker.userId}`;
      // D19: who orders without a table sits at none.
      const table = who?.session?.tableId ? who.session.id : who?.sitsAt;
      const seat = diner !== undefined && table !== undefined ? { shared: table, by: diner } : undefined;
      const own = diner !== undefined ? { shared: diner, by: diner } : undefined;
      if (more !== undefined) {
        if (own) paceOfDiner.add(own, more);
        if (seat) tables.add(seat, more);
      }
      if (diner !== undefined) await diners.spend(diner, more);
      if (!seat) await addresses.spend(addressBlock(address), more);
      if (more !== undefined) return;
      if (own) await paceOfDiner.turn(own, gone);
      if (seat) await tables.turn(seat, gone);
    },
    apart(path, { perMinute = 0, perHour = 0, atOnce }) {
      if (ofDiner === 0) return async () => undefined;
      const pace = atOnce === undefined ? undefined : createFairQueue({ perMinute, atOnce });
      if (pace)
        return async (asked) => {
          const key = isNobody(asked) ? addressBlock(asked.address) : keyOf(asked);
          if (pace.waiting(key) >= mostWaiting) throw budgetRefusal('waitingOfAddress', 1);
          await pace.turn({ shared: key, by: key }, asked.gone);
        };
      const all = [
        ...(perMinute > 0 ? [createBudget(path, perMinute)] : []),
        ...(perHour > 0 ? [createBudget(`${path}, an hour`, perHour, hour)] : []),
      ];
      return async (asked, more) => {
        const key = keyOf(asked);
        for (const each of all) await each.spend(key, more);
      };
    },
  };
}

/** Whose calls are counted apart: of one asker, of one address where nobody is known. */
function keyOf({ who, address }: Asked): string {
  return who?.staff?.key ?? who?.asker?.userId ?? addressBlock(address);
}

/** Whoever wants another anonymous token gets it. */
function isNobody({ who }: Asked): boolean {
  return !who?.staff && (!who?.asker || who.asker.kind === 'anonymous');
}

/** What so many events or lines, asked for or sent, cost beside the request. */
export function countExtraRequests(events: number): number {
  return Math.floor(events / eventsOfRequest);
}

interface AtTable {
  readonly diner: string;
  readonly table: string;
}

interface MostAtTable {
  readonly ofDiner: number;
  /** Who has used no more than this is never refused for what others at the table did. */
  readonly reserved: number;
  readonly ofTable: number;
}

/** Of one diner first, then of all at their table; refused under the name with `OfDiner` or `OfTable`. */
export function createTableBudget(
  name: string,
  { ofDiner, reserved, ofTable }: MostAtTable,
  duration = minute,
): Pick<CountedBudget<AtTable>, 'count' | 'requireRoom'> {
  const diners = createBudget(`${name}OfDiner`, ofDiner, duration);
  const tables = createBudget(`${name}OfTable`, ofTable, duration);
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
export function createBudget(name: string, most: number, duration = minute): CountedBudget {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: most, duration });
  const refusal = ({ msBeforeNext }: RateLimiterRes) => budgetRefusal(name, Math.ceil(msBeforeNext / 1000));
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

export function budgetRefusal(name: string, afterSeconds: number): Refusal {
  const words = {
    'en-US': `Too many requests; try again in ${afterSeconds} s`,
    'zh-TW': `操作太頻繁，請於 ${afterSeconds} 秒後再試`,
  };
  return statusRefusal(codes.tooManyRequests, words, { budget: name, retryAfterSeconds: afterSeconds });
}
