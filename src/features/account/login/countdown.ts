import { useSyncExternalStore } from 'react';

/** CL3: ms until another code can be asked for. */
const countdownMs = 60_000;

/** Whole seconds until another code can be asked for, 0 to 60. */
export function secondsLeft(askedAt: number | undefined, now: number): number {
  // A clock that was set back says nothing; the server still counts.
  if (askedAt === undefined || now < askedAt) return 0;
  return Math.max(0, Math.ceil((askedAt + countdownMs - now) / 1_000));
}

/** The same, followed second by second. */
export function useCountdown(askedAt: number | undefined): number {
  return useSyncExternalStore(everySecond, () => secondsLeft(askedAt, Date.now()));
}

function everySecond(notify: () => void): () => void {
  const timer = setInterval(notify, 1_000);
  return () => clearInterval(timer);
}
