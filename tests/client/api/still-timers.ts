import { vi } from 'vitest';

export interface StillTimers {
  /** Lets `ms` pass for every timer. */
  pass(ms: number): void;
  /** How often something began to wait for `ms`. */
  waits(ms: number): number;
  /** Waits for what sockets bring. */
  until(condition: () => boolean): Promise<void>;
  /** Long enough for what is under way on a local socket. */
  turns(): Promise<void>;
}

/** From now on time-outs stand still until time is let pass; sockets go on. `vi.useRealTimers` ends it. */
export function stillTimers(): StillTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const set = vi.spyOn(globalThis, 'setTimeout');
  return {
    pass: (ms) => void vi.advanceTimersByTime(ms),
    waits: (ms) => set.mock.calls.filter(([, delay]) => delay === ms).length,
    async until(condition) {
      while (!condition()) await socketTurn();
    },
    async turns() {
      for (let n = 0; n < 20; n += 1) await socketTurn();
    },
  };
}

function socketTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
