import { expect, test } from 'vitest';
import { toUtc } from '#contract/menu-file/time-zone.ts';

test.each([
  ['2026-11-25T10:30', 'Asia/Taipei', '2026-11-25T02:30:00Z'],
  ['2026-11-25T10:30', 'America/Los_Angeles', '2026-11-25T18:30:00Z'],
  ['2026-07-01T23:45', 'Australia/Lord_Howe', '2026-07-01T13:15:00Z'],
  // This hour comes twice.
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
])('a clock shows %s in %s at %s', (local, zone, moment) => {
  expect(new Date(toUtc(local, zone)).toISOString()).toBe(moment.replace('Z', '.000Z'));
});

test('a skipped hour, and an invalid time', () => {
  const left = toUtc('2026-03-08T02:30', 'America/New_York');
  expect(Math.abs(left - Date.parse('2026-03-08T07:00:00Z'))).toBeLessThanOrEqual(1_800_000);
  expect(toUtc('', 'America/New_York')).toBeNaN();
});
