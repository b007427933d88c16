import { useCallback, useEffect, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { CartEngine } from '#src/runtime/cart-engine.ts';
import { useCartEngine } from '#src/kit/cart/hooks.ts';

/**
 * A login closes the guest's log and opens the member's (D8). The function answers the engine that runs instead of
 * `before` once the server's first answer is in, or undefined when that takes too long.
 */
export function useNextEngine(): (before: CartEngine | undefined) => Promise<CartEngine | undefined> {
  const engine = useCartEngine();
  const [engines] = useState(() => new BehaviorSubject(engine));
  useEffect(() => engines.next(engine), [engines, engine]);

  return useCallback(
    async (before) => {
      try {
        return (await import('./wait-for-engine.ts')).engineAfter(before, engines);
      } catch (error) {
        console.warn('the next cart could not be waited for', error);
        return undefined;
      }
    },
    [engines],
  );
}
