import { beforeEach, expect, test, vi } from 'vitest';
import type * as Clock from '#client/api/server-clock.ts';

let clock: typeof Clock;
beforeEach(async () => {
  vi.resetModules();
  clock = await import('#client/api/server-clock.ts');
});

const hour = 3_600_000;
const isAbout = (time: number | undefined, expected: number) =>
  time !== undefined && Math.abs(time - expected) < 60_000;

// CB17
test('before the first answer the server’s time is unknown, whatever this phone’s clock shows', () => {
  expect(clock.getServerTime()).toBeUndefined();
  clock.setServerDate(null);
  clock.setServerDate('no date');
  expect(clock.getServerTime()).toBeUndefined();
});

test('the server’s time is that of the header Date, or of our own header', () => {
  clock.setServerDate(new Date(Date.now() - 3 * hour).toUTCString());
  expect(isAbout(clock.getServerTime(), Date.now() - 3 * hour)).toBe(true);
  // The header `Date` does not move the stamps of events.
  expect(isAbout(clock.getCorrectedTime(), Date.now())).toBe(true);
  clock.setServerTime(Date.now() + hour);
  clock.setServerDate(new Date(Date.now() - 3 * hour).toUTCString());
  expect(isAbout(clock.getServerTime(), Date.now() + hour)).toBe(true);
});

test('a server that sends its time is one of ours; another one is not asked for more', async () => {
  clock.setServerDate(null);
  expect(await clock.isEventServer()).toBe(false);
  clock.setServerTime(Date.now());
  expect(await clock.isEventServer()).toBe(true);
});
