import { useEffect, useState } from 'react';
import type { StaffOrder } from '#contract/calls/staff.ts';
import type { OpenCall } from './open-calls.ts';
import { arrivalOf, sentArrivals, listUnanswered } from './arrivals.ts';
import { openBell, ring, useIsLocked } from './sound.ts';

/** So often it rings until somebody answers, ms. */
const ringsEveryMs = 4_000;

export interface Bell {
  /** What nobody at this screen has answered: those that were there when the page was loaded, too. */
  readonly waiting: readonly StaffOrder[];
  /** Tables that call; their answer silences it. */
  readonly calls: number;
  /** The browser keeps the page silent. */
  readonly isLocked: boolean;
  answer(orders: readonly Pick<StaffOrder, 'id' | 'rounds'>[]): void;
}

/**
 * Rings for orders and rounds that the kitchen does not have, until they are sent or somebody has seen them; and for
 * tables that call, until somebody answers.
 */
export function useBell(
  orders: readonly StaffOrder[] = [],
  { length: calls }: readonly OpenCall[],
  sounds: boolean,
): Bell {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const isLocked = useIsLocked();
  const sent = sentArrivals(orders).filter((each) => !answered.has(each));
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
    answer: (seen) => setAnswered((before) => new Set([...before, ...seen.map(arrivalOf)])),
  };
}
