/** Finds the list in an answer, however the server wraps it. */

/** A list, and the number of entries on all pages if the server sends it. */
export interface FoundList {
  readonly list: readonly unknown[];
  readonly total?: unknown;
}

const listNames = ['list', 'items', 'records', 'rows', 'data', 'content', 'results'];
const totalNames = ['total', 'totalCount', 'count', 'totalElements', 'totalRecords', 'totalItems'];

/**
 * Returns `value` if it is a list, or the list in one of the usual fields, at most one level deeper (`{ "data": {
 * "rows": [] } }`).
 *
 * @param name the contract's name of this list. It is tried first.
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

/** Returns the entries of the list in `value`, or none. */
export function listEntries(value: unknown): readonly unknown[] {
  return findList(value)?.list ?? [];
}
