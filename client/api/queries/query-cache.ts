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

/** When the page has settled, ms: what is only wanted later must not hold up what is shown. */
const idleDelayMs = 3_000;
/** How old an answer in another language may be before it is asked for anew, ms. */
const refreshAfterMs = 24 * 60 * 60_000;

/**
 * Keeps the restaurant and its menu on the phone, in every language, and shows what was kept until an answer comes: at
 * once on a bad network, and for as long as there is none.
 */
export function cacheQueries({ queries, answers, languages }: QueryCacheOptions): void {
  const cache = queries.getQueryCache();
  for (const query of cache.getAll()) void (query.state.data === undefined ? restoreQuery(query) : saveQuery(query));
  cache.subscribe((event) => {
    if (event.type === 'added') void restoreQuery(event.query);
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      void saveQuery(event.query);
  });
  setTimeout(() => void tryStorage(deleteOldAnswers), idleDelayMs);

  function keyOf({ queryKey }: Query): Key | undefined {
    const [kind, merchantId] = queryKey;
    return answers.has(kind) && merchantId ? (queryKey as unknown as Key) : undefined;
  }

  async function restoreQuery(query: Query): Promise<void> {
    const key = keyOf(query);
    const kept = key && (await tryStorage(() => loadAnswer(formatKey(key))));
    if (!key || !kept) return;
    const data = await tryStorage(async () => answers.get(key[0])?.read(kept.data));
    // However young, it stands in only until the restaurant has answered.
    if (data !== undefined && query.state.data === undefined)
      queries.setQueryData(query.queryKey, data, { updatedAt: 0 });
  }

  async function saveQuery(query: Query): Promise<void> {
    const key = keyOf(query);
    if (!key) return;
    const { data, dataUpdatedAt: at } = query.state;
    await tryStorage(() => saveAnswer(formatKey(key), { data, at }));
    setTimeout(() => void prefetchOtherLanguages(key), idleDelayMs);
  }

  /** So that the language can be switched without a network. */
  async function prefetchOtherLanguages([kind, merchantId, language]: Key): Promise<void> {
    const { connection, serviceWorker } = navigator as Partial<Navigator> & {
      connection?: { readonly saveData?: boolean };
    };
    // Without a worker (D24) there is no start without a network, and nobody who would need it.
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
    console.warn('answers can not be kept on this phone', error);
    return undefined;
  }
}

interface CachedAnswer {
  readonly data: unknown;
  /** When it came, ms. */
  readonly at: number;
}

/** Two restaurants in both languages, with what is asked of each. */
export const maxAnswers = 12;
/** An older menu says too little about today's. */
export const maxAgeMs = 30 * 24 * 60 * 60_000;

const openStore = () => createStore('lazy-susan-answers', 'answers');
let opened: UseStore | undefined;
const getStore = () => (opened ??= openStore());

/** undefined when there is none, or none that is young enough. Rejects where storage is blocked. */
export async function loadAnswer(key: string): Promise<CachedAnswer | undefined> {
  const kept = await get<CachedAnswer>(key, getStore());
  return kept && Date.now() - kept.at <= maxAgeMs ? kept : undefined;
}

/** Rejects where storage is blocked or full. */
export async function saveAnswer(key: string, kept: CachedAnswer): Promise<void> {
  await set(key, kept, getStore());
}

/** Drops what is too old, and the oldest beyond the bound. */
export async function deleteOldAnswers(): Promise<void> {
  const kept = await entries<string, CachedAnswer>(getStore());
  const old = kept
    .toSorted(([, a], [, b]) => b.at - a.at)
    .filter(([, { at }], index) => index >= maxAnswers || Date.now() - at > maxAgeMs);
  if (old.length > 0)
    await delMany(
      old.map(([key]) => key),
      getStore(),
    );
}
