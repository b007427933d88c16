import i18next from 'i18next';
import { filter, firstValueFrom, map, of, switchMap, timeout, type Observable } from 'rxjs';
import { dinerState } from '#client/api/diner-state.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { streamOf } from '#client/environment/state.ts';
import type { Value } from '#client/values/value.ts';

/** ms; after that the diner is asked to try again. */
const patience = 15_000;

function giveUp(): Observable<undefined> {
  showToast(i18next.t('table:cartLate'));
  return of(undefined);
}

/**
 * The first of the engines that is the diner's and has the server's first answer; undefined when that takes too long.
 * Right after a login the guest's engine may still run. A server may also make the guest a member who keeps the guest's
 * id, and then the same engine goes on.
 */
export function waitForDinersEngine(engines: Value<CartEngine | undefined>): Promise<CartEngine | undefined> {
  return firstValueFrom(
    streamOf(engines).pipe(
      filter((next): next is CartEngine => next !== undefined && next.userId === dinerState.value.member?.id),
      switchMap((next) =>
        next.status.pipe(
          filter(({ loaded }) => loaded),
          map(() => next),
        ),
      ),
      timeout({ first: patience, with: giveUp }),
    ),
  );
}
