import { budgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';

/** Of one restaurant; its people and systems make one change after the other. */
const mostWaiting = 30;
/** Work is followed by so many times as long a rest, which may be put off for a while, ms: who edits by hand never waits. */
const rest = { times: 3, putOffMs: 1_000, longestMs: 2_000 };
/** Restaurants that are remembered. */
const most = 1_000;

interface Line {
  inHand: number;
  free: Promise<void>;
  /** When all rests would be over, ms. */
  restedAt: number;
}

/**
 * One after the other for each restaurant: a large draft takes the server's processor for tens of ms, and whoever floods
 * it gets no more than a quarter (D37).
 * @param now ms, never goes back
 */
export function createPacedQueue(now: () => number = () => performance.now()) {
  const lines = new Map<string, Line>();
  return async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(merchantId) ?? { inHand: 0, free: Promise.resolve(), restedAt: 0 };
    if (line.inHand > mostWaiting) throw budgetRefusal('menuDraftOfMerchant', 1);
    keepNewest(lines, merchantId, line, most);
    line.inHand += 1;
    const turn = line.free;
    let goOn = () => {};
    line.free = new Promise((resolve) => (goOn = resolve));
    await turn;
    const began = now();
    try {
      return await work();
    } finally {
      line.restedAt = Math.max(line.restedAt, now()) + rest.times * (now() - began);
      const pause = line.restedAt - now() - rest.putOffMs;
      setTimeout(
        () => {
          line.inHand -= 1;
          goOn();
        },
        Math.min(rest.longestMs, Math.max(0, pause)),
      ).unref();
    }
  };
}
