/** D62: a restaurant's own day. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTimeZone } from '#contract/menu-file/time-zone.ts';
import { clockOf, dayOf, hourOf, nextDay, startOfDay } from '#server/menu/business-day.ts';

const taipei = { timeZone: 'Asia/Taipei', dayEndsAt: 4 };
const newYork = { timeZone: 'America/New_York', dayEndsAt: 2 };
const at = (text: string) => Date.parse(text);

test('what is ordered after midnight belongs to the evening before (D62)', () => {
  expect(dayOf(taipei, at('2026-11-24T19:59:59Z'))).toBe('2026-11-24');
  expect(dayOf(taipei, at('2026-11-24T20:00:00Z'))).toBe('2026-11-25');
  expect(new Date(startOfDay(taipei, '2026-11-25')).toISOString()).toBe('2026-11-24T20:00:00.000Z');
  expect(hourOf(taipei, at('2026-11-24T20:30:00Z'))).toBe(4);
});

test('where clocks are put forward and back, a day has 23 and 25 hours', () => {
  const hours = (day: string) => (startOfDay(newYork, nextDay(day)) - startOfDay(newYork, day)) / 3_600_000;
  expect(['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'].map(hours)).toEqual([24, 23, 25, 24]);
  // 02:00 is no hour of that morning: the day goes on at 03:00.
  expect(new Date(startOfDay(newYork, '2026-03-08')).toISOString()).toBe('2026-03-08T07:00:00.000Z');
});

test('a day is what lies between its beginning and the next one’s, in every zone', () => {
  const zones = [
    'Asia/Taipei',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
    'Pacific/Apia',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 3, max: 12 }),
      fc.integer({ min: at('2020-01-01T00:00Z'), max: at('2035-01-01T00:00Z') }),
      (timeZone, dayEndsAt, moment) => {
        const clock = { timeZone, dayEndsAt };
        const day = dayOf(clock, moment);
        expect(startOfDay(clock, day)).toBeLessThanOrEqual(moment);
        expect(startOfDay(clock, nextDay(day))).toBeGreaterThan(moment);
        expect(dayOf(clock, startOfDay(clock, day))).toBe(day);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('without settings the day is that of the machine, and ends at four', () => {
  expect(clockOf({})).toEqual({
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayEndsAt: 4,
  });
  expect(['Asia/Taipei', 'Middle/Earth', ''].map(isTimeZone)).toEqual([true, false, false]);
});
