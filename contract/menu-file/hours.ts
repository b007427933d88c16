/** When a section is served, by the restaurant's clock. */

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** If `to` is before `from`, it lasts until the next day. */
export interface ServedHours {
  /** The days on which it begins, in the order of the week. Without them, every day. */
  days?: Weekday[];
  /** `07:00` */
  from: string;
  to: string;
}

const minutesOfDay = 24 * 60;
const minutesOfWeek = 7 * minutesOfDay;

/** Returns minutes since midnight, or undefined for text that is not a time. */
export function parseMinute(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** The end of a day in ISO 8601, which is midnight of the next day. */
export const endOfDay = '24:00';
const midnight = '00:00';

/** Whether it has two times and lasts. From midnight to midnight is the whole day. */
export function isSpan({ from, to }: ServedHours): boolean {
  const areTimes = parseMinute(from) !== undefined && parseMinute(to) !== undefined;
  return areTimes && (from !== to || from === midnight);
}

/** @param minute since midnight of Monday, by the restaurant's clock */
export function isWithin(hours: ServedHours, minute: number): boolean {
  return listBeginnings(hours).some((begin) => countMinutesSince(begin, minute) < calculateLength(hours));
}

/** Whether some minute of the week is in both. */
export function hasOverlap(one: ServedHours, other: ServedHours): boolean {
  return (
    listBeginnings(one).some((minute) => isWithin(other, minute)) ||
    listBeginnings(other).some((minute) => isWithin(one, minute))
  );
}

/** Sorts days by week, leaves them out if all seven are there, and writes 24:00 as 00:00. */
export function normaliseHours({ days, from, to: end }: ServedHours): ServedHours {
  const named = weekdays.filter((day) => days?.includes(day));
  const to = end === endOfDay ? midnight : end;
  return days === undefined || named.length === weekdays.length ? { from, to } : { days: named, from, to };
}

/** Minutes of the week. */
function listBeginnings({ days = [...weekdays], from }: ServedHours): number[] {
  return days.map((day) => weekdays.indexOf(day) * minutesOfDay + parseMinute(from)!);
}

function calculateLength({ from, to }: ServedHours): number {
  return from === to ? minutesOfDay : (parseMinute(to)! - parseMinute(from)! + minutesOfDay) % minutesOfDay;
}

function countMinutesSince(begin: number, minute: number): number {
  return (minute - begin + minutesOfWeek) % minutesOfWeek;
}
