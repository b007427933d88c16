/**
 * Imports code on a bad network. Some browsers remember that a script failed to load and fail every later import of it. Only
 * a reload of the page helps then.
 */
import { ApiError } from '../api/api-error.ts';
import { fetchNewestBuild, reloadGuardMs, reloadOnce } from './app-update.ts';

/** Pause before the next import, ms. */
const retryMs = 3_000;
/** Least time between two reloads that the diner did not ask for, ms. Meanwhile the menu on the page can be read. */
const backgroundGuardMs = 60_000;

/** Imports code and tries again until it succeeds. Returns undefined if `isOver` becomes true first. */
export async function importWithRetry<Code>(
  load: () => Promise<Code>,
  isOver: () => boolean,
): Promise<Code | undefined> {
  for (let tries = 1; !isOver(); tries += 1) {
    try {
      return await load();
    } catch (error) {
      console.warn('code could not be loaded', error);
      if (tries > 1) await reloadForCode(backgroundGuardMs);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  return undefined;
}

/** For the button "Try again": fetches a query again. If the query's code cannot be loaded, reloads the page. */
export async function refetchOrReload(refetch: () => Promise<{ readonly error: unknown }>): Promise<void> {
  const { error } = await refetch();
  if (error instanceof ApiError && error.isCodeMissing) await reloadForCode(reloadGuardMs);
}

/** Reloads only if the server answers. Without a network the diner would lose the page that is shown. */
async function reloadForCode(guard: number): Promise<void> {
  if ((await fetchNewestBuild()) !== undefined) reloadOnce(guard);
}
