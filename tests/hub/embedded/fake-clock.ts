/** A clock that stands still until it is told otherwise. */
export interface FakeClock {
  readonly now: () => number;
  readonly advance: (ms: number) => void;
}

/** Starts at the real time, because the server SDK stamps its tokens with that. */
export function createFakeClock(): FakeClock {
  let time = Date.now();
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
  };
}
