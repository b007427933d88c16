import { useEffect, useState } from 'react';
import { correctedNow } from '#src/kit/api/server-clock.ts';

/** Whole minutes since a moment (ms), as they pass. */
export function useMinutesSince(at: number): number {
  const [now, setNow] = useState(correctedNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(correctedNow()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - at) / 60_000));
}
