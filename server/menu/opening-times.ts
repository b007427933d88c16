/**
 * Computes when a restaurant is open, in its time zone and across changes of summer time. Pure functions.
 *
 * Each span belongs to the date on which it begins. So a Friday's 18:00 to 02:00 ends on Saturday at 02:00, also if the
 * restaurant is closed on that Saturday.
 */
import { parseMinute, weekdays } from '#contract/menu-file/hours.ts';
import type { DateSpan, Opening } from '#contract/menu-file/opening.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { findNextMark, formatTime, readLocalTime } from './serving-times.ts';

const minuteMs = 60_000;
const minutesOfDay = 1_440;
const dayMs = minutesOfDay * minuteMs;
const weekDays = 7;

/** Whether the restaurant takes orders at any time. */
export function isAlwaysOpen({ week, dates }: Opening): boolean {
  return week.length === 0 && dates.length === 0;
}

/** @param at ms since 1970 */
export function isOpenAt(opening: Opening, timeZone: string, at: number): boolean {
  const local = readLocalTime(timeZone, at);
  const minute = Math.floor((local % dayMs) / minuteMs);
  const [today, yesterday] = [formatDate(local), formatDate(local - dayMs)];
  const measureSpan = ({ from, to }: DateSpan): number => {
    const length = (parseMinute(to)! - parseMinute(from)! + minutesOfDay) % minutesOfDay;
    return length === 0 ? minutesOfDay : length;
  };
  const isIn = (span: DateSpan, sinceMidnight: number) => {
    const since = sinceMidnight - parseMinute(span.from)!;
    return since >= 0 && since < measureSpan(span);
  };
  return (
    listSpans(opening, today).some((span) => isIn(span, minute)) ||
    listSpans(opening, yesterday).some((span) => isIn(span, minute + minutesOfDay))
  );
}

const wholeDay: DateSpan = { from: '00:00', to: '00:00' };

/** The spans that begin on a date. */
function listSpans({ week, dates }: Opening, date: string): readonly DateSpan[] {
  const exception = dates.find((each) => each.date === date);
  if (exception) return exception.hours;
  if (week.length === 0) return [wholeDay];
  const day = weekdays[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % weekDays]!;
  return week.filter(({ days }) => days === undefined || days.includes(day));
}

/** Returns when it opens or closes next, ms since 1970. Undefined: never. */
export function findNextOpeningChange(opening: Opening, timeZone: string, at: number): number | undefined {
  const isOpen = isOpenAt(opening, timeZone, at);
  const spans = [...opening.week, ...opening.dates.flatMap(({ hours }) => hours)];
  const times = spans.flatMap(({ from, to }) => [parseMinute(from)!, parseMinute(to)!]);
  const marks = [...new Set([0, ...times])];
  let now = Math.floor(at / minuteMs) * minuteMs;
  const end = findSearchEnd(opening, at);
  while (now < end) {
    now = findNextMark(canOpen(opening, timeZone, now) ? marks : [0], timeZone, now);
    if (isOpenAt(opening, timeZone, now) !== isOpen) return now;
  }
  return undefined;
}

/** Whether a span can begin or go on in the next day. Without one, the search goes from midnight to midnight. */
function canOpen(opening: Opening, timeZone: string, at: number): boolean {
  const local = readLocalTime(timeZone, at);
  return [-1, 0].some((days) => listSpans(opening, formatDate(local + days * dayMs)).length > 0);
}

/** Each date in the list may close one occurrence of the only day of a week. Summer time may skip another one. */
function findSearchEnd({ dates }: Opening, at: number): number {
  const lastDate = Math.max(at, ...dates.map(({ date }) => Date.parse(date)));
  return Math.max(at + (dates.length + 1) * weekDays * dayMs, lastDate) + (weekDays + 1) * dayMs;
}

/** The date of a local time, like `2026-12-25`. */
function formatDate(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}

/** Returns a time like `5:00 PM`, `Fri 5:00 PM`, or `Dec 27, 5:00 PM` if it is further away than a week. */
export function formatOpening(
  timeZone: string,
  at: number,
  { now, language }: { readonly now: number; readonly language: LanguageCode },
): string {
  const time = formatTime(timeZone, at, { now, language });
  if (at - now < (weekDays - 1) * dayMs) return time;
  const date = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return date.format(readLocalTime(timeZone, at));
}
