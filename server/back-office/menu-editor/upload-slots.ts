/** D37: of one restaurant, large bodies that are taken in side by side: each is memory until its turn comes. */
import type { Refusal } from '#server/platform/http/routes/route.ts';

/** Who has sent for so long keeps its place only as long as nobody else wants it, ms. */
const patienceMs = 10_000;

interface Bounds {
  readonly atOnce: number;
  /** So many wait for a place, and nothing of theirs is read meanwhile. */
  readonly mostWaiting: number;
  /** Of who finds no place, and of who has lost theirs. */
  refusal(): Refusal;
}

interface Place {
  readonly since: number;
  /** Undefined once all has come. */
  giveWay: AbortController | undefined;
}

interface Places {
  readonly taken: Set<Place>;
  readonly waiting: Set<() => void>;
}

/** @param now ms, never goes back */
export function createUploadSlots(
  { atOnce, mostWaiting, refusal }: Bounds,
  now: () => number = () => performance.now(),
) {
  const ofMerchants = new Map<string, Places>();

  /** Those who still send, the one that began first of all. */
  const sending = ({ taken }: Places): readonly Place[] => [...taken].filter(({ giveWay }) => giveWay);

  /** Where none is free the one that has sent for the longest gives way, if that is too long. */
  const isFree = (places: Places): boolean => {
    if (places.taken.size < atOnce) return true;
    const [first] = sending(places);
    if (!first || now() - first.since < patienceMs) return false;
    first.giveWay!.abort(refusal());
    return places.taken.delete(first);
  };

  const take = async (places: Places): Promise<Place> => {
    while (!isFree(places)) {
      if (places.waiting.size >= mostWaiting) throw refusal();
      const [first] = sending(places);
      const longestMs = first ? first.since + patienceMs - now() : patienceMs;
      let wake = () => {};
      await new Promise<void>((resolve) => {
        wake = resolve;
        places.waiting.add(wake);
        setTimeout(wake, longestMs).unref();
      });
      places.waiting.delete(wake);
    }
    const place = { since: now(), giveWay: new AbortController() };
    places.taken.add(place);
    return place;
  };

  /**
   * @param read takes the body in, until it is told that others want the place
   * @returns what `work` makes of it; the Refusal where there is no place, or where this one was lost
   */
  return async <Read, Result>(
    merchantId: string,
    read: (lost: AbortSignal) => Promise<Read>,
    work: (body: Read) => Promise<Result>,
  ): Promise<Result> => {
    const places = ofMerchants.get(merchantId) ?? { taken: new Set(), waiting: new Set() };
    ofMerchants.set(merchantId, places);
    const place: Place = await take(places);
    try {
      const body = await read(place.giveWay!.signal);
      place.giveWay = undefined;
      return await work(body);
    } finally {
      places.taken.delete(place);
      const [next] = places.waiting;
      if (next) next();
      else if (places.taken.size === 0) ofMerchants.delete(merchantId);
    }
  };
}
