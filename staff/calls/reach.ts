/**
 * Whether the server can be reached. The group's connection may hang for half a minute before that shows, and a tap would
 * wait as long. So the server is asked for a sign of life every few seconds while somebody looks at the page, and at once
 * when a request had no answer. Two misses in a row, or a browser without a network, mean that it cannot be reached.
 */
import { ApiError } from '#client/api/api-error.ts';
import { useValue, valueOf } from '#client/values/value.ts';

const everyMs = 3_000;
/** An answer takes no longer, ms: it costs the server nothing. */
const patienceMs = 2_000;

const reachable = valueOf(true);
let looking: Promise<void> | undefined;

export function useReachable(): boolean {
  return useValue(reachable);
}

/** Called before each change: it fails at once where it would wait for nothing. */
export function requireReach(): void {
  if (!reachable.value) throw new ApiError({ kind: 'network', reason: 'unreachable' });
}

/** True for a failure that means: nothing was changed, for there is no connection. */
export function isOutOfReach(error: Error): boolean {
  return error instanceof ApiError && error.failure.kind === 'network' && !reachable.value;
}

/** Asks now, and every few seconds while somebody looks. @returns what ends it */
export function watchReach(): () => void {
  const lookIfShown = () => {
    if (document.visibilityState === 'visible') void look();
  };
  const lost = () => tell(false);
  const timer = setInterval(lookIfShown, everyMs);
  addEventListener('offline', lost);
  addEventListener('online', lookIfShown);
  document.addEventListener('visibilitychange', lookIfShown);
  return () => {
    clearInterval(timer);
    removeEventListener('offline', lost);
    removeEventListener('online', lookIfShown);
    document.removeEventListener('visibilitychange', lookIfShown);
  };
}

/** Calls each time that the server is back. @returns what ends it */
export function onReachAgain(call: () => void): () => void {
  return reachable.subscribe((is) => {
    if (is) call();
  });
}

/** A request had no answer: the next one waits for nothing, if the server is gone. */
export function noteFailure(error: unknown): void {
  if (error instanceof ApiError && error.failure.kind === 'network') void look();
}

function look(): Promise<void> {
  looking ??= (async () => {
    tell(navigator.onLine && ((await answers()) || (await answers())));
  })().finally(() => (looking = undefined));
  return looking;
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    // A gateway speaks for a server that is down.
    return status < 500;
  } catch {
    return false;
  }
}

function tell(is: boolean): void {
  if (reachable.value !== is) reachable.next(is);
}
