/** D65: when what is served changes, by the restaurant's own clock, however it is put forward and back. Pure. */
import { isWithin, minuteOf, weekdays, type ServedHours } from '#contract/menu-file/hours.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { offsetAt, quarterMs } from '#contract/menu-file/time-zone.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Everything comes again within it, also where a clock is put forward over it once. */
const farthest = 15 * dayMs;
/** 1970 began on a Thursday. */
const thursday = weekdays.indexOf('thu');

/** @param at ms since 1970 */
export function isServedAt(hours: readonly ServedHours[], timeZone: string, at: number): boolean {
  const minute = Math.floor(shownAt(timeZone, at) / minuteMs) + thursday * 1_440;
  return hours.some((each) => isWithin(each, minute % (7 * 1_440)));
}

/** When it begins to be served or ends the next time, ms since 1970; undefined: never. */
export function nextChange(hours: readonly ServedHours[], timeZone: string, at: number): number | undefined {
  const isServed = isServedAt(hours, timeZone, at);
  const marks = hours.flatMap(({ from, to }) => [minuteOf(from)!, minuteOf(to)!]);
  let now = Math.floor(at / minuteMs) * minuteMs;
  while (now < at + farthest) {
    now = nextMark(marks, timeZone, now);
    if (isServedAt(hours, timeZone, now) !== isServed) return now;
  }
  return undefined;
}

/** The next time at which the clock shows one of these minutes of a day, or is put at another time. */
function nextMark(marks: readonly number[], timeZone: string, at: number): number {
  const shown = (shownAt(timeZone, at) % dayMs) / minuteMs;
  const wait = Math.min(...marks.map((mark) => (mark - shown + 1_439) % 1_440)) + 1;
  const next = at + wait * minuteMs;
  const offset = offsetAt(timeZone, at);
  if (offsetAt(timeZone, next) === offset) return next;
  let quarter = Math.floor(at / quarterMs) * quarterMs;
  while (offsetAt(timeZone, quarter) === offset) quarter += quarterMs;
  return quarter;
}

/** `17:00`, and the day with it where that is further away than a day: `Fri 17:00`. */
export function timeText(
  timeZone: string,
  at: number,
  { now, language }: { readonly now: number; readonly language: LanguageCode },
): string {
  const shown = new Date(shownAt(timeZone, at));
  const time = shown.toISOString().slice(11, 16);
  if (at - now <= dayMs) return time;
  const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short' }).format(shown);
  return `${day} ${time}`;
}

/** What the clock shows, as if it were UTC. */
function shownAt(timeZone: string, at: number): number {
  return at + offsetAt(timeZone, at);
}
