import type { Query, QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { EverybodysAnswer } from './public-queries.ts';
import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';

type Key = readonly [kind: string, merchantId: string, language: LanguageCode];

interface KeptAnswersOptions {
  readonly queries: QueryClient;
  readonly answers: ReadonlyMap<unknown, EverybodysAnswer>;
  readonly languages: readonly LanguageCode[];
}

/** When the page has settled, ms: what is only wanted later must not hold up what is shown. */
const leisure = 3_000;
/** How old an answer in another language may be before it is asked for anew, ms. */
const otherLanguageAge = 24 * 60 * 60_000;

/**
 * Keeps the restaurant and its menu on the phone, in every language, and shows what was kept until an answer comes: at
 * once on a bad network, and for as long as there is none.
 */
export function keepAnswers({ queries, answers, languages }: KeptAnswersOptions): void {
  const cache = queries.getQueryCache();
  for (const query of cache.getAll()) void (query.state.data === undefined ? restore(query) : keep(query));
  cache.subscribe((event) => {
    if (event.type === 'added') void restore(event.query);
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      void keep(event.query);
  });
  setTimeout(() => void unlessBlocked(pruneAnswers), leisure);

  function keyOf({ queryKey }: Query): Key | undefined {
    const [kind, merchantId] = queryKey;
    return answers.has(kind) && merchantId ? (queryKey as unknown as Key) : undefined;
  }

  async function restore(query: Query): Promise<void> {
    const key = keyOf(query);
    const kept = key && (await unlessBlocked(() => keptAnswer(nameOf(key))));
    if (!key || !kept) return;
    const data = await unlessBlocked(async () => answers.get(key[0])?.read(kept.data));
    // However young, it stands in only until the restaurant has answered.
    if (data !== undefined && query.state.data === undefined)
      queries.setQueryData(query.queryKey, data, { updatedAt: 0 });
  }

  async function keep(query: Query): Promise<void> {
    const key = keyOf(query);
    if (!key) return;
    const { data, dataUpdatedAt: at } = query.state;
    await unlessBlocked(() => keepAnswer(nameOf(key), { data, at }));
    setTimeout(() => void askInOtherLanguages(key), leisure);
  }

  /** So that the language can be switched without a network. */
  async function askInOtherLanguages([kind, merchantId, language]: Key): Promise<void> {
    const { connection, serviceWorker } = navigator as Partial<Navigator> & {
      connection?: { readonly saveData?: boolean };
    };
    // Without a worker (D24) there is no start without a network, and nobody who would need it.
    if (!serviceWorker || connection?.saveData) return;
    await serviceWorker.ready;
    if (!navigator.onLine) return;
    for (const other of languages) {
      if (other === language) continue;
      const kept = await unlessBlocked(() => keptAnswer(nameOf([kind, merchantId, other])));
      if (kept && Date.now() - kept.at < otherLanguageAge) continue;
      await answers.get(kind)?.ask(queries, merchantId, other);
    }
  }
}

function nameOf(key: Key): string {
  return key.join(' ');
}

async function unlessBlocked<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.warn('answers can not be kept on this phone', error);
    return undefined;
  }
}

interface KeptAnswer {
  readonly data: unknown;
  /** When it came, ms. */
  readonly at: number;
}

/** Two restaurants in both languages, with what is asked of each. */
export const mostAnswers = 12;
/** An older menu says too little about today's. */
export const oldestAnswer = 30 * 24 * 60 * 60_000;

const open = () => createStore('lazy-susan-answers', 'answers');
let opened: UseStore | undefined;
const store = () => (opened ??= open());

/** undefined when there is none, or none that is young enough. Rejects where storage is blocked. */
export async function keptAnswer(key: string): Promise<KeptAnswer | undefined> {
  const kept = await get<KeptAnswer>(key, store());
  return kept && Date.now() - kept.at <= oldestAnswer ? kept : undefined;
}

/** Rejects where storage is blocked or full. */
export async function keepAnswer(key: string, kept: KeptAnswer): Promise<void> {
  await set(key, kept, store());
}

/** Drops what is too old, and the oldest beyond the bound. */
export async function pruneAnswers(): Promise<void> {
  const kept = await entries<string, KeptAnswer>(store());
  const old = kept
    .toSorted(([, a], [, b]) => b.at - a.at)
    .filter(([, { at }], index) => index >= mostAnswers || Date.now() - at > oldestAnswer);
  if (old.length > 0)
    await delMany(
      old.map(([key]) => key),
      store(),
    );
}
