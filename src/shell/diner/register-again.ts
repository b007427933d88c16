/**
 * Registers a guest again after a server has rejected their token with a 401. A guest has no login to repeat, so this
 * happens without a question, and unsent dishes stay in the cart.
 *
 * The visit is over instead
 * - for members, who have to log in
 * - at our own server, which ends a guest's visit only if staff removed the guest
 * - if the new token is rejected within a minute as well.
 */
import { headers } from '#contract/http/headers.ts';
import { ApiError } from '#client/api/api-error.ts';
import { dinerState, isRegistered, updateDiner } from '#client/api/diner-state.ts';
import { isEventServer } from '#client/api/server-clock.ts';
import { requestGuest } from '#src/diner/member.ts';
import { cookieNames, localValue, readCookie, storageKeys } from '#client/values/web-storage.ts';
import { listEarlierIds } from './earlier-ids.ts';

/** `unknown`: the server could not be reached. The next 401 tries again. */
type Outcome = 'goesOn' | 'isOver' | 'unknown';

type Rename = (firstName: string, lastName: string) => Promise<void>;

/** A second 401 within this time ends the visit, ms. The server would reject further guests, too. */
const minIntervalMs = 60_000;

let registeredAt = -Infinity;
let running: Promise<Outcome> | undefined;

/**
 * Registers once, however many calls in however many tabs fail with a 401. Never rejects.
 * @param rename sends the guest's name to the server
 */
export function registerAgain(rename: Rename): Promise<Outcome> {
  running ??= runExclusively(() => register(rename)).finally(() => {
    running = undefined;
  });
  return running;
}

async function register(rename: Rename): Promise<Outcome> {
  const { token, member, merchantId } = dinerState.value;
  if (!token || !member || !merchantId || isRegistered() || (await isEventServer())) return 'isOver';
  // Another tab has registered already. This tab receives the new token from it.
  if ((readCookie(cookieNames.token) || token) !== token) return 'goesOn';
  if (performance.now() - registeredAt < minIntervalMs) return 'isOver';
  try {
    // Sent without the old token, which the server would reject.
    const guest = await requestGuest({ merchantId, headers: { [headers.authorization]: '' } });
    if (dinerState.value.token !== token) return 'goesOn';
    if (!guest.token) return 'isOver';
    registeredAt = performance.now();
    const earlier = listEarlierIds(guest.id);
    const { name, firstName, lastName } = guest.firstName ? guest : member;
    // The guest may keep their id. Removing it first makes the storage event fire, so that other tabs read the new token.
    localValue.set(storageKeys.memberId, undefined);
    updateDiner({
      member: { ...guest, name, firstName, lastName },
      // The rejected token can no longer remove lines from the guest's cart.
      earlier: earlier && { ...earlier, token: undefined },
      token: guest.token,
    });
    if (!guest.firstName && firstName)
      rename(firstName, lastName).catch((error: unknown) =>
        console.warn('the name could not be saved', error),
      );
    return 'goesOn';
  } catch (error) {
    return error instanceof ApiError && error.isWorthAnotherTry ? 'unknown' : 'isOver';
  }
}

/** On plain HTTP `navigator.locks` is missing. There each tab registers, and the last registration is used. */
async function runExclusively(work: () => Promise<Outcome>): Promise<Outcome> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return await (locks ? locks.request('register-again', work) : work());
}
