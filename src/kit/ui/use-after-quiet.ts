import { useCallback, useEffect, useRef } from 'react';
import { useSteady } from './use-steady.ts';

/** ms of quiet after which what has come is told, so that several taps are one sentence. */
const quietMs = 700;

/** Collects what comes, and hands all of it over once nothing more has come for a moment. */
export function useAfterQuiet<T>(tell: (collected: readonly T[]) => void): (...more: readonly T[]) => void {
  const collected = useRef<T[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useSteady(tell);
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
