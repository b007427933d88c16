import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { sessionValue } from '#src/api/web-storage.ts';

/** Section 9: ms within which the page is not reloaded twice. */
export const reloadGuard = 10_000;
const reloadedAt = 'reloaded-at';

/** False shortly after a reload that did not help. */
export function mayReload(lastReload: number, now: number): boolean {
  return Math.abs(now - lastReload) >= reloadGuard;
}

/** D12: once a chunk could not be loaded (most often a newer version is out), the next navigation reloads. */
export function useReloadAfterStaleChunk(): void {
  const { pathname } = useLocation();
  const isStale = useRef(false);
  const shown = useRef(pathname);

  useEffect(() => {
    const note = () => {
      isStale.current = true;
    };
    addEventListener('vite:preloadError', note);
    return () => removeEventListener('vite:preloadError', note);
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const now = Date.now();
    if (!isStale.current || !navigator.onLine || !mayReload(Number(sessionValue.get(reloadedAt) ?? 0), now))
      return;
    sessionValue.set(reloadedAt, String(now));
    location.reload();
  }, [pathname]);
}
