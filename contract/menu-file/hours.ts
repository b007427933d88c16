/** D65: when a section is served, by the restaurant's own clock. Pure. */

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** `to` before `from`: until the next day. */
export interface ServedHours {
  /** On which it begins, in the order of the week; without them every day. */
  days?: Weekday[];
  /** `07:00` */
  from: string;
  to: string;
}

const minutesOfDay = 24 * 60;
const minutesOfWeek = 7 * minutesOfDay;

/** Minutes since midnight; undefined for what is no time of a clock. */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** How ISO 8601 writes the end of a day, which is the next one's midnight. */
export const endOfDay = '24:00';
const midnight = '00:00';

/** Whether it has both its times, and time between them. From midnight to midnight is the whole day. */
export function isSpan({ from, to }: ServedHours): boolean {
  const areTimes = minuteOf(from) !== undefined && minuteOf(to) !== undefined;
  return areTimes && (from !== to || from === midnight);
}

/** @param minute since Monday's midnight, of the restaurant's clock */
export function isWithin(hours: ServedHours, minute: number): boolean {
  return beginningsOf(hours).some((begin) => sinceOf(begin, minute) < lengthOf(hours));
}

/** Whether there is a minute of the week that both have. */
export function overlap(one: ServedHours, other: ServedHours): boolean {
  return (
    beginningsOf(one).some((minute) => isWithin(other, minute)) ||
    beginningsOf(other).some((minute) => isWithin(one, minute))
  );
}

/** Puts days in the order of the week, leaves all seven out, and writes 24:00 as 00:00. */
export function normaliseHours({ days, from, to: end }: ServedHours): ServedHours {
  const named = weekdays.filter((day) => days?.includes(day));
  const to = end === endOfDay ? midnight : end;
  return days === undefined || named.length === weekdays.length ? { from, to } : { days: named, from, to };
}

/** Minutes of the week. */
function beginningsOf({ days = [...weekdays], from }: ServedHours): number[] {
  return days.map((day) => weekdays.indexOf(day) * minutesOfDay + minuteOf(from)!);
}

function lengthOf({ from, to }: ServedHours): number {
  return from === to ? minutesOfDay : (minuteOf(to)! - minuteOf(from)! + minutesOfDay) % minutesOfDay;
}

function sinceOf(begin: number, minute: number): number {
  return (minute - begin + minutesOfWeek) % minutesOfWeek;
}
