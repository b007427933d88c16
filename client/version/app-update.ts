import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { sessionValue } from '#client/values/web-storage.ts';

/** CL8: ms within which the page is not reloaded twice. */
export const reloadGuardMs = 10_000;
const reloadedAt = 'reloaded-at';
/** How often the build manifest is looked at, ms; also when the phone is taken up again. */
const checkEveryMs = 5 * 60_000;

/** False shortly after a reload that did not help. */
export function canReload(lastReload: number, now: number, guard = reloadGuardMs): boolean {
  return Math.abs(now - lastReload) >= guard;
}

/**
 * D12: once a newer version is out, or a chunk could not be loaded (which mostly means the same), the next navigation
 * reloads. Never in the middle of something.
 */
export function useAppUpdates(): void {
  const { pathname } = useLocation();
  const isStale = useRef(false);
  const shown = useRef(pathname);

  useEffect(() => {
    const note = () => {
      isStale.current = true;
    };
    const ask = async () => {
      if (document.visibilityState === 'visible' && (await isNewVersionOut())) note();
    };
    const askNow = () => void ask();
    const timer = setInterval(askNow, checkEveryMs);
    addEventListener('vite:preloadError', note);
    document.addEventListener('visibilitychange', askNow);
    return () => {
      clearInterval(timer);
      removeEventListener('vite:preloadError', note);
      document.removeEventListener('visibilitychange', askNow);
    };
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isStale.current) reloadOnce();
  }, [pathname]);
}

/**
 * Reloads the page, unless that did not help just now, or there is no network. True: it is about to happen.
 * @param guard ms within which it is not done twice
 */
export function reloadOnce(guard = reloadGuardMs): boolean {
  const now = Date.now();
  if (!navigator.onLine || !canReload(Number(sessionValue.get(reloadedAt) ?? 0), now, guard)) return false;
  sessionValue.set(reloadedAt, String(now));
  location.reload();
  return true;
}

/** True when the server has another build than the one that runs; false also when nobody can tell. */
export async function isNewVersionOut(): Promise<boolean> {
  const id = await fetchNewestBuild();
  return id !== undefined && id !== __BUILD_ID__;
}

/** The id of the server's build; undefined where none can be had. */
export async function fetchNewestBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch('/builds/latest.json', {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
    const { id } = (await answer.json()) as { readonly id?: unknown };
    return answer.ok && typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
