import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** Returns a function that never changes and calls the newest callback. Do not call it while rendering. */
export function useStableCallback<Args extends readonly unknown[], R>(
  newest: (...args: Args) => R,
): (...args: Args) => R {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args) => latest.current(...args), []);
}

/** A batch ends after so many ms without a new entry. Several quick taps then become one sentence. */
const quietMs = 700;

/** Collects entries and passes all of them to `handle` after a pause of `quietMs`. */
export function useDebouncedBatch<T>(
  handle: (collected: readonly T[]) => void,
): (...more: readonly T[]) => void {
  const collected = useRef<T[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useStableCallback(handle);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (...more) => {
      collected.current.push(...more);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => newest(collected.current.splice(0)), quietMs);
    },
    [newest],
  );
}

/** Runs `act` each time the condition becomes true, and at the first render if it is true then. */
export function useEffectWhen(isSo: boolean, act: () => void): void {
  const newest = useEffectEvent(act);
  useEffect(() => {
    if (isSo) newest();
  }, [isSo]);
}
