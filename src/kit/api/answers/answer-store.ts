import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';

/** An answer as it is kept on the phone. */
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
