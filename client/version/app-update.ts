/**
 * Brings a newer version of the app into a running page. A page is stale when the server has another build, or when a chunk
 * could not be loaded, which usually means the same. A stale page reloads at its next navigation, never within a page, and
 * not twice within `reloadGuardMs`.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { sessionValue } from '#client/values/web-storage.ts';

/** The page is not reloaded twice within this time, ms. The contract sets it. */
export const reloadGuardMs = 10_000;
const reloadedAt = 'reloaded-at';
/** Interval between two checks for a newer build, ms. Another check follows when the page becomes visible. */
const checkEveryMs = 5 * 60_000;

/** False shortly after the last reload, which did not help then. */
export function canReload(lastReload: number, now: number, guard = reloadGuardMs): boolean {
  return Math.abs(now - lastReload) >= guard;
}

/** Reloads a stale page at its next navigation. Each app uses it once. */
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
 * Reloads the page, unless it was just reloaded or there is no network.
 * @param guard the page is not reloaded twice within this time, ms
 * @returns whether the page is about to reload
 */
export function reloadOnce(guard = reloadGuardMs): boolean {
  const now = Date.now();
  if (!navigator.onLine || !canReload(Number(sessionValue.get(reloadedAt) ?? 0), now, guard)) return false;
  sessionValue.set(reloadedAt, String(now));
  location.reload();
  return true;
}

/** Whether the server has another build than this page. False if the server does not answer. */
export async function isNewVersionOut(): Promise<boolean> {
  const id = await fetchNewestBuild();
  return id !== undefined && id !== __BUILD_ID__;
}

/** Returns the id of the server's build, or undefined if the server does not answer. */
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
