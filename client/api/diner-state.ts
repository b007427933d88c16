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

/** The table that was scanned; kept over a reload. */
export interface AtTable {
  readonly merchantId: string;
  /** Empty, like name and QR code: an order without a table (D19). */
  readonly tableId: string;
  readonly tableName: string;
  readonly qrcodeId: string;
  /** Empty when the server names none (S1). */
  readonly sessionId: string;
  /** S2: when the table was taken up anew in the same session, ms since 1970. */
  readonly reopenedAt?: number;
  /** CX19: the diner's party joined this one. */
  readonly hasJoined?: boolean;
}

/** Guests of a table session who the diner was on this phone before they logged in (O4). */
export interface EarlierIds {
  readonly sessionId: string;
  readonly userIds: readonly string[];
  /** Of the last of them. */
  readonly token?: string | undefined;
}

/** Who asks from where: what every call's headers are made of. */
export interface DinerState {
  readonly token: string | undefined;
  readonly member: Member | undefined;
  readonly earlier: EarlierIds | undefined;
  readonly merchantId: string | undefined;
  readonly table: AtTable | undefined;
  /** CE11: of whom a 401 ended; the login, to which they are led, leads back there. */
  readonly expiredTable?: AtTable | undefined;
  readonly language: LanguageCode;
  /** Per browser, new at login and logout; messages of the table group bear it. */
  readonly browserId: string;
}

/** The one place that holds it; every change is written through to cookies and storage. */
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

/** Whether a member uses this phone just now; read from the state itself, before any page has rendered again. */
export function isRegistered(): boolean {
  return dinerState.value.member?.registrationState === registrationState.registered;
}

/** Whether the diner's first name is known; read from the state itself, too. */
export function hasName(): boolean {
  return Boolean(dinerState.value.member?.firstName.trim());
}

/** Another tab logged in or out, or scanned another table: this one follows. */
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

/** What was chosen was for the table that is left. */
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

/** Who the kept token is, as far as the phone knows without asking: enough to open the cart at once. */
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
