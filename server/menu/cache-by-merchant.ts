/** Results for each restaurant that take long to compute and change slowly. */
import type { Db } from '#server/platform/store/transactions.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';

const maxCached = 1_000;

type Compute<Result> = (db: Db, merchantId: string, now: number) => Promise<Result>;

interface Cached<Result> {
  readonly at: number;
  readonly result: Promise<Result>;
}

/** Returns a function like `compute` that repeats the computation for a restaurant only after `cachedMs`. */
export function cacheByMerchant<Result>(cachedMs: number, compute: Compute<Result>): Compute<Result> {
  const caches = new WeakMap<Db, Map<string, Cached<Result>>>();
  return async (db, merchantId, now) => {
    const cache = caches.get(db) ?? new Map<string, Cached<Result>>();
    caches.set(db, cache);
    const known = cache.get(merchantId);
    if (known && now - known.at < cachedMs) return await known.result;
    const result = compute(db, merchantId, now);
    keepNewest(cache, merchantId, { at: now, result }, maxCached);
    // A failure is not cached.
    result.catch(() => cache.delete(merchantId));
    return await result;
  };
}
