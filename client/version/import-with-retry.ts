/** Code that was not to be had: some browsers answer a script that failed once with that failure until the page is loaded anew. */
import { ApiError } from '../api/api-error.ts';
import { fetchNewestBuild, reloadGuardMs, reloadOnce } from './app-update.ts';

/** How long to wait before code is asked for again, ms. */
const retryMs = 3_000;
/** ms within which the page is not loaded anew twice where nobody has asked for it: the menu on it can be read. */
const backgroundGuardMs = 60_000;

/** Loads code, until it can be had: a table in a cellar has a network now and then. undefined: `isOver` came first. */
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

/** "Try again" under what could not be asked for: where the code that asks is missing still, the page is loaded anew (D12). */
export async function refetchOrReload(refetch: () => Promise<{ readonly error: unknown }>): Promise<void> {
  const { error } = await refetch();
  if (error instanceof ApiError && error.isCodeMissing) await reloadForCode(reloadGuardMs);
}

/** A page that stands is not given up for a network that is gone: the server is asked for something first. */
async function reloadForCode(guard: number): Promise<void> {
  if ((await fetchNewestBuild()) !== undefined) reloadOnce(guard);
}
