import { useSyncExternalStore } from 'react';

/** The time between two requests for a code, ms (CL3). */
const countdownMs = 60_000;

/**
 * Whole seconds until another code can be requested, 0 to 60.
 * @param askedAt the last request, ms since 1970. undefined if there was none.
 */
export function countSecondsLeft(askedAt: number | undefined, now: number): number {
  // If the phone's clock was set back, only the server enforces the time.
  if (askedAt === undefined || now < askedAt) return 0;
  return Math.max(0, Math.ceil((askedAt + countdownMs - now) / 1_000));
}

/** Like `countSecondsLeft`, updated every second. */
export function useCountdown(askedAt: number | undefined): number {
  return useSyncExternalStore(notifyEverySecond, () => countSecondsLeft(askedAt, Date.now()));
}

function notifyEverySecond(notify: () => void): () => void {
  const timer = setInterval(notify, 1_000);
  return () => clearInterval(timer);
}
