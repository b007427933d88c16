import { createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';

/** Most calls of one restaurant that wait. Its staff and its POS make one change after the other, so few ever wait. */
const maxWaiting = 30;
/**
 * The pause after each call is `times` as long as the call, and at most `longestMs`. Up to `putOffMs` of pauses may add
 * up before the queue makes them. A person who edits by hand therefore never waits.
 */
const rest = { times: 3, putOffMs: 1_000, longestMs: 2_000 };
/** Restaurants whose queues are in memory. */
const maxRestaurants = 1_000;

interface Queue {
  pending: number;
  free: Promise<void>;
  /** When all pauses so far would be over, ms. */
  restedAt: number;
}

/**
 * Creates a queue that runs the calls of each restaurant one after the other, with pauses. A call on a large draft
 * takes tens of ms of processor time. With the pauses, a client that sends many of them uses at most a quarter of the
 * processor.
 * @param now monotonic clock, ms
 */
export type PacedQueue = ReturnType<typeof createPacedQueue>;

export function createPacedQueue(now: () => number = () => performance.now()) {
  const queues = new Map<string, Queue>();
  return async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(merchantId) ?? { pending: 0, free: Promise.resolve(), restedAt: 0 };
    if (queue.pending > maxWaiting) throw createBudgetRefusal('menuDraftOfMerchant', 1);
    keepNewest(queues, merchantId, queue, maxRestaurants);
    queue.pending += 1;
    const previous = queue.free;
    let startNext = () => {};
    queue.free = new Promise((resolve) => (startNext = resolve));
    await previous;
    const began = now();
    try {
      return await work();
    } finally {
      queue.restedAt = Math.max(queue.restedAt, now()) + rest.times * (now() - began);
      const pause = queue.restedAt - now() - rest.putOffMs;
      setTimeout(
        () => {
          queue.pending -= 1;
          startNext();
        },
        Math.min(rest.longestMs, Math.max(0, pause)),
      ).unref();
    }
  };
}
