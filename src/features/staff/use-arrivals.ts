import { useEffect, useRef, useState } from 'react';
import type { StaffOrder } from '#contract/staff.ts';
import { ring } from './bell.ts';

/** Counts orders and rounds that came since the page was opened, and rings for them. */
export function useArrivals(orders: readonly StaffOrder[] | undefined, sounds: boolean): number {
  const rounds = useRef<Map<string, number>>(undefined);
  const [arrived, setArrived] = useState(0);

  useEffect(() => {
    if (!orders) return;
    const before = rounds.current;
    const now = new Map(orders.map(({ id, rounds: count }) => [id, count]));
    rounds.current = now;
    if (!before) return;
    const fresh = [...now].reduce((sum, [id, count]) => sum + Math.max(0, count - (before.get(id) ?? 0)), 0);
    if (fresh === 0) return;
    setArrived((sum) => sum + fresh);
    if (sounds) ring();
  }, [orders, sounds]);
  return arrived;
}
