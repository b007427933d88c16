/**
 * D35: whoever tries passwords out waits longer and longer for the next look at one, and locks nobody out by it. Counted
 * are the wrong ones of an address block, or of a browser that was logged in before. Each process counts for itself.
 */
import { budgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';

/** Wrong ones that cost nothing: people mistype. */
const free = 5;
/** Between two looks after those, ms; twice as long after each further wrong one. */
const firstPauseMs = 250;
const longestPauseMs = 1_000;
/** Who finds a place waits no longer than this many of the longest pauses. */
const places = 8;
/** After so long without a wrong one all is forgotten, ms. */
const forgottenMs = 15 * 60_000;
/** Whose wrong ones are remembered. */
const most = 10_000;

interface Line {
  /** Not known to be right. */
  wrong: number;
  /** ms; of `now` */
  lastAt: number;
  nextAt: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  go(): void;
  giveWay(): void;
}

export interface LoginTurns {
  /**
   * Resolves when a password may be looked at, at once or after a bounded wait. The line is first come, first served; where
   * more try than have places, a newcomer takes a random one's place, which gets a Refusal 429: whoever floods the line
   * makes it a lottery, never a lock.
   * @returns what is called when the password was right: then it was no try
   */
  wait(key: string): Promise<() => void>;
}

/** @param now ms, never goes back */
export function createLoginTurns(random: Random, now: () => number = () => performance.now()): LoginTurns {
  const lines = new Map<string, Line>();

  const lineOf = (key: string): Line => {
    const known = lines.get(key);
    const isOver = known && known.waiting.length === 0 && now() - known.lastAt > forgottenMs;
    const line = known && !isOver ? known : { wrong: 0, lastAt: now(), nextAt: 0, waiting: [] };
    keepNewest(lines, key, line, most);
    return line;
  };
  /** Counted before it is known, or many at once would all be the first. */
  const look = (line: Line): (() => void) => {
    line.wrong += 1;
    line.lastAt = now();
    line.nextAt = now() + pauseAfter(line.wrong);
    return () => void (line.wrong -= 1);
  };
  const wake = (line: Line): void => {
    const pause = setTimeout(
      () => {
        line.waiting.shift()?.go();
        if (line.waiting.length > 0) wake(line);
      },
      Math.max(0, line.nextAt - now()),
    );
    // A server that stops waits for those who ask, not for the clock.
    pause.unref?.();
  };

  return {
    wait: (key) => {
      const line = lineOf(key);
      if (line.waiting.length === 0 && now() >= line.nextAt) return Promise.resolve(look(line));
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          go: () => resolve(look(line)),
          giveWay: () => reject(budgetRefusal('passwordsOfAddress', Math.ceil(longestPauseMs / 1000))),
        };
        if (line.waiting.length >= places) {
          const [other] = line.waiting.splice(random.int(places), 1, waiting);
          other?.giveWay();
          return;
        }
        line.waiting.push(waiting);
        if (line.waiting.length === 1) wake(line);
      });
    },
  };
}

/** ms */
function pauseAfter(wrong: number): number {
  return wrong <= free ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (wrong - free - 1));
}
