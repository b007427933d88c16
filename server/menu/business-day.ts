/**
 * The business day of a restaurant. It ends at an hour after midnight in the restaurant's time zone, so that a late
 * evening belongs to one day. For example, with `dayEndsAt` 4, Saturday 02:30 belongs to Friday. Pure functions.
 */
import { findOffset } from '#contract/menu-file/time-zone.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';

export interface RestaurantClock {
  /** IANA name */
  readonly timeZone: string;
  /** The hour at which a day ends, 0 to 12. */
  readonly dayEndsAt: number;
}

/** Default for `dayEndsAt`. At four, most restaurants are closed. */
const defaultEnd = 4;
const hourMs = 3_600_000;
/** No time zone changes its offset twice within this time. */
const sixHoursMs = 6 * hourMs;

export function readRestaurantClock({
  timeZone,
  dayEndsAt,
}: Pick<StoredMerchant, 'timeZone' | 'dayEndsAt'>): RestaurantClock {
  return {
    timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayEndsAt: dayEndsAt ?? defaultEnd,
  };
}

/** Returns the business day of a moment, as `2026-11-25`. @param at ms since 1970 */
export function findBusinessDay({ timeZone, dayEndsAt }: RestaurantClock, at: number): string {
  const local = at + findOffset(timeZone, at);
  return new Date(local - dayEndsAt * hourMs).toISOString().slice(0, 10);
}

/**
 * Returns the start of a business day, ms since 1970.
 *
 * If the clock shows the hour twice (end of summer time), the day starts at the first. If it skips the hour (start of
 * summer time), the day starts with the next valid time.
 */
export function startOfDay({ timeZone, dayEndsAt }: RestaurantClock, day: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + dayEndsAt * hourMs;
  const estimate = local - findOffset(timeZone, local);
  const [before, after] = [estimate - sixHoursMs, estimate + sixHoursMs].map(
    (at) => local - findOffset(timeZone, at),
  );
  const isStart = (at: number) => at + findOffset(timeZone, at) === local;
  return [Math.min(before!, after!), before!, after!].find(isStart) ?? before!;
}

/** Returns the end of a business day, ms since 1970. */
export function endOfDay(clock: RestaurantClock, day: string): number {
  return startOfDay(clock, addDays(day));
}

export function addDays(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** Returns the hour in the restaurant's time zone, 0 to 23. @param at ms since 1970 */
export function readLocalHour({ timeZone }: RestaurantClock, at: number): number {
  return new Date(at + findOffset(timeZone, at)).getUTCHours();
}
