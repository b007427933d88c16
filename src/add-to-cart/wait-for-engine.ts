import i18next from 'i18next';
import { filter, firstValueFrom, map, of, switchMap, timeout, type Observable } from 'rxjs';
import { dinerState } from '#client/api/diner-state.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { toObservable } from '#client/environment/state.ts';
import type { Value } from '#client/values/value.ts';

/** ms after which the diner is asked to try again. */
const timeoutMs = 15_000;

function giveUp(): Observable<undefined> {
  showToast(i18next.t('table:cartLate'));
  return of(undefined);
}

/**
 * Waits for the first engine that belongs to the current diner and has the server's first answer.
 * Resolves with undefined after 15 s.
 *
 * Right after a login the guest's engine may still run, so the user id decides. If the server gives the member the
 * guest's id, the same engine continues.
 */
export function waitForDinersEngine(engines: Value<CartEngine | undefined>): Promise<CartEngine | undefined> {
  return firstValueFrom(
    toObservable(engines).pipe(
      filter((next): next is CartEngine => next !== undefined && next.userId === dinerState.value.member?.id),
      switchMap((next) =>
        next.status.pipe(
          filter(({ loaded }) => loaded),
          map(() => next),
        ),
      ),
      timeout({ first: timeoutMs, with: giveUp }),
    ),
  );
}
