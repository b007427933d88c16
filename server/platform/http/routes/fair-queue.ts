/**
 * A queue for requests that share a pace, e.g. those of all diners at a table. Requests above the pace wait and are never
 * refused. The next place goes to the diner with the lowest usage, so greedy diners wait for each other.
 *
 *     request ──► debt < atOnce and nobody waits? ──┬── yes ──► goes on, debt + 1
 *                                                   └── no ───► waits
 *     time ─────► debt − elapsed × pace ──► debt < atOnce? ──► the waiting request with the lowest usage goes on
 *
 * Usage counts the requests of one diner. A diner who returns after a pause starts one request below the others' level.
 * So a pause gives a small advantage, and never a large one.
 *
 * Example: at 60 a minute and `atOnce` 1, Eve sends three requests and then Ann one. Eve's first goes on at once, and
 * Ann's is next. Eve's others follow at one a second.
 */
import { waitInQueue } from './wait-in-queue.ts';

export interface FairQueue {
  /**
   * Resolves when the request may go on.
   *
   * @param gone aborted when the caller hangs up, which gives the place to the next request
   */
  waitForTurn(from: From, gone?: AbortSignal): Promise<void>;
  countWaiting(shared: string): number;
  /** Charges a request that turned out to be expensive, as if it had been so many more requests. */
  charge(from: From, more: number): void;
}

interface From {
  /** The key of those who share a pace, e.g. a table. */
  readonly shared: string;
  /** The key of the diner. */
  readonly by: string;
}

interface Waiting {
  readonly by: string;
  readonly go: () => void;
}

interface Line {
  /** The requests that went on and that the pace has not worked off yet, as of `at`. */
  debt: number;
  at: number;
  readonly waiting: Waiting[];
  /** Whether a timer of this line is running. */
  isTimed: boolean;
  /** The highest usage of a diner before a request of theirs went on. */
  level: number;
  /** The usage of each diner. */
  readonly usage: Map<string, number>;
}

interface Pace {
  readonly perMinute: number;
  /** The size of a burst after a pause. */
  readonly atOnce: number;
  /** The maximum wait after an expensive request, in requests of the pace. Default: its whole cost. */
  readonly longestPause?: number;
}

/** From this number of lines on, idle ones are deleted. */
const manyLines = 1_000;

/** @param now a monotonic clock, in ms */
export function createFairQueue(
  { perMinute, atOnce, longestPause = Infinity }: Pace,
  now: () => number = () => performance.now(),
): FairQueue {
  const perMs = perMinute / 60_000;
  const lines = new Map<string, Line>();

  const findLine = (shared: string): Line => {
    const known = lines.get(shared);
    if (known) {
      payOff(known);
      return known;
    }
    if (lines.size >= manyLines) for (const [name, each] of lines) if (isIdle(each)) lines.delete(name);
    const line: Line = { debt: 0, at: now(), waiting: [], isTimed: false, level: 0, usage: new Map() };
    lines.set(shared, line);
    return line;
  };
  const payOff = (line: Line): void => {
    const time = now();
    line.debt = Math.max(0, line.debt - (time - line.at) * perMs);
    line.at = time;
  };
  const isIdle = (line: Line): boolean => {
    payOff(line);
    return line.debt === 0 && line.waiting.length === 0;
  };
  const admit = (line: Line, by: string): void => {
    const usage = getUsage(line, by);
    line.debt += 1;
    line.level = Math.max(line.level, usage);
    line.usage.set(by, usage + 1);
  };
  const admitNext = (line: Line): void => {
    payOff(line);
    while (line.waiting.length > 0 && line.debt < atOnce) {
      const [next] = line.waiting.splice(findNext(line), 1);
      admit(line, next!.by);
      next!.go();
    }
    if (line.waiting.length > 0) startTimer(line);
  };
  const startTimer = (line: Line): void => {
    if (line.isTimed) return;
    line.isTimed = true;
    const onTimer = () => {
      line.isTimed = false;
      admitNext(line);
    };
    setTimeout(onTimer, Math.max(1, Math.ceil((line.debt - atOnce) / perMs)));
  };

  return {
    async waitForTurn({ shared, by }, gone) {
      const line = findLine(shared);
      if (line.waiting.length === 0 && line.debt < atOnce) {
        admit(line, by);
        return;
      }
      startTimer(line);
      await waitInQueue(line.waiting, (go) => ({ by, go }), gone);
    },
    countWaiting: (shared) => lines.get(shared)?.waiting.length ?? 0,
    charge({ shared, by }, more) {
      const line = findLine(shared);
      line.debt = Math.max(line.debt, Math.min(line.debt + more, atOnce + longestPause));
      line.usage.set(by, getUsage(line, by) + more);
    },
  };
}

/** A diner below the others' level counts as one request below it. */
function getUsage({ usage, level }: Line, by: string): number {
  return Math.max(level - 1, usage.get(by) ?? 0);
}

/** Returns the index of the waiting request with the lowest usage. Equal ones go in the order of arrival. */
function findNext(line: Line): number {
  let [next, least] = [0, Infinity];
  for (const [n, { by }] of line.waiting.entries()) {
    const usage = getUsage(line, by);
    if (usage < least) [next, least] = [n, usage];
  }
  return next;
}
