import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** A function that stays the same from render to render and does what the newest one does; not to be called in a render. */
export function useStableCallback<Args extends readonly unknown[], R>(
  newest: (...args: Args) => R,
): (...args: Args) => R {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args) => latest.current(...args), []);
}

/** ms of quiet after which what has come is told, so that several taps are one sentence. */
const quietMs = 700;

/** Collects what comes, and hands all of it over once nothing more has come for a moment. */
export function useDebouncedBatch<T>(tell: (collected: readonly T[]) => void): (...more: readonly T[]) => void {
  const collected = useRef<T[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useStableCallback(tell);
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

/** Acts each time that something becomes so, and at once where it is so already. */
export function useEffectWhen(isSo: boolean, act: () => void): void {
  const newest = useEffectEvent(act);
  useEffect(() => {
    if (isSo) newest();
  }, [isSo]);
}
