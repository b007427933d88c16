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
