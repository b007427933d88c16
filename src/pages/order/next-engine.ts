import { useCallback, useEffect, useState } from 'react';
import { BehaviorSubject, filter, firstValueFrom, map, of, switchMap, timeout } from 'rxjs';
import type { CartEngine } from '#src/cart/cart-engine.ts';
import { useCartEngine } from '#src/cart/hooks.ts';

/** ms; after that the diner is asked to try again. */
const patience = 15_000;

/**
 * A login closes the guest's log and opens the member's (D8). The function answers the engine that runs instead of
 * `before` once the server's first answer is in, or undefined when that takes too long.
 */
export function useNextEngine(): (before: CartEngine | undefined) => Promise<CartEngine | undefined> {
  const engine = useCartEngine();
  const [engines] = useState(() => new BehaviorSubject(engine));
  useEffect(() => engines.next(engine), [engines, engine]);

  return useCallback(
    (before) =>
      firstValueFrom(
        engines.pipe(
          filter((next): next is CartEngine => next !== undefined && next !== before),
          switchMap((next) =>
            next.status.pipe(
              filter(({ loaded }) => loaded),
              map(() => next),
            ),
          ),
          timeout({ first: patience, with: () => of(undefined) }),
        ),
      ),
    [engines],
  );
}
