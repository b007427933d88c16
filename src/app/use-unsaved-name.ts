import { useEffect } from 'react';
import { ApiError } from '#src/api/api-error.ts';
import { dropUnsavedName, hasUnsavedName } from '#src/api/unsaved-name.ts';
import { browserEnvironment } from '#src/cart/browser-environment.ts';
import { saveUnsavedName } from './diner-actions.ts';
import { useDinerState } from './use-diner-state.ts';

/** How long to wait before the server is told a name again, ms; the network's return cuts it short. */
const again = { firstMs: 2_000, maxMs: 30_000 };

/** Tells the server the name that a diner gave while it could not be reached. */
export function useUnsavedName(): void {
  useDinerState();
  const isUnsaved = hasUnsavedName();

  useEffect(() => {
    if (!isUnsaved) return;
    const env = browserEnvironment();
    let left = false;
    const save = async () => {
      for (let wait = again.firstMs; ; wait = Math.min(wait * 2, again.maxMs)) {
        await env.sleep(wait * (0.5 + env.random()));
        if (left || !hasUnsavedName()) return;
        try {
          return await saveUnsavedName();
        } catch (error) {
          if (error instanceof ApiError && error.isWorthAnotherTry) continue;
          console.warn('the name could not be saved', error);
          return dropUnsavedName();
        }
      }
    };
    void save();
    return () => {
      left = true;
    };
  }, [isUnsaved]);
}
