import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same from render to render and does what the newest one does; not to be called in a render. */
export function useSteady<Args extends readonly unknown[], R>(
  newest: (...args: Args) => R,
): (...args: Args) => R {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args) => latest.current(...args), []);
}
