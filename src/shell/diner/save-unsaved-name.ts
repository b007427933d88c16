import { ApiError } from '#client/api/api-error.ts';
import { dropUnsavedName, hasUnsavedName } from '#src/diner/unsaved-name.ts';
import { createBrowserEnvironment } from '#client/environment/browser-environment.ts';
import { sleep } from '#client/environment/environment.ts';
import { doubleDelay, pauseMs } from '#sync/parts/back-off.ts';
import { saveUnsavedName } from './diner-actions.ts';

/** The pause before the next attempt, ms. It ends early when the network returns. */
const backOff = { firstMs: 2_000, maxMs: 30_000 };

/** Sends the stored name until the server accepts or refuses it, or `isCancelled`. Never rejects. */
export async function saveNameWithRetries(isCancelled: () => boolean): Promise<void> {
  const env = createBrowserEnvironment();
  for (let wait = backOff.firstMs; ; wait = doubleDelay(backOff, wait)) {
    await sleep(env, pauseMs(env.random(), wait));
    if (isCancelled() || !hasUnsavedName()) return;
    try {
      return await saveUnsavedName();
    } catch (error) {
      if (error instanceof ApiError && error.isWorthAnotherTry) continue;
      console.warn('the name could not be saved', error);
      return dropUnsavedName();
    }
  }
}
