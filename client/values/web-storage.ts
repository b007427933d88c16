import { useSyncExternalStore } from 'react';

/** A value in one of the browser's storages; a blocked storage reads as empty and forgets what is set. */
interface ValueStore {
  get(key: string): string | undefined;
  /** What was kept as JSON; undefined when there is none, or it can't be read. */
  json(key: string): unknown;
  set(key: string, value: string | undefined): void;
}

function createStore(storage: () => Storage): ValueStore {
  const get = (key: string) => {
    try {
      return storage().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  return {
    get,
    json(key) {
      const text = get(key);
      // Asked for each line at each tap: an error for what is not there costs more than all of the lines.
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    },
    set(key, value) {
      try {
        if (value === undefined) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        // Blocked or full: the app goes on without it.
      }
    },
  };
}

export const localValue: ValueStore = createStore(getLocalStorage);
export const sessionValue: ValueStore = createStore(() => sessionStorage);

/** Where a browser denies `localStorage`, the tab's own storage keeps the values over a reload. */
function getLocalStorage(): Storage {
  try {
    return localStorage;
  } catch {
    return sessionStorage;
  }
}

/** A cookie's value; undefined where there is none, or one that is not ours to read. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const [key, ...rest] = part.split('=');
    if (key === name) return decode(rest.join('='));
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Sets a cookie for the whole site; undefined removes it. `maxAge` in seconds, default 30 days. */
export function writeCookie(name: string, value: string | undefined, maxAge = 30 * 24 * 60 * 60): void {
  const age = value === undefined ? 0 : maxAge;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

/** Names under which the phone keeps its state (CF15 to CF18). */
export const storageKeys = {
  memberId: 'member-id',
  memberName: 'member-name',
  /** A name that the server could not be told yet. */
  unsavedName: 'unsaved-name',
  /** A guest's dishes on their way to the member that the guest has become (D43). */
  movingLines: 'moving-lines',
  /** Who the diner was at the table before they logged in. */
  earlierIds: 'earlier-ids',
  getFingerprint: 'fingerprint-id',
  tableId: 'table-id',
  tableName: 'table-name',
  guestCount: 'guest-count',
  orderType: 'order-type',
  /** The rest of what makes a table: session, QR code, merchant. */
  table: 'table',
  theme: 'theme',
  textSize: 'text-size',
  merchantId: 'merchant-id',
  /** The merchant whose calls go to a server of its own (serverMode 1). */
  localMerchant: 'local-merchant',
  /** What the phone's diner eats; never sent anywhere. */
  dishFilter: 'dish-filter',
  /** Notes that are being written, by line. */
  noteDrafts: 'note-drafts',
  /** What was looked for, by merchant. */
  recentSearches: 'recent-searches',
  /** How a dish was chosen last, by merchant. */
  dishChoices: 'dish-choices',
  /** What an owner typed and the server does not have yet, by merchant. */
  menuEdits: 'menu-edits',
  /** The table's order as it was told last, and what a phone remembers of a table that was put back (S2). */
  lastOrder: 'last-order',
  restoredTable: 'restored-table',
  /** What the engine is told is recorded, for support. */
  recordRuns: 'record-runs',
} as const;

export const cookieNames = {
  token: 'token',
  registrationState: 'registrationState',
  browserId: 'uuid',
  locale: 'locale',
  merchantId: 'merchantId',
} as const;

/** CL13: the locale cookie lasts 365 days. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;

/** A value that outlives the page, the same in every tab; without storage it lasts as long as the page. */
interface StoredValue<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void;
}

/** Keeps a value as JSON under `key`; `read` makes sense of whatever is found there, undefined included. */
export function createStoredValue<Value>(key: string, read: (kept: unknown) => Value): StoredValue<Value> {
  const listeners = new Set<() => void>();
  let current: { value: Value } | undefined;
  const handleStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    current = undefined;
    for (const listener of listeners) listener();
  };
  return {
    get: () => (current ??= { value: read(localValue.json(key)) }).value,
    set(value) {
      current = { value };
      localValue.set(key, JSON.stringify(value));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', handleStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', handleStorage);
      };
    },
  };
}

/** The value, followed while it changes. */
export function useStoredValue<Value>(kept: StoredValue<Value>): Value {
  return useSyncExternalStore(kept.subscribe, kept.get, kept.get);
}
