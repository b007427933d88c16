import { vi } from 'vitest';

export interface StillTimers {
  /** Moves all timers by `ms`. */
  pass(ms: number): void;
  /** How many timers of `ms` were started. */
  waits(ms: number): number;
  /** Waits for events of sockets. */
  until(condition: () => boolean): Promise<void>;
  /** Waits long enough for a request on a local socket. */
  turns(): Promise<void>;
}

/** Stops time-outs until the test moves them. Sockets go on. `vi.useRealTimers` ends it. */
export function stopTimers(): StillTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const set = vi.spyOn(globalThis, 'setTimeout');
  return {
    pass: (ms) => void vi.advanceTimersByTime(ms),
    waits: (ms) => set.mock.calls.filter(([, delay]) => delay === ms).length,
    async until(condition) {
      while (!condition()) await waitForSockets();
    },
    async turns() {
      for (let n = 0; n < 20; n += 1) await waitForSockets();
    },
  };
}

function waitForSockets(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
