import { overBudget } from '#server/http/routes/rate-limits.ts';

/** Of one restaurant: what its people send side by side. Each is 40 MiB of memory until its turn comes (D37). */
const atOnce = 4;
/** Who has sent for so long keeps its place only as long as nobody else wants it, ms. */
const patienceMs = 10_000;

interface Place {
  readonly since: number;
  /** Undefined once all has come. */
  giveWay: AbortController | undefined;
}

/** @param now ms, never goes back */
export function createPicturePlaces(now: () => number = () => performance.now()) {
  const places = new Map<string, Set<Place>>();

  /** The one that has sent for the longest, if that is too long. */
  const slowest = (taken: ReadonlySet<Place>): Place | undefined => {
    const [first] = [...taken].filter(({ giveWay }) => giveWay !== undefined);
    return first && now() - first.since >= patienceMs ? first : undefined;
  };

  /**
   * @param read takes the picture in, until it is told that others want the place
   * @returns what `work` makes of it; a Refusal 429 where all places are taken, or where this one was lost
   */
  return async <Read, Result>(
    merchantId: string,
    read: (lost: AbortSignal) => Promise<Read>,
    work: (picture: Read) => Promise<Result>,
  ): Promise<Result> => {
    const taken = places.get(merchantId) ?? new Set();
    places.set(merchantId, taken);
    const refusal = overBudget('picturesAtOnce', 1);
    if (taken.size >= atOnce) {
      const slow = slowest(taken);
      if (!slow) throw refusal;
      slow.giveWay!.abort(refusal);
      taken.delete(slow);
    }
    const giveWay = new AbortController();
    const place: Place = { since: now(), giveWay };
    taken.add(place);
    try {
      const picture = await read(giveWay.signal);
      place.giveWay = undefined;
      return await work(picture);
    } finally {
      taken.delete(place);
      if (taken.size === 0) places.delete(merchantId);
    }
  };
}
