/** The opening hours as the form edits them: by weekday, and dates in their order. Pure. */
import {
  hasOverlap,
  isSpan,
  normaliseHours,
  parseMinute,
  weekdays,
  type ServedHours,
  type Weekday,
} from '#contract/menu-file/hours.ts';
import type { DateSpan, OpeningDate } from '#contract/menu-file/opening.ts';
import type { HouseSettings } from '#contract/calls/house.ts';

export interface OpeningInput {
  readonly week: Readonly<Record<Weekday, readonly DateSpan[]>>;
  readonly dates: readonly OpeningDate[];
  /** The most orders in ten minutes; empty: unlimited. */
  readonly most: string;
}

type Saved = Pick<HouseSettings, 'openingHours' | 'openingDates' | 'ordersPerTenMinutes'>;

export function toOpeningInput({
  openingHours = [],
  openingDates = [],
  ordersPerTenMinutes,
}: Saved): OpeningInput {
  const listSpans = (day: Weekday) =>
    openingHours
      .filter(({ days }) => days === undefined || days.includes(day))
      .map(({ from, to }) => ({ from, to }))
      .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const week = Object.fromEntries(weekdays.map((day) => [day, listSpans(day)]));
  return {
    week: week as unknown as OpeningInput['week'],
    dates: openingDates,
    most: ordersPerTenMinutes ?? '',
  };
}

/** Days with the same hours become one entry, as in a menu file. */
export function readOpeningInput({ week, dates, most }: OpeningInput): Required<Saved> {
  const daysOf = new Map<string, Weekday[]>();
  for (const day of weekdays)
    for (const { from, to } of week[day]) {
      const key = `${from} ${to}`;
      daysOf.set(key, [...(daysOf.get(key) ?? []), day]);
    }
  const openingHours = [...daysOf].map(([key, days]) => {
    const [from = '', to = ''] = key.split(' ');
    return normaliseHours({ days, from, to });
  });
  const openingDates = dates.map(({ date, hours }) => ({ date, hours: [...hours] }));
  return { openingHours, openingDates, ordersPerTenMinutes: most.trim() === '' ? null : most.trim() };
}

export type SpanProblem = 'missing' | 'noTimeBetween' | 'cross';

/** What is wrong with a span of a day. Undefined: nothing. */
export function findSpanProblem(spans: readonly DateSpan[], index: number): SpanProblem | undefined {
  const span = spans[index]!;
  if (parseMinute(span.from) === undefined || parseMinute(span.to) === undefined) return 'missing';
  if (!isSpan(span)) return 'noTimeBetween';
  const onDay = (each: DateSpan): ServedHours => ({ ...each, days: ['mon'] });
  const isEarlier = (each: DateSpan) => isSpan(each) && hasOverlap(onDay(each), onDay(span));
  return spans.slice(0, index).some(isEarlier) ? 'cross' : undefined;
}

/** Whether the form can be saved. The server finds the hours of one night that reach into those of the next day. */
export function isComplete({ week, dates, most }: OpeningInput): boolean {
  const all = [...weekdays.map((day) => week[day]), ...dates.map(({ hours }) => hours)];
  const areDates = dates.every(
    ({ date }, index) => date !== '' && dates.findIndex((each) => each.date === date) === index,
  );
  return (
    areDates &&
    isMost(most) &&
    all.every((spans) => spans.every((_, index) => !findSpanProblem(spans, index)))
  );
}

export function isMost(text: string): boolean {
  return /^([1-9]\d{0,2})?$/.test(text.trim());
}

/** Suggests hours: noon first, then the evening. */
export function suggestSpan(spans: readonly DateSpan[]): DateSpan {
  return spans.length === 0 ? { from: '11:00', to: '14:00' } : { from: '17:00', to: '22:00' };
}
