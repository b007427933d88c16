/**
 * Delays login attempts, so that guessing passwords is slow, but nobody is locked out. Wrong attempts are counted per
 * address block, or per known device. Each server has lines of its own. With a broker they share one check a second.
 *
 *     attempt ─► line empty and pause over? ──yes──► check
 *                    │ no
 *                    ▼
 *                line with `places` ──► one check after each pause
 *                    │ full: the newcomer replaces a random one, which gets a Refusal 429
 *
 * Example: a script sends a thousand passwords. After five wrong ones each check waits 250 ms, then 500 ms, then 1 s. The
 * owner behind the same address competes for one of eight places, and gets in after a few attempts.
 */
import { createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import type { Limiter, LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import type { Refusal } from '#server/platform/http/routes/route.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';

/** Wrong attempts without a pause, because people mistype. */
const free = 5;
/** The pause after those, ms. It doubles after each further wrong attempt. */
const firstPauseMs = 250;
const longestPauseMs = 1_000;
/** Attempts that wait in one line. An attempt waits at most this many of the longest pauses. */
const places = 8;
/** After this time without a wrong attempt the count starts again, ms. */
const forgottenMs = 15 * 60_000;
/** Lines in memory. */
const most = 10_000;

interface Line {
  /** Attempts that were wrong or are not checked yet. */
  wrong: number;
  /** On the clock `now`, ms. */
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
   * Resolves when a password may be checked, after a bounded time. Rejects with a Refusal 429 if the line was full and a
   * newcomer took this place. The random choice means that an attacker who floods the line cannot lock others out.
   * @returns a function to call after a correct password, so that the attempt does not count
   */
  wait(key: string): Promise<() => void>;
}

/** @param now a clock that never goes back, ms */
export function createLoginTurns(
  { random, limiters }: LimiterDeps & { readonly random: Random },
  now: () => number = () => performance.now(),
): LoginTurns {
  const ofServer = createTurnsOfServer(random, now);
  if (!limiters.areShared) return ofServer;
  const attempts = limiters.create('wrongPasswords', free, forgottenMs / 1_000);
  const checks = limiters.create('passwordChecks', 1, longestPauseMs / 1_000);
  return {
    async wait(key) {
      const forget = await ofServer.wait(key);
      const { consumedPoints: wrong } = await attempts.penalty(key);
      if (wrong > free) await waitForCheck(checks, key);
      return () => {
        forget();
        attempts.reward(key).catch(() => undefined);
      };
    },
  };
}

/** Resolves when no server has checked a password for this key in the last second. */
async function waitForCheck(checks: Limiter, key: string): Promise<void> {
  for (let tries = 0; tries < places; tries += 1) {
    const { consumedPoints, msBeforeNext } = await checks.penalty(key);
    if (consumedPoints <= 1) return;
    await new Promise<void>((resolve) => setTimeout(resolve, msBeforeNext).unref());
  }
  throw createLoginRefusal();
}

function createLoginRefusal(): Refusal {
  return createBudgetRefusal('passwordsOfAddress', Math.ceil(longestPauseMs / 1000));
}

function createTurnsOfServer(random: Random, now: () => number): LoginTurns {
  const lines = new Map<string, Line>();

  const lineOf = (key: string): Line => {
    const known = lines.get(key);
    const isOver = known && known.waiting.length === 0 && now() - known.lastAt > forgottenMs;
    const line = known && !isOver ? known : { wrong: 0, lastAt: now(), nextAt: 0, waiting: [] };
    keepNewest(lines, key, line, most);
    return line;
  };
  /** Counts an attempt before it is checked. Otherwise parallel attempts would all count as the first. */
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
    // The timer must not keep a stopping server alive.
    pause.unref?.();
  };

  return {
    wait: (key) => {
      const line = lineOf(key);
      if (line.waiting.length === 0 && now() >= line.nextAt) return Promise.resolve(look(line));
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          go: () => resolve(look(line)),
          giveWay: () => reject(createLoginRefusal()),
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
