import { createBudgetRefusal } from './rate-limits.ts';
import { refuseSlowly } from './refuse-slowly.ts';
import { waitInQueue } from './wait-in-queue.ts';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs `work` when a place of the key is free. Work that had to wait starts in its own turn of the event loop.
 *
 * @param gone aborted when the caller hangs up. Then the work does not start, and the call rejects.
 */
export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** The maximum number of waiting requests of one key. An honest phone sends about a dozen at once. */
const mostWaiting = 100;

/**
 * Limits how much work of one key runs at once, so that one diner's many requests do not delay another diner's single
 * request. Throws a Refusal 429 if too many requests of the key wait.
 *
 * @param max how much work of one key may run at once
 */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const lines = new Map<string, Line>();
  return async (key, work, gone) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.waiting.length >= mostWaiting) await refuseSlowly(createBudgetRefusal('waitingOfDiner', 1));
    if (line.running === max) await waitInQueue(line.waiting, (go) => go, gone);
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) setImmediate(next);
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}
