/**
 * A guest's token is good no longer (CE11). Nobody asked the guest to log in, so the phone registers them again without a
 * word and goes on: the dishes that are not sent yet go along. A server of ours ends a guest's visit only on purpose, when
 * the staff removed them (D38); there it stays ended.
 */
import { headers } from '#contract/http/headers.ts';
import { ApiError } from '#client/api/api-error.ts';
import { dinerState, isRegistered, updateDiner } from '#client/api/diner-state.ts';
import { isOurServer } from '#client/api/server-clock.ts';
import { requestGuest } from '#src/diner/member.ts';
import { cookieNames, localValue, readCookie, storageKeys } from '#client/values/web-storage.ts';
import { earlierIdsOf } from './earlier-ids.ts';

/** `unknown`: the server could not be reached; the next 401 asks again. */
type Outcome = 'goesOn' | 'isOver' | 'unknown';

type Rename = (firstName: string, lastName: string) => Promise<void>;

/** A server that refuses the new guest, too, within this time will go on refusing, ms. */
const againAfterMs = 60_000;

let registeredAt = -Infinity;
let running: Promise<Outcome> | undefined;

/**
 * Tries it once, however many calls hear of the 401 in however many tabs. Never rejects.
 * @param rename tells the server a name that it does not know
 */
export function registerAgain(rename: Rename): Promise<Outcome> {
  running ??= inTurn(() => register(rename)).finally(() => {
    running = undefined;
  });
  return running;
}

async function register(rename: Rename): Promise<Outcome> {
  const { token, member, merchantId } = dinerState.value;
  if (!token || !member || !merchantId || isRegistered() || (await isOurServer())) return 'isOver';
  // Another tab was faster: this one follows by itself.
  if ((readCookie(cookieNames.token) || token) !== token) return 'goesOn';
  if (performance.now() - registeredAt < againAfterMs) return 'isOver';
  try {
    // Not with the old token: nobody knows it any more.
    const told = await requestGuest({ merchantId, headers: { [headers.authorization]: '' } });
    if (dinerState.value.token !== token) return 'goesOn';
    if (!told.token) return 'isOver';
    registeredAt = performance.now();
    const earlier = earlierIdsOf(told.id);
    const { name, firstName, lastName } = told.firstName ? told : member;
    // The server may know the guest by the same id: without a change the other tabs would not hear of the new token.
    localValue.set(storageKeys.memberId, undefined);
    updateDiner({
      member: { ...told, name, firstName, lastName },
      // Its token takes nothing out of the guest's cart any more.
      earlier: earlier && { ...earlier, token: undefined },
      token: told.token,
    });
    if (!told.firstName && firstName)
      rename(firstName, lastName).catch((error: unknown) =>
        console.warn('the name could not be saved', error),
      );
    return 'goesOn';
  } catch (error) {
    return error instanceof ApiError && error.isWorthAnotherTry ? 'unknown' : 'isOver';
  }
}

/** `navigator.locks` is absent on plain HTTP (D24): there each tab registers, and the last one counts. */
async function inTurn(work: () => Promise<Outcome>): Promise<Outcome> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return await (locks ? locks.request('register-again', work) : work());
}
