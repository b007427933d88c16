/** When a restaurant takes orders, by its own clock: hours of the week, and dates with other hours. */
import type { ServedHours } from './hours.ts';

/** One span of a date. If `to` is before `from`, it lasts until the next day. */
export type DateSpan = Pick<ServedHours, 'from' | 'to'>;

/** A date on which the hours of the week do not count. */
export interface OpeningDate {
  /** `2026-12-25` */
  date: string;
  /** Without hours, the restaurant is closed. */
  hours: DateSpan[];
}

export interface Opening {
  /** Without hours, it is open on every date that is not in `dates`. */
  readonly week: readonly ServedHours[];
  readonly dates: readonly OpeningDate[];
}

export const openingLimits = { spansOfWeek: 28, dates: 60, spansOfDate: 4 } as const;

/** Whether text is a date like `2026-12-25`. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
