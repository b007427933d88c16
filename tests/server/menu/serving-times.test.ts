/** Serving hours (CX10) against a second implementation that reads the restaurant's clock each minute; and its days (CX29). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHours, hasOverlap, weekdays, type ServedHours } from '#contract/menu-file/hours.ts';
import { isTimeZone } from '#contract/menu-file/time-zone.ts';
import {
  readRestaurantClock,
  findBusinessDay,
  readLocalHour,
  addDays,
  startOfDay,
} from '#server/menu/business-day.ts';
import { isServedAt, findNextServingChange, formatTime } from '#server/menu/serving-times.ts';

const parseTime = (text: string) => Date.parse(text);
const minuteMs = 60_000;
const minutes = 7 * 24 * 60;

/** One week without and several with a change of the clocks: by an hour or half of one, at night or at midnight. */
const weeks = [
  ['Asia/Taipei', '2026-11-24T00:00Z'],
  ['America/New_York', '2026-03-04T00:00Z'],
  ['America/New_York', '2026-10-28T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-01T00:00Z'],
  ['Australia/Lord_Howe', '2026-10-01T00:00Z'],
  ['America/Santiago', '2026-09-02T00:00Z'],
  ['America/Santiago', '2026-04-02T00:00Z'],
  ['Asia/Kathmandu', '2026-11-24T00:00Z'],
].map(([timeZone = '', start = '']) => ({
  timeZone,
  start: parseTime(start),
  walls: listMinutes(timeZone, parseTime(start)),
}));

/** Day and time of each minute of a week. */
function listMinutes(timeZone: string, start: number) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Array.from({ length: minutes }, (_, minute) => {
    const [day = '', time = ''] = format.format(start + minute * minuteMs).split(' ');
    return { day: day.replace(',', '').toLowerCase(), time };
  });
}

type Wall = ReturnType<typeof listMinutes>[number];

/** Written from the text of CX10 alone. */
function isServedBy(hours: readonly ServedHours[], { day, time }: Wall): boolean {
  const before = weekdays[(weekdays.findIndex((each) => each === day) + 6) % 7]!;
  return hours.some(({ days, from, to }) => {
    const isOnDay = (named: string) => !days || days.some((each) => each === named);
    if (from < to) return isOnDay(day) && from <= time && time < to;
    return (isOnDay(day) && from <= time) || (isOnDay(before) && time < to);
  });
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 29, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const span: fc.Arbitrary<ServedHours> = fc
  .tuple(time, time, fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined }))
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
    fc.property(fc.constantFrom(...weeks), anyHours, ({ timeZone, start, walls }, hours) => {
      const seen = walls.map((wall) => isServedBy(hours, wall));
      const wanted = seen.flatMap((is, minute) =>
        minute > 0 && is !== seen[minute - 1] ? [start + minute * minuteMs] : [],
      );
      const found: number[] = [];
      let next = findNextServingChange(hours, timeZone, start);
      while (next !== undefined && next < start + minutes * minuteMs) {
        found.push(next);
        next = findNextServingChange(hours, timeZone, next);
      }
      expect(found).toEqual(wanted);
      expect(isServedAt(hours, timeZone, start)).toBe(seen[0]);
      changes += found.length;
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
