/** Computes the figures of past days in the background, so that the report of a year answers at once. */
import { mostDays } from '#contract/calls/numbers.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import {
  readRestaurantClock,
  findBusinessDay,
  addDays,
  type RestaurantClock,
} from '../../menu/business-day.ts';
import { findCountedDays, readDayFigures, lateWritesMs } from './day-figures.ts';

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

/** The pause after each counted day, ms. A year takes six minutes, and the pauses leave the server free for diners. */
const intervalMs = 1_000;
/** Time between two searches for days that are not counted yet, ms. */
const findEveryMs = 10 * 60_000;

interface DueDay {
  readonly merchantId: string;
  readonly clock: RestaurantClock;
  readonly day: string;
}

/** Starts counting. Every process runs it, and stores results that the others use, too. */
export function startCountingDays(deps: Deps & { readonly log: Pick<FastifyBaseLogger, 'warn'> }) {
  const count = createDayCounter(deps);
  return startWork({
    once: async () => {
      await count();
      // 0: nothing more until the next tick, so that diners' requests come first.
      return 0;
    },
    lookEveryMs: intervalMs,
    onError: (error) =>
      deps.log.warn({ err: error }, 'could not compute the figures of a past day, will try again'),
  });
}

/** @returns a function that counts the newest past day without figures. It returns false if there is no such day. */
export function createDayCounter({ db, clock: { now } }: Deps): () => Promise<boolean> {
  let due: DueDay[] = [];
  let findAt = 0;
  /** By merchant: the clock and the last day of the latest search. A search is repeated only if one of them changes. */
  const checked = new Map<string, string>();
  return async () => {
    if (due.length === 0 && now() >= findAt) {
      findAt = now() + findEveryMs;
      due = await findDueDays(db, now(), checked);
    }
    const next = due.pop();
    if (!next) return false;
    const { merchantId, clock, day } = next;
    await readDayFigures(db, merchantId, clock, { from: day, to: day, now: now() });
    return true;
  };
}

/** Returns the past days without figures, newest last. */
async function findDueDays(db: Db, now: number, checked: Map<string, string>): Promise<DueDay[]> {
  const due: DueDay[] = [];
  for (const { id: merchantId } of await db.selectFrom('merchants').select('id').execute()) {
    const clock = readRestaurantClock(await readSettings(db, merchantId));
    const last = addDays(findBusinessDay(clock, now - lateWritesMs - 1), -1);
    const key = JSON.stringify([clock, last]);
    if (checked.get(merchantId) === key) continue;
    checked.set(merchantId, key);
    const first = await readFirstDay(db, merchantId, clock);
    if (first === undefined) continue;
    const oldest = addDays(last, 1 - mostDays);
    const counted = await findCountedDays(db, merchantId, clock, { from: oldest, to: last });
    for (let day = first > oldest ? first : oldest; day <= last; day = addDays(day))
      if (!counted.has(day)) due.push({ merchantId, clock, day });
  }
  return due.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

async function readFirstDay(db: Db, merchantId: string, clock: RestaurantClock): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return at === null ? undefined : findBusinessDay(clock, at);
}
