/** CX29: days that are over are counted beside everything else, so that a year is there when somebody asks for it. */
import { mostDays } from '#contract/calls/numbers.ts';
import { merchantSettings } from '#server/menu/merchants.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { clockOf, dayOf, nextDay, type RestaurantClock } from '../../menu/business-day.ts';
import { findCountedDays, readDayFigures, settledMs } from './day-figures.ts';

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

/** One day a second: a year that nobody has counted yet takes six minutes, and diners none of them. */
const lookEveryMs = 1_000;
/** So often days that are over are looked for, ms. */
const findEveryMs = 10 * 60_000;

interface DueDay {
  readonly merchantId: string;
  readonly clock: RestaurantClock;
  readonly day: string;
}

/** In every process; what one of them has counted the others find. */
export function startCountingDays(deps: Deps & { readonly log: Pick<FastifyBaseLogger, 'warn'> }) {
  const count = createDayCounter(deps);
  return startWork({
    once: async () => {
      await count();
      return 0;
    },
    lookEveryMs,
    onError: (error) => deps.log.warn({ err: error }, 'a day that is over could not be counted'),
  });
}

/** @returns what counts the newest day that is over and not counted yet; it answers false where there is none */
export function createDayCounter({ db, clock: { now } }: Deps): () => Promise<boolean> {
  let due: DueDay[] = [];
  let findAt = 0;
  /** Until when, by which clock, all of a merchant's days were found. */
  const found = new Map<string, string>();
  return async () => {
    if (due.length === 0 && now() >= findAt) {
      findAt = now() + findEveryMs;
      due = await dueDays(db, now(), found);
    }
    const next = due.pop();
    if (!next) return false;
    const { merchantId, clock, day } = next;
    await readDayFigures(db, merchantId, clock, { from: day, to: day, now: now() });
    return true;
  };
}

/** The newest last. */
async function dueDays(db: Db, now: number, found: Map<string, string>): Promise<DueDay[]> {
  const due: DueDay[] = [];
  for (const { id: merchantId } of await db.selectFrom('merchants').select('id').execute()) {
    const clock = clockOf(await merchantSettings(db, merchantId));
    const last = nextDay(dayOf(clock, now - settledMs - 1), -1);
    const key = JSON.stringify([clock, last]);
    if (found.get(merchantId) === key) continue;
    found.set(merchantId, key);
    const first = await firstDay(db, merchantId, clock);
    if (first === undefined) continue;
    const oldest = nextDay(last, 1 - mostDays);
    const counted = await findCountedDays(db, merchantId, clock, { from: oldest, to: last });
    for (let day = first > oldest ? first : oldest; day <= last; day = nextDay(day))
      if (!counted.has(day)) due.push({ merchantId, clock, day });
  }
  return due.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

async function firstDay(db: Db, merchantId: string, clock: RestaurantClock): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return at === null ? undefined : dayOf(clock, at);
}
