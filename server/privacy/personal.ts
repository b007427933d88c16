/** What names a person in a stored answer. */

/** @returns the value with names and notes of these diners emptied; undefined: of everybody */
export function withoutNames<T>(value: T, userIds?: ReadonlySet<string>): T {
  return emptied(value, userIds, userIds === undefined) as T;
}

function emptied(value: unknown, userIds: ReadonlySet<string> | undefined, isTheirs: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => emptied(each, userIds, isTheirs));
  if (typeof value !== 'object' || value === null) return value;
  const { userId, memberId } = value as { readonly userId?: unknown; readonly memberId?: unknown };
  const owner = typeof userId === 'string' ? userId : memberId;
  const isNowTheirs = typeof owner === 'string' && userIds ? userIds.has(owner) : isTheirs;
  return Object.fromEntries(
    Object.entries(value).map(([field, each]: [string, unknown]) => [
      field,
      isNowTheirs && personal.has(field) && typeof each === 'string'
        ? ''
        : emptied(each, userIds, isNowTheirs),
    ]),
  );
}

const personal: ReadonlySet<string> = new Set(['userName', 'notes', 'customer', 'phone', 'mail']);
