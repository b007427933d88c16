import { useEffect, useState } from 'react';
import { correctedNow } from '#client/api/server-clock.ts';

/** The server's time as it passes, told every so many ms; ms. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(correctedNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(correctedNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
