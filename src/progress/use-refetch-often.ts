import { useEffect } from 'react';
import { useStableCallback } from '#ui/timing/callback-hooks.ts';

/** The time between two requests for the order, ms. */
const refetchEveryMs = 30_000;

/** Asks for the order again and again. Not every restaurant sends a message about changes, and a message may be lost. */
export function useRefetchOften(isChanging: boolean, refetch: () => void): void {
  const newest = useStableCallback(refetch);
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) newest();
    }, refetchEveryMs);
    return () => clearInterval(timer);
  }, [isChanging, newest]);
}
