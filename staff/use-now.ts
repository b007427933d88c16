import { useEffect, useState } from 'react';
import { getCorrectedTime } from '#client/api/server-clock.ts';

/** The server's current time in ms. The component renders again at this interval (ms). */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(getCorrectedTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(getCorrectedTime()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
