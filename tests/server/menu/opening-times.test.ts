/** Opening hours (CX43) against a second implementation that reads the restaurant's clock each minute. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHours, type ServedHours } from '#contract/menu-file/hours.ts';
import { isDate, type DateSpan, type Opening } from '#contract/menu-file/opening.ts';
import { findNextOpeningChange, formatOpening, isAlwaysOpen, isOpenAt } from '#server/menu/opening-times.ts';
import {
  addDays,
  anyTime,
  anyWeekdays,
  expectChanges,
  getWeekday,
  listSpells,
  parseTime,
  type Wall,
} from './wall-clocks.ts';

const days = 8;
const spells = listSpells(days);

/** Written from the text of CX43 alone. */
function isOpenBy({ week, dates }: Opening, { date, before, time }: Wall) {
  const listSpans = (of: string): readonly DateSpan[] => {
    const other = dates.find((each) => each.date === of);
    if (other) return other.hours;
    if (week.length === 0) return [{ from: '00:00', to: '00:00' }];
    return week.filter((hours) => !hours.days || hours.days.includes(getWeekday(of)));
  };
  const today = listSpans(date).some(({ from, to }) => from <= time && (time < to || to <= from));
  return today || listSpans(before).some(({ from, to }) => to <= from && time < to);
}

const dateSpan: fc.Arbitrary<DateSpan> = fc
  .record({ from: anyTime, to: anyTime })
  .filter(({ from, to }) => from !== to || from === '00:00');
const span: fc.Arbitrary<ServedHours> = fc
  .tuple(dateSpan, anyWeekdays)
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
    fc.property(fc.constantFrom(...spells), anyOpening, (spell, { week, dates }) => {
      const { timeZone, start, walls } = spell;
      const first = new Date(start).toISOString().slice(0, 10);
      const opening = {
        week,
        dates: dates.map(({ place, hours }) => ({ date: addDays(first, place), hours })),
      };
      const found = expectChanges(
        spell,
        (wall) => isOpenBy(opening, wall),
        (after) => findNextOpeningChange(opening, timeZone, after),
      );
      expect(isOpenAt(opening, timeZone, start)).toBe(isOpenBy(opening, walls[0]!));
      changes += found;
      withDates += Number(dates.length > 0 && found > 0);
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
  const createDates = (first: string, step: number) =>
    Array.from({ length: 60 }, (_, place) => ({ date: addDays(first, place * step), hours: [] }));
  const dates = createDates('2026-12-01', 1);
  const next = findNextOpeningChange({ week: evenings, dates }, taipei, parseTime('2026-12-01T12:00Z'))!;
  expect(new Date(next).toISOString()).toBe('2027-01-30T10:00:00.000Z');
  const sundays = {
    week: [{ days: ['sun' as const], from: '10:00', to: '12:00' }],
    dates: createDates('2026-12-06', 7),
  };
  const late = findNextOpeningChange(sundays, taipei, parseTime('2026-12-01T12:00Z'))!;
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
