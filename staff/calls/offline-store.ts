/**
 * Keeps on this device what the staff last saw, and the actions that wait for the network. With them the pages open
 * without a network.
 *
 *     start   ──► restoreOffline: show the stored data, marked as old, until the server answers
 *     change  ──► a second later: store them
 *     log-out ──► forgetOffline
 */
import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { clear, createStore, get, set } from 'idb-keyval';
import { getOpenBranch } from './open-branch.ts';

interface Stored {
  /** The build that stored the data. Another build may expect other fields. */
  readonly build: string;
  /** ms since 1970 */
  readonly at: number;
  readonly state: DehydratedState;
}

/** What the counter, the kitchen and the tables show. The owner's pages need the server. */
const kept = new Set<unknown>(['me', 'overview', 'tables', 'kitchen', 'order', 'menu']);
/** Yesterday's tables would only mislead. Waiting actions are kept for any time. */
const maxAgeMs = 12 * 60 * 60_000;
const storeAfterMs = 1_000;

const store = createStore('lazy-susan-staff', 'state');

/** Each restaurant of a chain has its own, so that an action that waits never goes to another one. */
const composeKey = () => ['state', getOpenBranch() ?? []].flat().join(' ');

export async function restoreOffline(queries: QueryClient, build: string): Promise<void> {
  try {
    const stored = await get<Stored>(composeKey(), store);
    if (!stored) return;
    const isUsable = stored.build === build && Date.now() - stored.at < maxAgeMs;
    hydrate(queries, { ...stored.state, ...(!isUsable && { queries: [] }) });
    await queries.invalidateQueries({ refetchType: 'none' });
    // At once, with the login of the person who tapped, so that they never go out in the name of the next one.
    void queries.resumePausedMutations();
  } catch (error) {
    warn(error);
  }
}

/** Stores changes for the life of the page. */
export function keepOffline(queries: QueryClient, build: string): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const storeSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const state = dehydrate(queries, {
        shouldDehydrateQuery: ({ queryKey: [kind, name], state: { data } }) =>
          kind === 'staff' && kept.has(name) && data !== undefined,
      });
      const stored: Stored = { build, at: Date.now(), state };
      set(composeKey(), stored, store).catch(warn);
    }, storeAfterMs);
  };
  queries.getQueryCache().subscribe(({ type }) => type === 'updated' && storeSoon());
  queries.getMutationCache().subscribe(storeSoon);
}

export async function forgetOffline(): Promise<void> {
  await clear(store).catch(warn);
}

function warn(error: unknown): void {
  console.warn(
    'this device keeps nothing for times without a network; check that the browser allows storage',
    error,
  );
}
