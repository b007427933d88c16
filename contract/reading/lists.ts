/** Finds the list in an answer, whatever the server wraps it in (P5). Pure. */

/** A list, and how many entries there are on all pages, where the server says so. */
export interface FoundList {
  readonly list: readonly unknown[];
  readonly total?: unknown;
}

const listNames = ['list', 'items', 'records', 'rows', 'data', 'content', 'results'];
const totalNames = ['total', 'totalCount', 'count', 'totalElements', 'totalRecords', 'totalItems'];

/**
 * The list that `value` is, or holds under one of the usual names, also one level deeper (`{ "data": { "rows": [] } }`).
 * @param name what the contract calls the list here; it goes before the usual names
 */
export function findList(value: unknown, name?: string): FoundList | undefined {
  return findAt(value, name === undefined ? listNames : [name, ...listNames], 2);
}

function findAt(value: unknown, names: readonly string[], depth: number): FoundList | undefined {
  if (Array.isArray(value)) return { list: value as unknown[] };
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const each of names) {
    const found = findAt(fields[each], names, depth - 1);
    const total = found?.total ?? totalNames.map((of) => fields[of]).find((count) => count != null);
    if (found) return total === undefined ? found : { ...found, total };
  }
  return undefined;
}

/** The entries of the list in `value`; none where there is no list. */
export function entriesIn(value: unknown): readonly unknown[] {
  return findList(value)?.list ?? [];
}
