/**
 * Caches the restaurant and its menu on the phone, in every language.
 *
 *   query added   ──► restoreQuery: show the cached answer, marked as stale, until the server answers
 *   query answered ─► saveQuery:    store the answer, then fetch it in the other languages
 *   3 s after start ► deleteOldAnswers
 *
 * So the menu appears at once on a slow network, and without one the language can still be switched.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { PublicQuery } from './public-queries.ts';
import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';

type Key = readonly [kind: string, merchantId: string, language: LanguageCode];

interface QueryCacheOptions {
  readonly queries: QueryClient;
  readonly answers: ReadonlyMap<unknown, PublicQuery>;
  readonly languages: readonly LanguageCode[];
}

/** Work that is not needed for the first screen starts after this delay, ms. */
const idleDelayMs = 3_000;
/** An answer in another language is fetched again when it is older than this, ms. */
const refreshAfterMs = 24 * 60 * 60_000;

/** Connects the query client to the cache for the life of the page. */
export function cacheQueries({ queries, answers, languages }: QueryCacheOptions): void {
  const cache = queries.getQueryCache();
  for (const query of cache.getAll())
    void (query.state.data === undefined ? restoreQuery(query) : saveQuery(query));
  cache.subscribe((event) => {
    if (event.type === 'added') void restoreQuery(event.query);
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      void saveQuery(event.query);
  });
  setTimeout(() => void tryStorage(deleteOldAnswers), idleDelayMs);

  function readKey({ queryKey }: Query): Key | undefined {
    const [kind, merchantId] = queryKey;
    return answers.has(kind) && merchantId ? (queryKey as unknown as Key) : undefined;
  }

  async function restoreQuery(query: Query): Promise<void> {
    const key = readKey(query);
    const kept = key && (await tryStorage(() => loadAnswer(formatKey(key))));
    if (!key || !kept) return;
    const data = await tryStorage(async () => answers.get(key[0])?.read(kept.data));
    // `updatedAt: 0` marks the answer as stale, so the query still asks the server.
    if (data !== undefined && query.state.data === undefined)
      queries.setQueryData(query.queryKey, data, { updatedAt: 0 });
  }

  async function saveQuery(query: Query): Promise<void> {
    const key = readKey(query);
    if (!key) return;
    const { data, dataUpdatedAt: at } = query.state;
    await tryStorage(() => saveAnswer(formatKey(key), { data, at }));
    setTimeout(() => void prefetchOtherLanguages(key), idleDelayMs);
  }

  async function prefetchOtherLanguages([kind, merchantId, language]: Key): Promise<void> {
    const { connection, serviceWorker } = navigator as Partial<Navigator> & {
      connection?: { readonly saveData?: boolean };
    };
    // Without a service worker (plain HTTP) the app cannot start offline, so the other languages are not needed.
    if (!serviceWorker || connection?.saveData) return;
    await serviceWorker.ready;
    if (!navigator.onLine) return;
    for (const other of languages) {
      if (other === language) continue;
      const kept = await tryStorage(() => loadAnswer(formatKey([kind, merchantId, other])));
      if (kept && Date.now() - kept.at < refreshAfterMs) continue;
      await answers.get(kind)?.fetch(queries, merchantId, other);
    }
  }
}

function formatKey(key: Key): string {
  return key.join(' ');
}

async function tryStorage<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.warn('answers cannot be cached on this phone; check that the browser allows storage', error);
    return undefined;
  }
}

interface CachedAnswer {
  readonly data: unknown;
  /** When the answer arrived, ms since 1970. */
  readonly at: number;
}

/** Room for two restaurants in two languages with three answers each. */
export const maxAnswers = 12;
/** Older answers are not shown. A menu changes too much in a month. */
export const maxAgeMs = 30 * 24 * 60 * 60_000;

const openStore = () => createStore('lazy-susan-answers', 'answers');
let opened: UseStore | undefined;
const getStore = () => (opened ??= openStore());

/** Returns undefined if there is no answer that is young enough. Rejects if storage is blocked. */
export async function loadAnswer(key: string): Promise<CachedAnswer | undefined> {
  const cached = await get<CachedAnswer>(key, getStore());
  return cached && Date.now() - cached.at <= maxAgeMs ? cached : undefined;
}

/** Rejects if storage is blocked or full. */
export async function saveAnswer(key: string, answer: CachedAnswer): Promise<void> {
  await set(key, answer, getStore());
}

/** Deletes answers that are too old, then the oldest ones above `maxAnswers`. */
export async function deleteOldAnswers(): Promise<void> {
  const cached = await entries<string, CachedAnswer>(getStore());
  const old = cached
    .toSorted(([, a], [, b]) => b.at - a.at)
    .filter(([, { at }], index) => index >= maxAnswers || Date.now() - at > maxAgeMs);
  if (old.length > 0)
    await delMany(
      old.map(([key]) => key),
      getStore(),
    );
}
