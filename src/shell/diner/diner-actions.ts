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
import { request } from '#client/api/call/client.ts';
import {
  dinerState,
  isRegistered,
  newBrowserId,
  updateDiner,
  type AtTable,
  type DinerState,
} from '#client/api/diner-state.ts';
import { ensureDiner, restoreMember, saveMember } from '#src/diner/member.ts';
import { localValue, sessionValue, storageKeys } from '#client/values/web-storage.ts';
import { dropUnsavedName, storeUnsavedName, readUnsavedName } from '#src/diner/unsaved-name.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { streamOf } from '#client/environment/state.ts';
import type { LoginResult, ProfileFields } from '#src/diner/diner.ts';
import { endedVisit } from '#src/diner/ended-visit.ts';
import { forgetPersonal } from '#client/api/answers/queries.ts';
import { earlierIdsOf } from './earlier-ids.ts';
import { registerAgain } from './register-again.ts';

export { endLogin } from '#src/diner/member.ts';

/** O4: how long login waits for the guest's own changes to be sent, ms. */
const settleBeforeLoginMs = 10_000;
/** How long the popup waits for the server's word on a name, ms. */
const nameWaitMs = 1_500;

/** How long to wait before the member, or the table, is asked for again, ms. */
const restoreAgainMs = 3_000;

/** Asks who the kept token is until the server has said, or `isOver`. Never rejects. */
export async function restoreMemberWithRetries(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      return void (await restoreMember());
    } catch (error) {
      // A 401 has logged the diner out already; without an answer it is worth another try.
      if (!(error instanceof ApiError) || error.failure.kind !== 'network') return;
      await new Promise((resolve) => setTimeout(resolve, restoreAgainMs));
    }
  }
}

/**
 * CE11: what follows a 401. A guest goes on as a new guest; else nobody sits here any more. @param forget lets go of the
 * diner, who may sit down again at the table that they `left`
 */
export async function handleUnauthorized(
  queries: QueryClient,
  forget: (more: Pick<DinerState, 'left'>) => void,
): Promise<void> {
  const outcome = await registerAgain(renameDiner);
  if (outcome === 'goesOn') await queries.invalidateQueries();
  const { token, table: left } = dinerState.value;
  if (outcome !== 'isOver' || !token) return;
  endedVisit.next(true);
  forget({ left });
  await forgetPersonal(queries);
}

/** How often the diner has chosen where to sit. The newest choice decides, in whatever order the answers come. */
let choices = 0;

/** The scan: registers the guest if needed, then opens or joins the table's session. Rejects with an ApiError. */
export async function scanTable(merchantId: string, qrcodeId: string, reopenedAt?: number): Promise<AtTable> {
  choices += 1;
  const choice = choices;
  const info = await findTable(merchantId, qrcodeId);
  const { tableName } = info;
  const sessionId = info.sessionId ?? '';
  const kept = dinerState.value.table;
  // CX19: of a party that was moved the cart's log goes on.
  const isKnown = sessionId !== '' && kept?.merchantId === merchantId && kept.sessionId === sessionId;
  const tableId = isKnown ? kept.tableId : info.tableId;
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
  if (kept?.tableId !== tableId || kept.sessionId !== sessionId || reopenedAt !== undefined)
    updateDiner({ table });
  logBehaviour('table-scanned');
  localValue.set(storageKeys.guestCount, String(info.guests));
  if (info.orderType !== null) sessionValue.set(storageKeys.orderType, String(info.orderType));
  // CA21: nobody waits for it; the cart's own first question answers the same.
  request(initializeCart, { body: { merchantId, browserId: dinerState.value.browserId } }).catch(
    (error: unknown) => console.warn('the table’s cart was not initialized', error),
  );
  return table;
}

/** A scan needs no login: a diner whose login has ended goes on as a new guest. Rejects with an ApiError. */
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

/** How long a 401 may take to end a login or to register the guest again, ms. */
const tokenChangeMs = 3_000;

/** Waits until the diner has another token, or none. */
async function waitForTokenChange(token: string | undefined): Promise<boolean> {
  const tokens = streamOf(dinerState).pipe(filter((state) => state.token !== token));
  return await firstValueFrom(
    tokens.pipe(
      map(() => true),
      timeout({ first: tokenChangeMs, with: () => of(false) }),
    ),
  );
}

/** To-go without a table (D19). Rejects with an ApiError. */
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

/** S2: sits down again at a table whose data was put back; undefined: the diner has left it. Rejects with an ApiError. */
export async function rejoinTable(left: AtTable): Promise<AtTable | undefined> {
  while (dinerState.value.table?.sessionId === left.sessionId) {
    try {
      if (left.tableId) return await scanTable(left.merchantId, left.qrcodeId, Date.now());
      await orderWithoutTable(left.merchantId);
      return dinerState.value.table;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isWorthAnotherTry) throw error;
      await new Promise((resolve) => setTimeout(resolve, restoreAgainMs));
    }
  }
  return undefined;
}

/** D8, O4: waits for the own changes, logs in, and becomes another diner: new token, new browser id, new log. */
export async function logInAs(
  phone: string,
  code: string,
  engine: CartEngine | undefined,
): Promise<LoginResult> {
  if (engine && !(await engine.settled(settleBeforeLoginMs))) return { ok: false, error: undefined };
  try {
    const body = { phone, code, autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
    const member = await request(login, { body });
    const guest = isRegistered() ? undefined : dinerState.value.member;
    updateDiner({
      member,
      earlier: earlierIdsOf(member.id),
      token: member.token ?? dinerState.value.token,
      browserId: newBrowserId(),
    });
    endedVisit.next(false);
    logBehaviour('logged-in');
    // P5: the table knows the guest's name, and a server need not take it along.
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
 * The name stands on the phone at once, like a dish, and the server hears it when it can be reached. Rejects with an
 * ApiError when the server will not have it.
 */
export async function renameDiner(firstName: string, lastName = ''): Promise<void> {
  const { member } = dinerState.value;
  if (!member) return;
  storeUnsavedName(member, { firstName, lastName });
  const saving = saveMember(member, { firstName, lastName }).catch((error: unknown) => {
    // No word on it: whoever watches over unsaved names tries again.
    if (error instanceof ApiError && error.isWorthAnotherTry) return;
    dropUnsavedName();
    updateDiner({ member });
    throw error;
  });
  // Nobody waits for a slow network before their first dish; who has gone on already keeps the name they gave.
  const longEnough = new Promise<void>((resolve) => setTimeout(resolve, nameWaitMs));
  await Promise.race([saving, longEnough]);
  saving.catch((error: unknown) => console.warn('the name could not be saved', error));
}

/** A name that was kept on the phone goes to the server. Rejects with an ApiError. */
export async function saveUnsavedName(): Promise<void> {
  // What else the server knows of the diner goes back with it unchanged.
  const member = await restoreMember();
  const names = readUnsavedName(member.id);
  if (names) await saveMember(member, names);
}

/** Rejects with an ApiError. */
export async function saveProfile(profile: ProfileFields): Promise<void> {
  const { member } = dinerState.value;
  if (member) await saveMember(member, profile);
}
