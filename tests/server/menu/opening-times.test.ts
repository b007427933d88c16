/** Opening hours (CX43) against a second implementation that reads the restaurant's clock each minute. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHours, weekdays, type ServedHours } from '#contract/menu-file/hours.ts';
import { isDate, type DateSpan, type Opening } from '#contract/menu-file/opening.ts';
import { findNextOpeningChange, formatOpening, isAlwaysOpen, isOpenAt } from '#server/menu/opening-times.ts';

const parseTime = (text: string) => Date.parse(text);
const minuteMs = 60_000;
const days = 8;
const minutes = days * 24 * 60;

/** Eight days without and with a change of the clocks: by an hour or half of one, at night or at midnight. */
const spells = [
  ['Asia/Taipei', '2026-11-24T00:00Z'],
  ['America/New_York', '2026-03-04T00:00Z'],
  ['America/New_York', '2026-10-28T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-01T00:00Z'],
  ['Australia/Lord_Howe', '2026-10-01T00:00Z'],
  ['America/Santiago', '2026-09-02T00:00Z'],
  ['America/Santiago', '2026-04-02T00:00Z'],
].map(([timeZone = '', start = '']) => ({
  timeZone,
  start: parseTime(start),
  walls: listMinutes(timeZone, parseTime(start)),
}));

/** Date, day before and time of each minute. */
function listMinutes(timeZone: string, start: number) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Array.from({ length: minutes }, (_, minute) => {
    const [date = '', time = ''] = format.format(start + minute * minuteMs).split(', ');
    const before = new Date(parseTime(`${date}T00:00Z`) - 24 * 60 * minuteMs).toISOString().slice(0, 10);
    return { date, before, time };
  });
}

/** Monday, the 5th of January 1970, was day 4. */
const getWeekday = (date: string) => weekdays[(parseTime(date) / 86_400_000 + 3) % 7]!;

/** Written from the text of CX43 alone. */
function isOpenBy(
  { week, dates }: Opening,
  { date, before, time }: (typeof spells)[number]['walls'][number],
) {
  const listSpans = (of: string): readonly DateSpan[] => {
    const other = dates.find((each) => each.date === of);
    if (other) return other.hours;
    if (week.length === 0) return [{ from: '00:00', to: '00:00' }];
    return week.filter((hours) => !hours.days || hours.days.includes(getWeekday(of)));
  };
  const today = listSpans(date).some(({ from, to }) => from <= time && (time < to || to <= from));
  return today || listSpans(before).some(({ from, to }) => to <= from && time < to);
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 29, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const dateSpan: fc.Arbitrary<DateSpan> = fc
  .record({ from: time, to: time })
  .filter(({ from, to }) => from !== to || from === '00:00');
const span: fc.Arbitrary<ServedHours> = fc
  .tuple(dateSpan, fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined }))
  .map(([hours, named]) => normaliseHours({ ...hours, ...(named && { days: named }) }));
/** Hours of the week, and dates of these days by their place. */
const anyOpening = fc.record({
  week: fc.array(span, { maxLength: 3 }),
  dates: fc.uniqueArray(
    fc.record({ place: fc.integer({ min: -1, max: days }), hours: fc.array(dateSpan, { maxLength: 2 }) }),
    { selector: ({ place }) => place, maxLength: 3 },
  ),
});

test('CX43: every change in eight days is found, and no other, also when clocks change', () => {
  let [changes, withDates] = [0, 0];
  fc.assert(
    fc.property(fc.constantFrom(...spells), anyOpening, ({ timeZone, start, walls }, { week, dates }) => {
      const opening = {
        week,
        dates: dates.map(({ place, hours }) => ({
          date: new Date(start + place * 24 * 60 * minuteMs).toISOString().slice(0, 10),
          hours,
        })),
      };
      const seen = walls.map((wall) => isOpenBy(opening, wall));
      const wanted = seen.flatMap((is, minute) =>
        minute > 0 && is !== seen[minute - 1] ? [start + minute * minuteMs] : [],
      );
      const found: number[] = [];
      let next = findNextOpeningChange(opening, timeZone, start);
      while (next !== undefined && next < start + minutes * minuteMs) {
        found.push(next);
        next = findNextOpeningChange(opening, timeZone, next);
      }
      expect(found).toEqual(wanted);
      expect(isOpenAt(opening, timeZone, start)).toBe(seen[0]);
      changes += found.length;
      withDates += Number(dates.length > 0 && found.length > 0);
    }),
    { numRuns: 300 },
  );
  expect(changes).toBeGreaterThan(300);
  expect(withDates).toBeGreaterThan(50);
});

const evenings: ServedHours[] = [{ from: '18:00', to: '02:00' }];
const taipei = 'Asia/Taipei';

test.each([
  ['the evening before a closed date lasts into it', '2026-12-25T01:59+08:00', true],
  ['a closed date has no evening', '2026-12-25T18:00+08:00', false],
  ['nor the night after it', '2026-12-26T01:00+08:00', false],
  ['the next date is open as usual', '2026-12-26T18:00+08:00', true],
])('CX43: %s', (_, when, isOpen) => {
  const opening = { week: evenings, dates: [{ date: '2026-12-25', hours: [] }] };
  expect(isOpenAt(opening, taipei, parseTime(when))).toBe(isOpen);
});

test('CX43: a closure of weeks ends with the first hours after it', () => {
  const createDay = (place: number) =>
    new Date(parseTime('2026-12-01T00:00Z') + place * 86_400_000).toISOString();
  const dates = Array.from({ length: 60 }, (_, place) => ({
    date: createDay(place).slice(0, 10),
    hours: [],
  }));
  const next = findNextOpeningChange({ week: evenings, dates }, taipei, parseTime('2026-12-01T12:00Z'))!;
  expect(new Date(next).toISOString()).toBe('2027-01-30T10:00:00.000Z');
  const sundays = {
    week: [{ days: ['sun' as const], from: '10:00', to: '12:00' }],
    dates: dates.slice(0, 0),
  };
  const closed = Array.from({ length: 60 }, (_, week) => ({
    date: createDay(5 + 7 * week).slice(0, 10),
    hours: [],
  }));
  const late = findNextOpeningChange({ ...sundays, dates: closed }, taipei, parseTime('2026-12-01T12:00Z'))!;
  expect(new Date(late).toISOString()).toBe('2028-01-30T02:00:00.000Z');
});

test('CX43: without hours and dates it is always open; with dates only, on all others', () => {
  expect(isAlwaysOpen({ week: [], dates: [] })).toBe(true);
  expect(
    findNextOpeningChange({ week: [], dates: [] }, taipei, parseTime('2026-12-01T12:00Z')),
  ).toBeUndefined();
  const closed = { week: [], dates: [{ date: '2026-12-25', hours: [] }] };
  expect(isAlwaysOpen(closed)).toBe(false);
  expect(new Date(findNextOpeningChange(closed, taipei, parseTime('2026-12-01T12:00Z'))!).toISOString()).toBe(
    '2026-12-24T16:00:00.000Z',
  );
});

test('CX43: a time in more than a week is shown with its date', () => {
  const now = parseTime('2026-11-25T03:00Z');
  const describeTime = (when: string, language: 'en-US' | 'zh-TW' = 'en-US') =>
    formatOpening(taipei, parseTime(when), { now, language });
  expect(describeTime('2026-11-25T09:00Z')).toBe('5:00 PM');
  expect(describeTime('2026-11-27T09:00Z')).toBe('Fri 5:00 PM');
  expect(describeTime('2026-12-27T09:00Z')).toBe('Dec 27, 5:00 PM');
  expect(describeTime('2026-12-27T09:00Z', 'zh-TW')).toBe('12月27日 下午5:00');
});

test.each([
  ['2026-12-25', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['tomorrow', false],
])('CX43: %s is a date: %s', (text, is) => expect(isDate(text)).toBe(is));
