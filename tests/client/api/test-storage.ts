/** A browser's storage and cookies in memory, for tests without a page. */
import { vi } from 'vitest';

/** Stubs the globals that the phone's code reads when it is loaded. `vi.unstubAllGlobals` removes them. */
export function stubPage(elements: Readonly<Record<string, string>> = {}) {
  const [page, local, session] = [testDocument(elements), testStorage(), testStorage()];
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'http://phone.test', protocol: 'http:' });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  return { page, local, session };
}

export function testStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

/** A page that keeps cookies. `elements` are the texts of its elements by id. */
export function testDocument(elements: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, string>();
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', ...value] = pair.split('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value.join('='));
    },
    getElementById: (id: string) => (id in elements ? { textContent: elements[id] } : null),
  };
}
