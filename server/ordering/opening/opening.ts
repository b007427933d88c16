/** Whether a restaurant takes orders of diners now, in words for them. */
import { orderingRefusals, type OpeningState } from '#contract/calls/opening.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Pickup } from '#contract/pickup.ts';
import type { Opening } from '#contract/menu-file/opening.ts';
import { readRestaurantClock } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { findNextOpeningChange, formatOpening, isAlwaysOpen, isOpenAt } from '#server/menu/opening-times.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { countOrder, findFreeTime, lockPace, readPace } from './pace.ts';
import { findPause } from './pause.ts';
import { describeFull, describeShut, describePause } from './words.ts';

const minuteMs = 60_000;

interface Reading {
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly now: number;
}

/** Reads the state. Outside of its hours a restaurant is closed, even during a pause. */
export async function readOpening(db: Db, merchantId: string, reading: Reading): Promise<OpeningState> {
  const { now, language } = reading;
  const settings = await readSettings(db, merchantId);
  const hours = describeHours(settings, reading);
  if (hours.state === 'closed') return hours;
  const pause = await findPause(db, merchantId, now);
  if (!pause) {
    const { ordersPerTenMinutes: most } = settings;
    if (most === undefined) return hours;
    const free = findFreeTime(await readPace(db, merchantId), most, now);
    return free === undefined ? hours : describeBusy(settings, free, reading);
  }
  const until = pause.until === null ? undefined : findOpenTime(settings, pause.until);
  const time = until === undefined ? undefined : formatTimeOf(settings, until, reading);
  return {
    state: 'paused',
    ...(pause.until !== null && { until: pause.until }),
    ...describePause(pause.reason, time, language),
  };
}

interface OrderingRefusal {
  readonly code: number;
  readonly msg: string;
}

/**
 * Returns why a diner's order is refused now, or how to count it once it is placed. If the restaurant limits its orders,
 * all other orders wait until the transaction ends.
 * @param pickup of an order to go; its time was checked
 */
export async function startOrdering(
  trx: Trx,
  merchantId: string,
  reading: Reading,
  pickup?: Pickup,
): Promise<{ readonly refusal: OrderingRefusal } | { count(): Promise<void> }> {
  const { now } = reading;
  const { ordersPerTenMinutes: most } = await readSettings(trx, merchantId);
  const pace = most === undefined ? undefined : await lockPace(trx, merchantId);
  const { state, text } = await readOpening(trx, merchantId, reading);
  // An order for a later time can be placed before the restaurant opens.
  const isLater = state === 'closed' && pickup !== undefined && pickup.at !== null;
  if (state !== 'open' && !isLater) return { refusal: { code: codeOf[state], msg: text } };
  return { count: async () => (pace ? await countOrder(trx, merchantId, pace, now) : undefined) };
}

const codeOf = {
  closed: orderingRefusals.restaurantClosed,
  paused: orderingRefusals.ordersPaused,
  busy: orderingRefusals.kitchenBusy,
} as const;

export function getOpening({ openingHours = [], openingDates = [] }: StoredMerchant): Opening {
  return { week: openingHours, dates: openingDates };
}

function describeHours(settings: StoredMerchant, reading: Reading): OpeningState {
  const { now, language } = reading;
  const opening = getOpening(settings);
  const open = { state: 'open', title: '', text: '' } as const;
  if (isAlwaysOpen(opening)) return open;
  const { timeZone } = readRestaurantClock(settings);
  const until = findNextOpeningChange(opening, timeZone, now);
  const change = until === undefined ? {} : { until };
  if (isOpenAt(opening, timeZone, now)) return { ...open, ...change };
  const time = until === undefined ? undefined : formatTimeOf(settings, until, reading);
  return { state: 'closed', ...change, ...describeShut(time, language) };
}

function describeBusy(settings: StoredMerchant, until: number, reading: Reading): OpeningState {
  // The words name whole minutes. An order at this minute must not come too early.
  const minute = Math.ceil(until / minuteMs) * minuteMs;
  return { state: 'busy', until, ...describeFull(formatTimeOf(settings, minute, reading), reading.language) };
}

/** Returns the first time from `at` on at which the restaurant is open. */
function findOpenTime(settings: StoredMerchant, at: number): number | undefined {
  const [opening, { timeZone }] = [getOpening(settings), readRestaurantClock(settings)];
  if (isAlwaysOpen(opening) || isOpenAt(opening, timeZone, at)) return at;
  return findNextOpeningChange(opening, timeZone, at);
}

function formatTimeOf(settings: StoredMerchant, at: number, reading: Reading): string {
  return formatOpening(readRestaurantClock(settings).timeZone, at, reading);
}
