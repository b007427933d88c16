import { useEffect, useState } from 'react';
import { correctedNow } from '#client/api/server-clock.ts';

/** The server's current time in ms. The component renders again at this interval (ms). */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(correctedNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(correctedNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
