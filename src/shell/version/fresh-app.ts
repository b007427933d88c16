import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { firstPageStands } from '#src/kit/navigation/first-page.ts';
import { sessionValue } from '#src/kit/storage/web-storage.ts';

/** CL8: ms within which the page is not reloaded twice. */
export const reloadGuard = 10_000;
const reloadedAt = 'reloaded-at';

/** False shortly after a reload that did not help. */
export function mayReload(lastReload: number, now: number): boolean {
  return Math.abs(now - lastReload) >= reloadGuard;
}

/**
 * D12: once a newer version is out, or a chunk could not be loaded (which mostly means the same), the next navigation
 * reloads. Never in the middle of something.
 */
export function useFreshApp(): void {
  const { pathname } = useLocation();
  const isStale = useRef(false);
  const shown = useRef(pathname);

  useEffect(() => {
    const note = () => {
      isStale.current = true;
    };
    let left = false;
    let stop = () => {};
    const watch = async () => {
      await firstPageStands();
      const { watchVersion } = await import('./new-version.ts');
      if (!left) stop = watchVersion(note);
    };
    watch().catch((error: unknown) => console.warn('new versions are not looked for', error));
    addEventListener('vite:preloadError', note);
    return () => {
      left = true;
      stop();
      removeEventListener('vite:preloadError', note);
    };
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
