/** A value in one of the browser's storages; a blocked storage reads as empty and forgets what is set. */
interface ValueStore {
  get(key: string): string | undefined;
  /** What was kept as JSON; undefined when there is none, or it can't be read. */
  json(key: string): unknown;
  /** undefined removes it. */
  set(key: string, value: string | undefined): void;
}

function storeOn(storage: () => Storage): ValueStore {
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
      try {
        return JSON.parse(get(key) ?? '') as unknown;
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

export const localValue: ValueStore = storeOn(() => localStorage);
export const sessionValue: ValueStore = storeOn(() => sessionStorage);

/** A cookie's value, or undefined. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const [key, ...rest] = part.split('=');
    if (key === name) return decodeURIComponent(rest.join('='));
  }
  return undefined;
}

/** Sets a cookie for the whole site; undefined removes it. `maxAge` in seconds, default 30 days. */
export function writeCookie(name: string, value: string | undefined, maxAge = 30 * 24 * 60 * 60): void {
  const age = value === undefined ? 0 : maxAge;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
