import { useSyncExternalStore } from 'react';

/** Values in one of the browser's storages. A blocked storage reads as empty, and writing to it has no effect. */
interface ValueStore {
  get(key: string): string | undefined;
  /** Reads a JSON value. Returns undefined if there is none or it is broken. */
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
      // Called for each line at each tap. An exception for a missing value would cost more than all other work.
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
        // Storage is blocked or full. The app works without it.
      }
    },
  };
}

export const localValue: ValueStore = createStore(getLocalStorage);
export const sessionValue: ValueStore = createStore(() => sessionStorage);

/** If the browser denies `localStorage`, session storage at least survives a reload of this tab. */
function getLocalStorage(): Storage {
  try {
    return localStorage;
  } catch {
    return sessionStorage;
  }
}

/** Returns a cookie's value, or undefined if there is none or it cannot be decoded. */
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

/**
 * Sets a cookie for the whole site; undefined removes it.
 * @param maxAge in seconds, default 30 days
 */
export function writeCookie(name: string, value: string | undefined, maxAge = 30 * 24 * 60 * 60): void {
  const age = value === undefined ? 0 : maxAge;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

/** Keys of local and session storage. The contract names some of them, so they must not change. */
export const storageKeys = {
  memberId: 'member-id',
  memberName: 'member-name',
  /** A name that is not yet sent to the server. */
  unsavedName: 'unsaved-name',
  /** A guest's dishes that are being moved to the member's cart after a login. */
  movingLines: 'moving-lines',
  /** Guest ids that the diner had at the table before they logged in. */
  earlierIds: 'earlier-ids',
  fingerprint: 'fingerprint-id',
  tableId: 'table-id',
  tableName: 'table-name',
  guestCount: 'guest-count',
  orderType: 'order-type',
  /** The whole table as JSON: id, name, session, QR code, merchant. */
  table: 'table',
  theme: 'theme',
  textSize: 'text-size',
  merchantId: 'merchant-id',
  /** The merchant whose calls go to its own server (`serverMode` 1). */
  localMerchant: 'local-merchant',
  /** The diner's diet and allergies. They never leave the phone. */
  dishFilter: 'dish-filter',
  /** Unfinished notes, by line. */
  noteDrafts: 'note-drafts',
  /** Recent searches, by merchant. */
  recentSearches: 'recent-searches',
  /** The last choices for each dish, by merchant. */
  dishChoices: 'dish-choices',
  /** The owner's unsaved edits of the menu, by merchant. */
  menuEdits: 'menu-edits',
  /** The table's last known order. */
  lastOrder: 'last-order',
  /** Facts about a table that the server restored from a backup. */
  restoredTable: 'restored-table',
  /** Whether the engine's inputs are recorded for support. */
  recordRuns: 'record-runs',
} as const;

export const cookieNames = {
  token: 'token',
  registrationState: 'registrationState',
  browserId: 'uuid',
  locale: 'locale',
  merchantId: 'merchantId',
} as const;

/** The contract gives the locale cookie 365 days. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;

/** A value in local storage, the same in every tab. If storage is blocked, it lasts as long as the page. */
interface StoredValue<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a value that is stored as JSON under `key`.
 * @param read validates the stored value, which may be undefined or broken
 */
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

/** Returns the value and renders the component again when it changes. */
export function useStoredValue<Value>(kept: StoredValue<Value>): Value {
  return useSyncExternalStore(kept.subscribe, kept.get, kept.get);
}
