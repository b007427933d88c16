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

/** Whether it has both its times, and time between them. */
export function isSpan({ from, to }: ServedHours): boolean {
  return minuteOf(from) !== undefined && minuteOf(to) !== undefined && from !== to;
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

/** As a menu file has them: days in the order of the week, all seven left out. */
export function tidyHours({ days, from, to }: ServedHours): ServedHours {
  const named = weekdays.filter((day) => days?.includes(day));
  return days === undefined || named.length === weekdays.length ? { from, to } : { days: named, from, to };
}

/** Minutes of the week. */
function beginningsOf({ days = [...weekdays], from }: ServedHours): number[] {
  return days.map((day) => weekdays.indexOf(day) * minutesOfDay + minuteOf(from)!);
}

function lengthOf({ from, to }: ServedHours): number {
  return (minuteOf(to)! - minuteOf(from)! + minutesOfDay) % minutesOfDay;
}

function sinceOf(begin: number, minute: number): number {
  return (minute - begin + minutesOfWeek) % minutesOfWeek;
}
