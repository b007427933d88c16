/**
 * D37: what is asked beyond a pace waits its turn, and is never refused: next is whoever has had least. Who was silent
 * begins where the others are. So names that want everything wait for each other, and a phone hardly for them.
 */
import { waitInQueue } from './wait-in-queue.ts';

export interface FairQueue {
  /**
   * Resolves when this request may go on.
   * @param gone who hangs up waits no longer
   */
  turn(from: From, gone?: AbortSignal): Promise<void>;
  /** How many wait there. */
  waiting(shared: string): number;
  /** What was done for them costs so many requests more. */
  add(from: From, more: number): void;
}

interface From {
  /** Of which there is one pace: a table. */
  readonly shared: string;
  readonly by: string;
}

interface Waiting {
  readonly by: string;
  readonly go: () => void;
}

interface Line {
  /** Requests that went on and that the pace has not made good yet, at this time. */
  debt: number;
  at: number;
  readonly waiting: Waiting[];
  /** A timer of the line is running. */
  isTimed: boolean;
  /** What whoever went last had had before. */
  level: number;
  /** What each has had, on the same scale. */
  readonly had: Map<string, number>;
}

interface Pace {
  readonly perMinute: number;
  /** So many go on at once when nothing was asked for a while. */
  readonly atOnce: number;
  /** What costs much keeps whoever is next waiting for no more than so many requests; default: for all that it costs. */
  readonly longestPause?: number;
}

/** Lines that are remembered before those whose debt is gone are forgotten. */
const manyLines = 1_000;

/** @param now ms, of a clock that is never set back */
export function createFairQueue(
  { perMinute, atOnce, longestPause = Infinity }: Pace,
  now: () => number = () => performance.now(),
): FairQueue {
  const perMs = perMinute / 60_000;
  const lines = new Map<string, Line>();

  const lineOf = (shared: string): Line => {
    const known = lines.get(shared);
    if (known) {
      payOff(known);
      return known;
    }
    if (lines.size >= manyLines) for (const [name, each] of lines) if (isIdle(each)) lines.delete(name);
    const line: Line = { debt: 0, at: now(), waiting: [], isTimed: false, level: 0, had: new Map() };
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
  const take = (line: Line, by: string): void => {
    const had = hadOf(line, by);
    line.debt += 1;
    line.level = Math.max(line.level, had);
    line.had.set(by, had + 1);
  };
  const letGo = (line: Line): void => {
    payOff(line);
    while (line.waiting.length > 0 && line.debt < atOnce) {
      const [next] = line.waiting.splice(nextOf(line), 1);
      take(line, next!.by);
      next!.go();
    }
    if (line.waiting.length > 0) wait(line);
  };
  const wait = (line: Line): void => {
    if (line.isTimed) return;
    line.isTimed = true;
    const then = () => {
      line.isTimed = false;
      letGo(line);
    };
    setTimeout(then, Math.max(1, Math.ceil((line.debt - atOnce) / perMs)));
  };

  return {
    async turn({ shared, by }, gone) {
      const line = lineOf(shared);
      if (line.waiting.length === 0 && line.debt < atOnce) {
        take(line, by);
        return;
      }
      wait(line);
      await waitInQueue(line.waiting, (go) => ({ by, go }), gone);
    },
    waiting: (shared) => lines.get(shared)?.waiting.length ?? 0,
    add({ shared, by }, more) {
      const line = lineOf(shared);
      line.debt = Math.max(line.debt, Math.min(line.debt + more, atOnce + longestPause));
      line.had.set(by, hadOf(line, by) + more);
    },
  };
}

/** Who asks for less than their share is one ahead of all who want more. */
function hadOf({ had, level }: Line, by: string): number {
  return Math.max(level - 1, had.get(by) ?? 0);
}

/** Of those who had as little, the one that came first. */
function nextOf(line: Line): number {
  let [next, least] = [0, Infinity];
  for (const [n, { by }] of line.waiting.entries()) {
    const had = hadOf(line, by);
    if (had < least) [next, least] = [n, had];
  }
  return next;
}
