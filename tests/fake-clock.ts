/** A clock that stands still until a test moves it. It starts at the real time. */
export interface FakeClock {
  now(): number;
  advance(ms: number): void;
}

export function createFakeClock(start = Date.now()): FakeClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** A clock that starts at noon of today (UTC), so that no test crosses the end of a business day, which is at four. */
export function createNoonClock(): FakeClock {
  return createFakeClock(new Date().setUTCHours(12, 0, 0, 0));
}
