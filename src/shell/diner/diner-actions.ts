import type { QueryClient } from '@tanstack/react-query';
import { filter, firstValueFrom, map, of, timeout } from 'rxjs';
import { initializeCart } from '#contract/calls/cart.ts';
import { login } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/http/call.ts';
import { orderType } from '#contract/states.ts';
import { ApiError } from '#client/api/api-error.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { request } from '#client/api/call/request.ts';
import {
  dinerState,
  isRegistered,
  createBrowserId,
  updateDiner,
  type AtTable,
  type DinerState,
} from '#client/api/diner-state.ts';
import { ensureDiner, restoreMember, saveMember } from '#src/diner/member.ts';
import { localValue, sessionValue, storageKeys } from '#client/values/web-storage.ts';
import { dropUnsavedName, storeUnsavedName, readUnsavedName } from '#src/diner/unsaved-name.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { toObservable } from '#client/environment/state.ts';
import type { LoginResult, ProfileFields } from '#src/diner/diner.ts';
import { endedVisit } from '#src/diner/ended-visit.ts';
import { resetPersonalQueries } from '#client/api/queries/merchant-queries.ts';
import { listEarlierIds } from './earlier-ids.ts';
import { registerAgain } from './register-again.ts';

export { endLogin } from '#src/diner/member.ts';

/** The diner's actions that need the server: scan, login, name, profile. Their code is loaded on demand. */

/** How long a login waits until the guest's own changes are sent, ms. Unsent changes would be lost with the guest. */
const settleBeforeLoginMs = 10_000;
/** How long the popup waits for the server to accept a name, ms. */
const nameWaitMs = 1_500;

/** The pause before the next request for the member or the table, ms. */
const retryMs = 3_000;

/** Loads the member of the stored token. Retries until the server answers or `isCancelled`. Never rejects. */
export async function restoreMemberWithRetries(isCancelled: () => boolean): Promise<void> {
  while (!isCancelled()) {
    try {
      return void (await restoreMember());
    } catch (error) {
      // After a 401 the diner is already logged out. Only a missing answer is worth a retry.
      if (!(error instanceof ApiError) || error.failure.kind !== 'network') return;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/**
 * Handles a 401. A guest is registered again. Otherwise the visit ends and the login page opens.
 * @param forget forgets the diner. The login page leads back to the table `expiredTable`.
 */
export async function handleUnauthorized(
  queries: QueryClient,
  forget: (more: Pick<DinerState, 'expiredTable'>) => void,
): Promise<void> {
  const outcome = await registerAgain(renameDiner);
  if (outcome === 'goesOn') await queries.invalidateQueries();
  const { token, table: left } = dinerState.value;
  if (outcome !== 'isOver' || !token) return;
  endedVisit.next(true);
  forget({ expiredTable: left });
  await resetPersonalQueries(queries);
}

/** Counts scans and orders to go. A scan's answer is ignored if the diner has scanned or ordered to go meanwhile. */
let choices = 0;

/**
 * Registers the guest if needed, then opens or joins the session of the scanned table. Rejects with an ApiError.
 * @param reopenedAt set when joining the same session again after a restore, ms since 1970
 */
export async function scanTable(merchantId: string, qrcodeId: string, reopenedAt?: number): Promise<AtTable> {
  choices += 1;
  const choice = choices;
  const info = await findTable(merchantId, qrcodeId);
  const { tableName } = info;
  const sessionId = info.sessionId ?? '';
  const current = dinerState.value.table;
  // After staff moved the guests, the session and its cart keep the id of the table scanned first.
  const isKnown = sessionId !== '' && current?.merchantId === merchantId && current.sessionId === sessionId;
  const tableId = isKnown ? current.tableId : info.tableId;
  const table: AtTable = {
    merchantId,
    tableId,
    tableName,
    qrcodeId: info.qrcodeId ?? qrcodeId,
    sessionId,
    ...(reopenedAt !== undefined && { reopenedAt }),
    ...(info.qrcodeId !== undefined && { hasJoined: true }),
  };
  if (choice !== choices) return table;
  if (current?.tableId !== tableId || current.sessionId !== sessionId || reopenedAt !== undefined)
    updateDiner({ table });
  logBehaviour('table-scanned');
  localValue.set(storageKeys.guestCount, String(info.guests));
  if (info.orderType !== null) sessionValue.set(storageKeys.orderType, String(info.orderType));
  // Not awaited: the contract asks for this call, but the engine's first request returns the same data.
  request(initializeCart, { body: { merchantId, browserId: dinerState.value.browserId } }).catch(
    (error: unknown) => console.warn('the table’s cart was not initialized', error),
  );
  return table;
}

/** Looks up the table of a code. After a 401, tries again as the new guest. Rejects with an ApiError. */
async function findTable(merchantId: string, qrcodeId: string): Promise<DataOf<typeof getTableByQrcode>> {
  const ask = async () => {
    await ensureDiner(merchantId);
    endedVisit.next(false);
    return await request(getTableByQrcode, { params: { id: qrcodeId }, merchantId });
  };
  const { token } = dinerState.value;
  try {
    return await ask();
  } catch (error) {
    const isEnded = error instanceof ApiError && error.code === codes.unauthorized;
    if (!isEnded || !(await waitForTokenChange(token))) throw error;
    return await ask();
  }
}

/** How long `handleUnauthorized` may take to end a login or to register the guest again, ms. */
const tokenChangeMs = 3_000;

/** Waits until the diner has another token, or none. Resolves with false on timeout. */
async function waitForTokenChange(token: string | undefined): Promise<boolean> {
  const tokens = toObservable(dinerState).pipe(filter((state) => state.token !== token));
  return await firstValueFrom(
    tokens.pipe(
      map(() => true),
      timeout({ first: tokenChangeMs, with: () => of(false) }),
    ),
  );
}

/** Starts an order to go, with a cart but without a table. Rejects with an ApiError. */
export async function orderWithoutTable(merchantId: string): Promise<void> {
  choices += 1;
  await ensureDiner(merchantId);
  updateDiner({ table: undefined });
  const { browserId } = dinerState.value;
  const { sync } = await request(initializeCart, { body: { merchantId, browserId } });
  const sessionId = sync?.sessionId ?? '';
  updateDiner({ table: { merchantId, tableId: '', tableName: '', qrcodeId: '', sessionId } });
  sessionValue.set(storageKeys.orderType, String(orderType.toGo));
}

/**
 * Joins a table again after its restaurant restored older data. Retries while the server cannot be reached.
 * Resolves with undefined if the diner has left the table. Rejects with an ApiError.
 */
export async function rejoinTable(left: AtTable): Promise<AtTable | undefined> {
  while (dinerState.value.table?.sessionId === left.sessionId) {
    try {
      if (left.tableId) return await scanTable(left.merchantId, left.qrcodeId, Date.now());
      await orderWithoutTable(left.merchantId);
      return dinerState.value.table;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isWorthAnotherTry) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  return undefined;
}

/** Sends the guest's own changes, then logs in. The member is another diner: new token, new browser id, new log. */
export async function logInAs(
  phone: string,
  code: string,
  engine: CartEngine | undefined,
): Promise<LoginResult> {
  if (engine && !(await engine.waitUntilSent(settleBeforeLoginMs))) return { ok: false, error: undefined };
  try {
    const body = { phone, code, autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
    const member = await request(login, { body });
    const guest = isRegistered() ? undefined : dinerState.value.member;
    updateDiner({
      member,
      earlier: listEarlierIds(member.id),
      token: member.token ?? dinerState.value.token,
      browserId: createBrowserId(),
    });
    endedVisit.next(false);
    logBehaviour('logged-in');
    // The server may not copy the guest's name to the member, but the table knows the diner by it.
    if (!member.firstName.trim() && guest?.firstName)
      renameDiner(guest.firstName, guest.lastName).catch((error: unknown) =>
        console.warn('the name could not be saved', error),
      );
    return { ok: true, member };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ok: false, error };
  }
}

/**
 * Shows the name at once and sends it to the server. Resolves after 1.5 s even without an answer.
 * Rejects with an ApiError if the server refuses the name by then.
 */
export async function renameDiner(firstName: string, lastName = ''): Promise<void> {
  const { member } = dinerState.value;
  if (!member) return;
  storeUnsavedName(member, { firstName, lastName });
  const saving = saveMember(member, { firstName, lastName }).catch((error: unknown) => {
    // The name stays stored, and `watchUnsavedName` tries again.
    if (error instanceof ApiError && error.isWorthAnotherTry) return;
    dropUnsavedName();
    updateDiner({ member });
    throw error;
  });
  // The first dish does not wait for a slow network. A later refusal is only logged.
  const waited = new Promise<void>((resolve) => setTimeout(resolve, nameWaitMs));
  await Promise.race([saving, waited]);
  saving.catch((error: unknown) => console.warn('the name could not be saved', error));
}

/** Sends the name that is stored on the phone. Rejects with an ApiError. */
export async function saveUnsavedName(): Promise<void> {
  // The update replaces all fields, so the server's present values are needed.
  const member = await restoreMember();
  const names = readUnsavedName(member.id);
  if (names) await saveMember(member, names);
}

/** Saves the member's profile. Rejects with an ApiError. */
export async function saveProfile(profile: ProfileFields): Promise<void> {
  const { member } = dinerState.value;
  if (member) await saveMember(member, profile);
}
