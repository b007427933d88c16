/**
 * Turns lists in a query into texts with commas, so that the schemas need to read only one form. HTTP libraries write
 * lists as `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`.
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
