import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { pageEntry } from '#src/kit/navigation/back-layer.ts';
import { matchRoute } from '#src/kit/routes/navigation.ts';

const positions = new Map<string, number>();

/** A new page starts at its top, a page gone back to where it was left. The menu keeps its own place. */
export function useScrollMemory(): void {
  const location = useLocation();
  const { key } = pageEntry(location);
  const isCovered = key !== location.key;
  const isBack = useNavigationType() === NavigationType.Pop;
  const isMenu = matchRoute(location.pathname)?.name === 'order';

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  // After the page before has stopped listening, so that it does not take this for its own scrolling.
  useEffect(() => {
    if (isMenu || isCovered) return;
    scrollTo(0, isBack ? (positions.get(key) ?? 0) : 0);
    const remember = () => void positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, isBack, isMenu, isCovered]);
}
