import { filter, firstValueFrom, map, of, switchMap, timeout, type Observable } from 'rxjs';
import type { CartEngine } from '#src/runtime/cart-engine.ts';

/** ms; after that the diner is asked to try again. */
const patience = 15_000;

/** The first of the engines that is not `before` and has the server's first answer; undefined when that takes too long. */
export function engineAfter(
  before: CartEngine | undefined,
  engines: Observable<CartEngine | undefined>,
): Promise<CartEngine | undefined> {
  return firstValueFrom(
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
  );
}
