/** Serving hours (CX10) against a second implementation that reads the restaurant's clock each minute; and its days (CX29). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHours, hasOverlap, type ServedHours } from '#contract/menu-file/hours.ts';
import { isTimeZone } from '#contract/menu-file/time-zone.ts';
import {
  readRestaurantClock,
  findBusinessDay,
  readLocalHour,
  addDays,
  startOfDay,
} from '#server/menu/business-day.ts';
import { isServedAt, findNextServingChange, formatTime } from '#server/menu/serving-times.ts';
import {
  anyTime,
  anyWeekdays,
  expectChanges,
  getWeekday,
  listSpells,
  parseTime,
  type Wall,
} from './wall-clocks.ts';

const weeks = listSpells(7);

/** Written from the text of CX10 alone. */
function isServedBy(hours: readonly ServedHours[], { date, before, time }: Wall): boolean {
  return hours.some(({ days, from, to }) => {
    const isOnDay = (of: string) => !days || days.includes(getWeekday(of));
    if (from < to) return isOnDay(date) && from <= time && time < to;
    return (isOnDay(date) && from <= time) || (isOnDay(before) && time < to);
  });
}

const span: fc.Arbitrary<ServedHours> = fc
  .tuple(anyTime, anyTime, anyWeekdays)
  .filter(([from, to]) => from !== to)
  .map(([from, to, days]) => normaliseHours({ ...(days && { days }), from, to }));
const anyHours = fc.array(span, { minLength: 1, maxLength: 3 });

test('from midnight to 24:00 is the whole day', () => {
  const hours = [normaliseHours({ days: ['sat'], from: '00:00', to: '24:00' })];
  const isServed = (minute: string) => isServedAt(hours, 'Asia/Taipei', parseTime(`${minute}+08:00`));
  const minutesOfSaturday = ['2026-11-28T00:00', '2026-11-28T12:00', '2026-11-28T23:59'];
  expect(minutesOfSaturday.map(isServed)).toEqual([true, true, true]);
  expect(['2026-11-27T23:59', '2026-11-29T00:00'].map(isServed)).toEqual([false, false]);
});

test('every change in a week is found, and no other, also when clocks change', () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.constantFrom(...weeks), anyHours, (week, hours) => {
      const { timeZone, start, walls } = week;
      changes += expectChanges(
        week,
        (wall) => isServedBy(hours, wall),
        (after) => findNextServingChange(hours, timeZone, after),
      );
      expect(isServedAt(hours, timeZone, start)).toBe(isServedBy(hours, walls[0]!));
    }),
    { numRuns: 400 },
  );
  expect(changes).toBeGreaterThan(400);
});

test('two spans overlap if a week has a minute of both', () => {
  const [{ walls }] = weeks as [(typeof weeks)[number]];
  let crossing = 0;
  fc.assert(
    fc.property(span, span, (one, other) => {
      const isBoth = walls.some((wall) => isServedBy([one], wall) && isServedBy([other], wall));
      expect(hasOverlap(one, other)).toBe(isBoth);
      crossing += Number(isBoth);
    }),
    { numRuns: 400 },
  );
  expect(crossing).toBeGreaterThan(40);
});

test('an hour that the clock skips one night comes the week after', () => {
  const skipped: ServedHours[] = [{ days: ['sun'], from: '02:15', to: '02:45' }];
  const next = findNextServingChange(skipped, 'America/New_York', parseTime('2026-03-08T06:00Z'))!;
  expect(new Date(next).toISOString()).toBe('2026-03-15T06:15:00.000Z');
});

test('a section that is always served never changes', () => {
  const whole = [
    { from: '07:00', to: '19:00' },
    { from: '19:00', to: '07:00' },
  ];
  expect(findNextServingChange(whole, 'Asia/Taipei', parseTime('2026-11-25T03:00Z'))).toBeUndefined();
});

test('a time is shown with its day if it is more than a day away', () => {
  const now = parseTime('2026-11-25T03:00Z');
  const describeTime = (when: string, language: 'en-US' | 'zh-TW' = 'en-US') =>
    formatTime('Asia/Taipei', parseTime(when), { now, language });
  expect(describeTime('2026-11-26T03:00Z')).toBe('11:00 AM');
  expect(describeTime('2026-11-26T03:01Z')).toBe('Thu 11:01 AM');
  expect(describeTime('2026-11-27T09:00Z', 'zh-TW')).toBe('週五 下午5:00');
});

const taipei = { timeZone: 'Asia/Taipei', dayEndsAt: 4 };
const newYork = { timeZone: 'America/New_York', dayEndsAt: 2 };

test('CX29: an order after midnight belongs to the evening before', () => {
  expect(findBusinessDay(taipei, parseTime('2026-11-24T19:59:59Z'))).toBe('2026-11-24');
  expect(findBusinessDay(taipei, parseTime('2026-11-24T20:00:00Z'))).toBe('2026-11-25');
  expect(new Date(startOfDay(taipei, '2026-11-25')).toISOString()).toBe('2026-11-24T20:00:00.000Z');
  expect(readLocalHour(taipei, parseTime('2026-11-24T20:30:00Z'))).toBe(4);
});

test('a day with a clock change has 23 or 25 hours', () => {
  const countHours = (day: string) =>
    (startOfDay(newYork, addDays(day)) - startOfDay(newYork, day)) / 3_600_000;
  expect(['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'].map(countHours)).toEqual([24, 23, 25, 24]);
  // That morning has no 02:00, so the day begins at 03:00.
  expect(new Date(startOfDay(newYork, '2026-03-08')).toISOString()).toBe('2026-03-08T07:00:00.000Z');
});

test('a day lasts from its beginning to the next one’s, in every zone', () => {
  const zones = [...weeks.map(({ timeZone: zone }) => zone), 'UTC', 'Pacific/Apia'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 3, max: 12 }),
      fc.integer({ min: parseTime('2020-01-01T00:00Z'), max: parseTime('2035-01-01T00:00Z') }),
      (timeZone, dayEndsAt, moment) => {
        const clock = { timeZone, dayEndsAt };
        const day = findBusinessDay(clock, moment);
        expect(startOfDay(clock, day)).toBeLessThanOrEqual(moment);
        expect(startOfDay(clock, addDays(day))).toBeGreaterThan(moment);
        expect(findBusinessDay(clock, startOfDay(clock, day))).toBe(day);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('without settings the day is that of the machine, and ends at four', () => {
  expect(readRestaurantClock({})).toEqual({
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayEndsAt: 4,
  });
  expect(['Asia/Taipei', 'Middle/Earth', ''].map(isTimeZone)).toEqual([true, false, false]);
});
