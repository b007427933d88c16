/** D65: when something is served, against a second reading: the restaurant's clock on the wall, looked at each minute. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHours, overlap, weekdays, type ServedHours } from '#contract/menu-file/hours.ts';
import { isServedAt, nextChange, timeText } from '#server/menu/clock-of-week.ts';

const at = (text: string) => Date.parse(text);
const minuteMs = 60_000;
const minutes = 7 * 24 * 60;

/** Weeks in which clocks are put forward or back, by an hour or half of one, by day or at midnight, and one in which they are not. */
const weeks = [
  ['Asia/Taipei', '2026-11-24T00:00Z'],
  ['America/New_York', '2026-03-04T00:00Z'],
  ['America/New_York', '2026-10-28T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-01T00:00Z'],
  ['Australia/Lord_Howe', '2026-10-01T00:00Z'],
  ['America/Santiago', '2026-09-02T00:00Z'],
  ['America/Santiago', '2026-04-02T00:00Z'],
  ['Asia/Kathmandu', '2026-11-24T00:00Z'],
].map(([timeZone = '', start = '']) => ({ timeZone, start: at(start), walls: wallsOf(timeZone, at(start)) }));

/** What somebody reads off the clock each minute. */
function wallsOf(timeZone: string, start: number) {
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

type Wall = ReturnType<typeof wallsOf>[number];

/** Written from the sentence of D65 alone. */
function isServedBy(hours: readonly ServedHours[], { day, time }: Wall): boolean {
  const before = weekdays[(weekdays.findIndex((each) => each === day) + 6) % 7]!;
  return hours.some(({ days, from, to }) => {
    const begins = (named: string) => !days || days.some((each) => each === named);
    if (from < to) return begins(day) && from <= time && time < to;
    return (begins(day) && from <= time) || (begins(before) && time < to);
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
  const served = (minute: string) => isServedAt(hours, 'Asia/Taipei', at(`${minute}+08:00`));
  const minutesOfSaturday = ['2026-11-28T00:00', '2026-11-28T12:00', '2026-11-28T23:59'];
  expect(minutesOfSaturday.map(served)).toEqual([true, true, true]);
  expect(['2026-11-27T23:59', '2026-11-29T00:00'].map(served)).toEqual([false, false]);
});

test('every change of a week is found, and none that is none, however clocks are put', () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.constantFrom(...weeks), anyHours, ({ timeZone, start, walls }, hours) => {
      const seen = walls.map((wall) => isServedBy(hours, wall));
      const wanted = seen.flatMap((is, minute) =>
        minute > 0 && is !== seen[minute - 1] ? [start + minute * minuteMs] : [],
      );
      const found: number[] = [];
      let next = nextChange(hours, timeZone, start);
      while (next !== undefined && next < start + minutes * minuteMs) {
        found.push(next);
        next = nextChange(hours, timeZone, next);
      }
      expect(found).toEqual(wanted);
      expect(isServedAt(hours, timeZone, start)).toBe(seen[0]);
      changes += found.length;
    }),
    { numRuns: 400 },
  );
  expect(changes).toBeGreaterThan(400);
});

test('two spans cross where a week has a minute of both', () => {
  const [{ walls }] = weeks as [(typeof weeks)[number]];
  let crossing = 0;
  fc.assert(
    fc.property(span, span, (one, other) => {
      const isBoth = walls.some((wall) => isServedBy([one], wall) && isServedBy([other], wall));
      expect(overlap(one, other)).toBe(isBoth);
      crossing += Number(isBoth);
    }),
    { numRuns: 400 },
  );
  expect(crossing).toBeGreaterThan(40);
});

test('breakfast where the clock is put forward within it: it ends by the clock on the wall', () => {
  const early = [{ from: '01:30', to: '03:30' }];
  const night = at('2026-03-08T06:00Z');
  expect(new Date(nextChange(early, 'America/New_York', night)!).toISOString()).toBe(
    '2026-03-08T06:30:00.000Z',
  );
  // 02:00 to 03:00 is no hour of that night.
  expect(new Date(nextChange(early, 'America/New_York', at('2026-03-08T06:30Z'))!).toISOString()).toBe(
    '2026-03-08T07:30:00.000Z',
  );
  // An hour that no clock shows that night comes the week after.
  const skipped: ServedHours[] = [{ days: ['sun'], from: '02:15', to: '02:45' }];
  expect(new Date(nextChange(skipped, 'America/New_York', night)!).toISOString()).toBe(
    '2026-03-15T06:15:00.000Z',
  );
});

test('what is always served never changes', () => {
  const whole = [
    { from: '07:00', to: '19:00' },
    { from: '19:00', to: '07:00' },
  ];
  expect(nextChange(whole, 'Asia/Taipei', at('2026-11-25T03:00Z'))).toBeUndefined();
});

test('a time is said with its day where it is further away than one', () => {
  const now = at('2026-11-25T03:00Z');
  const text = (when: string, language: 'en-US' | 'zh-TW' = 'en-US') =>
    timeText('Asia/Taipei', at(when), { now, language });
  expect(text('2026-11-26T03:00Z')).toBe('11:00');
  expect(text('2026-11-26T03:01Z')).toBe('Thu 11:01');
  expect(text('2026-11-27T09:00Z', 'zh-TW')).toBe('週五 17:00');
});
