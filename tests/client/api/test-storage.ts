/** A browser's storage and cookies in memory, to be stubbed in where there is no page. */

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

/** A page that keeps cookies; `elements` are the texts of its elements by id. */
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
