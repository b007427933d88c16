/**
 * A query whose lists are texts with commas, however the asker's library writes a list: `a=1,2`, `a=1&a=2`,
 * `a[]=1&a[]=2` or `a[0]=1&a[1]=2`. Each call's schema then reads one form.
 */
export function joinLists(query: unknown): Record<string, unknown> {
  const joined = new Map<string, unknown>();
  for (const [key, value] of Object.entries(query ?? {})) {
    const name = key.replace(/\[\d*\]$/, '');
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const all = joined.has(name) ? [joined.get(name), ...values] : values;
    joined.set(name, all.length === 1 ? all[0] : all.map(String).join(','));
  }
  return Object.fromEntries(joined);
}
