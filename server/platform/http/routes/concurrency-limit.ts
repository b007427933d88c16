import { budgetRefusal } from './rate-limits.ts';
import { refuseSlowly } from './refuse-slowly.ts';
import { waitInQueue } from './wait-in-queue.ts';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Does `work` when it is the key's turn: what waits begins in a turn of the event loop of its own.
 * @param gone who hangs up while they wait has no turn
 */
export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** D37: of one key; a phone asks for a dozen things at once. */
const mostWaiting = 100;

/**
 * So that nobody's many requests keep somebody else's one waiting. A Refusal 429 where too many wait already.
 * @param most of one key at once
 */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const lines = new Map<string, Line>();
  return async (key, work, gone) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.waiting.length >= mostWaiting) await refuseSlowly(budgetRefusal('waitingOfDiner', 1));
    if (line.running === most) await waitInQueue(line.waiting, (go) => go, gone);
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
