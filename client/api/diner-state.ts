/**
 * Who uses this phone, at which table and in which language. `dinerState` is the only place that holds it. Every change is
 * also written to cookies and local storage, so a reload finds it and other tabs follow.
 */
import { nanoid } from 'nanoid';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import { registrationState } from '#contract/states.ts';
import type { Member } from '#contract/calls/member.ts';
import {
  cookieNames,
  localValue,
  readCookie,
  sessionValue,
  storageKeys,
  writeCookie,
} from '#client/values/web-storage.ts';
import { createValue } from '#client/values/value.ts';

/** The table that was scanned. */
export interface AtTable {
  readonly merchantId: string;
  /** Empty, like name and QR code, for an order without a table. */
  readonly tableId: string;
  readonly tableName: string;
  readonly qrcodeId: string;
  /** The table session. Empty if the server names none. */
  readonly sessionId: string;
  /** When the server restored the table from a backup in the same session, ms since 1970. */
  readonly reopenedAt?: number;
  /** The diner's own table was joined with this one. */
  readonly hasJoined?: boolean;
}

/** The guest ids that this diner had at the table session before they logged in on this phone. */
export interface EarlierIds {
  readonly sessionId: string;
  readonly userIds: readonly string[];
  /** The token of the last id. */
  readonly token?: string | undefined;
}

/** The headers of every call are built from this. */
export interface DinerState {
  readonly token: string | undefined;
  readonly member: Member | undefined;
  readonly earlier: EarlierIds | undefined;
  readonly merchantId: string | undefined;
  readonly table: AtTable | undefined;
  /** The table at which a 401 ended the login. After the next login the app returns there. */
  readonly expiredTable?: AtTable | undefined;
  readonly language: LanguageCode;
  /** One per browser, new at each login and logout. Messages of the table group contain it. */
  readonly browserId: string;
}

/** Change it only through `updateDiner`. */
export const dinerState = createValue<DinerState>({
  token: readCookie(cookieNames.token),
  member: readMember(),
  earlier: readEarlierIds(),
  merchantId: readCookie(cookieNames.merchantId),
  table: readTable(),
  language: defaultLanguage,
  browserId: loadBrowserId(),
});

export function updateDiner(change: Partial<DinerState>): void {
  const state = { ...dinerState.value, ...change };
  if ('token' in change) writeCookie(cookieNames.token, state.token);
  if ('browserId' in change) writeCookie(cookieNames.browserId, state.browserId);
  if ('merchantId' in change) writeCookie(cookieNames.merchantId, state.merchantId);
  if ('member' in change) {
    localValue.set(storageKeys.memberId, state.member?.id);
    localValue.set(storageKeys.memberName, state.member?.firstName);
    const registration = state.member && String(state.member.registrationState);
    writeCookie(cookieNames.registrationState, registration);
  }
  if ('earlier' in change)
    localValue.set(storageKeys.earlierIds, state.earlier && JSON.stringify(state.earlier));
  if ('table' in change) writeTable(state.table);
  if ('table' in change && !state.table) forgetChoices();
  dinerState.next(state);
}

/** Whether a member uses this phone. Reads the state itself, which is newer than the last render. */
export function isRegistered(): boolean {
  return dinerState.value.member?.registrationState === registrationState.registered;
}

/** Whether the diner's first name is known. Reads the state itself, which is newer than the last render. */
export function hasName(): boolean {
  return Boolean(dinerState.value.member?.firstName.trim());
}

/** Updates this tab when another tab has logged in or out, or has scanned another table. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== storageKeys.memberId && key !== storageKeys.table) return;
    if (!readTable()) forgetChoices();
    dinerState.next({
      ...dinerState.value,
      token: readCookie(cookieNames.token),
      member: readMember(),
      earlier: readEarlierIds(),
      merchantId: readCookie(cookieNames.merchantId),
      table: readTable(),
      browserId: loadBrowserId(),
    });
  });
}

export function createBrowserId(): string {
  return nanoid();
}

function loadBrowserId(): string {
  const kept = readCookie(cookieNames.browserId);
  if (kept) return kept;
  const fresh = createBrowserId();
  writeCookie(cookieNames.browserId, fresh);
  return fresh;
}

function writeTable(table: AtTable | undefined): void {
  localValue.set(storageKeys.tableId, table?.tableId || undefined);
  localValue.set(storageKeys.tableName, table?.tableName || undefined);
  localValue.set(storageKeys.table, table && JSON.stringify(table));
}

/** Deletes guest count and order type, which the diner chose for the old table. */
function forgetChoices(): void {
  localValue.set(storageKeys.guestCount, undefined);
  sessionValue.set(storageKeys.orderType, undefined);
}

function readTable(): AtTable | undefined {
  const table = localValue.json(storageKeys.table);
  return isTable(table) ? table : undefined;
}

function readEarlierIds(): EarlierIds | undefined {
  const kept = localValue.json(storageKeys.earlierIds) as Partial<EarlierIds> | null | undefined;
  const { sessionId, userIds, token } = kept ?? {};
  const isWhole = typeof sessionId === 'string' && Array.isArray(userIds);
  return isWhole ? { sessionId, userIds: userIds.filter((id) => typeof id === 'string'), token } : undefined;
}

/** Restores the member from storage, without names and contacts that only the server has. The cart can open at once. */
function readMember(): Member | undefined {
  const id = localValue.get(storageKeys.memberId);
  if (!id || !readCookie(cookieNames.token)) return undefined;
  const firstName = localValue.get(storageKeys.memberName) ?? '';
  return {
    id,
    name: firstName,
    firstName,
    lastName: '',
    mail: '',
    phone: '',
    birthday: null,
    languagePreference: '',
    registrationState: Number(readCookie(cookieNames.registrationState)) || 0,
    availableUserCouponCount: 0,
  };
}

function isTable(value: unknown): value is AtTable {
  const keys = ['merchantId', 'tableId', 'tableName', 'qrcodeId', 'sessionId'];
  const table = value as Readonly<Record<string, unknown>> | null | undefined;
  return keys.every((key) => typeof table?.[key] === 'string');
}
