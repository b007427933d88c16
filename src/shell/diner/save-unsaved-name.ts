import { ApiError } from '#client/api/api-error.ts';
import { dropUnsavedName, hasUnsavedName } from '#src/diner/unsaved-name.ts';
import { browserEnvironment } from '#client/environment/browser-environment.ts';
import { sleep } from '#client/environment/environment.ts';
import { doubled, pauseMs } from '#sync/parts/back-off.ts';
import { saveUnsavedName } from './diner-actions.ts';

/** How long to wait before the server is told a name again, ms; the network's return cuts it short. */
const again = { firstMs: 2_000, maxMs: 30_000 };

/** Tries until the server knows the name, will not have it, or `isOver` says that somebody else tries. */
export async function saveNameWithRetries(isOver: () => boolean): Promise<void> {
  const env = browserEnvironment();
  for (let wait = again.firstMs; ; wait = doubled(again, wait)) {
    await sleep(env, pauseMs(env.random(), wait));
    if (isOver() || !hasUnsavedName()) return;
    try {
      return await saveUnsavedName();
    } catch (error) {
      if (error instanceof ApiError && error.isWorthAnotherTry) continue;
      console.warn('the name could not be saved', error);
      return dropUnsavedName();
    }
  }
}
