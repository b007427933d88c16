/** Computes when serving hours begin and end in the restaurant's time zone, including summer time. Pure functions. */
import { isWithin, parseMinute, weekdays, type ServedHours } from '#contract/menu-file/hours.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { findOffset, quarterMs } from '#contract/menu-file/time-zone.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** How far to search for the next change. Hours repeat weekly; a change of summer time may skip one occurrence. */
const searchMs = 15 * dayMs;
/** 1970 began on a Thursday. */
const thursday = weekdays.indexOf('thu');

/** @param at ms since 1970 */
export function isServedAt(hours: readonly ServedHours[], timeZone: string, at: number): boolean {
  const minute = Math.floor(readLocalTime(timeZone, at) / minuteMs) + thursday * 1_440;
  return hours.some((each) => isWithin(each, minute % (7 * 1_440)));
}

/** Returns when serving begins or ends next, ms since 1970. Undefined: never. */
export function findNextServingChange(
  hours: readonly ServedHours[],
  timeZone: string,
  at: number,
): number | undefined {
  const isServed = isServedAt(hours, timeZone, at);
  const marks = hours.flatMap(({ from, to }) => [parseMinute(from)!, parseMinute(to)!]);
  let now = Math.floor(at / minuteMs) * minuteMs;
  while (now < at + searchMs) {
    now = findNextMark(marks, timeZone, now);
    if (isServedAt(hours, timeZone, now) !== isServed) return now;
  }
  return undefined;
}

/** Returns the next time at which the clock shows one of these minutes of the day, or changes its offset. */
export function findNextMark(marks: readonly number[], timeZone: string, at: number): number {
  const shown = (readLocalTime(timeZone, at) % dayMs) / minuteMs;
  const wait = Math.min(...marks.map((mark) => (mark - shown + 1_439) % 1_440)) + 1;
  const next = at + wait * minuteMs;
  const offset = findOffset(timeZone, at);
  if (findOffset(timeZone, next) === offset) return next;
  let quarter = Math.floor(at / quarterMs) * quarterMs;
  while (findOffset(timeZone, quarter) === offset) quarter += quarterMs;
  return quarter;
}

/** Returns a time as the language writes it, `5:00 PM`. If it is more than a day away, with the weekday: `Fri 5:00 PM`. */
export function formatTime(
  timeZone: string,
  at: number,
  { now, language }: { readonly now: number; readonly language: LanguageCode },
): string {
  const time = formatClock(timeZone, at, language);
  if (at - now <= dayMs) return time;
  const weekday = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short' });
  return `${weekday.format(readLocalTime(timeZone, at))} ${time}`;
}

/** A menu has many times, and a formatter takes long to create. */
const clocks = new Map<LanguageCode, Intl.DateTimeFormat>();

/** Returns the time of the day: `5:00 PM`. */
export function formatClock(timeZone: string, at: number, language: LanguageCode): string {
  const clock =
    clocks.get(language) ??
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
  clocks.set(language, clock);
  return clock.format(readLocalTime(timeZone, at));
}

/** Returns the local time as if it were UTC, ms. */
export function readLocalTime(timeZone: string, at: number): number {
  return at + findOffset(timeZone, at);
}
