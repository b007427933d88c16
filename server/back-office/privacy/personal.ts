/** What names a person in a stored answer. */
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';

/** @returns the value with names and notes of these diners emptied; undefined: of everybody */
export function removeNames<T>(value: T, userIds?: ReadonlySet<string>): T {
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

/**
 * A service event without what names a person: its diner, whoever did it, and why in their own words.
 * @param userIds of these diners; undefined: of everybody, the staff too
 */
export function removeServiceNames(event: AnyServiceEvent, userIds?: ReadonlySet<string>): AnyServiceEvent {
  const { by } = event;
  const isTheirs = userIds === undefined || (by.userId !== undefined && userIds.has(by.userId));
  return {
    ...removeNames(event, userIds),
    ...(isTheirs && { by: { ...by, name: '' } }),
    ...(userIds === undefined && 'reason' in event && { reason: '' }),
  };
}

const personal: ReadonlySet<string> = new Set(['userName', 'notes', 'customer', 'phone', 'mail']);
