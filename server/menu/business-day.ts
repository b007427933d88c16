/** D62: a restaurant's own day: it begins and ends at an hour of its own clock, and belongs to the evening before. Pure. */
import { offsetAt } from '#contract/menu-file/time-zone.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';

export interface RestaurantClock {
  /** IANA */
  readonly timeZone: string;
  /** The hour at which a day ends, 0 to 12. */
  readonly dayEndsAt: number;
}

/** Long after the last guest, long before the first. */
const usualEnd = 4;
const hourMs = 3_600_000;
/** Clocks are not put forward or back twice in it. */
const sixHours = 6 * hourMs;

export function clockOf({
  timeZone,
  dayEndsAt,
}: Pick<StoredMerchant, 'timeZone' | 'dayEndsAt'>): RestaurantClock {
  return {
    timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayEndsAt: dayEndsAt ?? usualEnd,
  };
}

/** The day to which a moment belongs, as `2026-11-25`. @param at ms since 1970 */
export function dayOf({ timeZone, dayEndsAt }: RestaurantClock, at: number): string {
  const local = at + offsetAt(timeZone, at);
  return new Date(local - dayEndsAt * hourMs).toISOString().slice(0, 10);
}

/** When a day begins, ms since 1970; where the clock is put forward over that hour, when it goes on. */
export function startOfDay({ timeZone, dayEndsAt }: RestaurantClock, day: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + dayEndsAt * hourMs;
  const near = local - offsetAt(timeZone, local);
  const [before, after] = [near - sixHours, near + sixHours].map((at) => local - offsetAt(timeZone, at));
  const showsIt = (at: number) => at + offsetAt(timeZone, at) === local;
  return [Math.min(before!, after!), before!, after!].find(showsIt) ?? before!;
}

/** When a day ends, ms since 1970. */
export function endOfDay(clock: RestaurantClock, day: string): number {
  return startOfDay(clock, nextDay(day));
}

export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** The hour of the restaurant's clock, 0 to 23. @param at ms since 1970 */
export function hourOf({ timeZone }: RestaurantClock, at: number): number {
  return new Date(at + offsetAt(timeZone, at)).getUTCHours();
}
