import { useEffect, useState } from 'react';
import type { StaffOrder } from '#contract/calls/staff.ts';
import type { OpenCall } from './open-calls.ts';
import { createArrivalKey, listSentArrivals, listUnanswered } from './arrivals.ts';
import { openBell, ring, useIsLocked } from './sound.ts';

/** The interval between rings until somebody answers, ms. */
const ringsEveryMs = 4_000;

export interface Bell {
  /** Orders that nobody at this screen has answered, including those from before the page was loaded. */
  readonly waiting: readonly StaffOrder[];
  /** The number of tables that call. */
  readonly calls: number;
  /** True if the browser blocks sound. */
  readonly isLocked: boolean;
  answer(orders: readonly Pick<StaffOrder, 'id' | 'rounds'>[]): void;
}

/** Rings for new orders and rounds until they are sent or seen, and for calling tables until somebody answers. */
export function useBell(
  orders: readonly StaffOrder[] = [],
  { length: calls }: readonly OpenCall[],
  sounds: boolean,
): Bell {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const isLocked = useIsLocked();
  const sent = listSentArrivals(orders).filter((each) => !answered.has(each));
  if (sent.length > 0) setAnswered(new Set([...answered, ...sent]));
  const waiting = listUnanswered(orders, answered);
  const isRinging = sounds && !isLocked && waiting.length + calls > 0;
  useEffect(openBell, []);
  useEffect(() => {
    if (!isRinging) return undefined;
    ring();
    const timer = setInterval(ring, ringsEveryMs);
    return () => clearInterval(timer);
  }, [isRinging]);

  return {
    waiting,
    calls,
    isLocked,
    answer: (seen) => setAnswered((before) => new Set([...before, ...seen.map(createArrivalKey)])),
  };
}
