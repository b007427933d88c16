/**
 * Detects whether the server can be reached. A broken real-time connection may go unnoticed for half a minute, and a
 * tap would wait as long. Therefore the page sends a health check every few seconds while it is visible, and at once
 * after a request without an answer. The server counts as unreachable after two failed checks in a row, or if the
 * browser is offline.
 */
import { ApiError } from '#client/api/api-error.ts';
import { useValue, createValue } from '#client/values/value.ts';

/** Together with two checks at their limit, the page shows a lost connection within five seconds. */
const everyMs = 2_500;
/** The time limit of a health check, ms. */
const patienceMs = 1_200;

const reachable = createValue(true);
let looking: Promise<void> | undefined;

export function useReachable(): boolean {
  return useValue(reachable);
}

/** Runs before each mutation. Throws at once if the server cannot be reached, instead of waiting. */
export function requireReach(): void {
  if (!reachable.value) throw new ApiError({ kind: 'network', reason: 'unreachable' });
}

/** True if the call failed because there was no connection, so that nothing was changed. */
export function isOutOfReach(error: Error): boolean {
  return error instanceof ApiError && error.failure.kind === 'network' && !reachable.value;
}

/** Starts the health checks. @returns a function that stops them */
export function watchReach(): () => void {
  const lookIfShown = () => {
    if (document.visibilityState === 'visible') void look();
  };
  const handleOffline = () => tell(false);
  const timer = setInterval(lookIfShown, everyMs);
  addEventListener('offline', handleOffline);
  addEventListener('online', lookIfShown);
  document.addEventListener('visibilitychange', lookIfShown);
  return () => {
    clearInterval(timer);
    removeEventListener('offline', handleOffline);
    removeEventListener('online', lookIfShown);
    document.removeEventListener('visibilitychange', lookIfShown);
  };
}

/** Calls back with each change, and at once. @returns a function that unsubscribes */
export function watchReachable(listener: (isReachable: boolean) => void): () => void {
  listener(reachable.value);
  return reachable.subscribe(listener);
}

/** Calls back each time the server can be reached again. @returns a function that unsubscribes */
export function runWhenReachable(call: () => void): () => void {
  return reachable.subscribe((is) => {
    if (is) call();
  });
}

/** Checks the server at once after a request without an answer. */
export function reportFailure(error: unknown): void {
  if (error instanceof ApiError && error.failure.kind === 'network') void look();
}

function look(): Promise<void> {
  looking ??= (async () => {
    tell(navigator.onLine && ((await checkHealth()) || (await checkHealth())));
  })().finally(() => (looking = undefined));
  return looking;
}

async function checkHealth(): Promise<boolean> {
  try {
    const { status } = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    // A 5xx status may come from a gateway in front of a server that is down.
    return status < 500;
  } catch {
    return false;
  }
}

function tell(is: boolean): void {
  if (reachable.value !== is) reachable.next(is);
}
