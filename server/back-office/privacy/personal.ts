/** Removes personal data from stored orders and events. */
import { invoiceFields } from '#contract/payments/invoice.ts';
import { dinerTextFields } from '#events/records/redact.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';

/**
 * Returns the value with names, notes, phone numbers and mail addresses emptied, at any depth.
 * @param userIds only the data of these diners; undefined: of all people
 */
export function removeNames<T>(value: T, userIds?: ReadonlySet<string>): T {
  return emptyFields(value, userIds, userIds === undefined) as T;
}

function emptyFields(value: unknown, userIds: ReadonlySet<string> | undefined, isTheirs: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => emptyFields(each, userIds, isTheirs));
  if (typeof value !== 'object' || value === null) return value;
  const { userId, memberId } = value as { readonly userId?: unknown; readonly memberId?: unknown };
  const owner = typeof userId === 'string' ? userId : memberId;
  const isNowTheirs = typeof owner === 'string' && userIds ? userIds.has(owner) : isTheirs;
  return Object.fromEntries(
    Object.entries(value).map(([field, each]: [string, unknown]) => [
      field,
      isNowTheirs && personalFields.has(field) && typeof each === 'string'
        ? ''
        : emptyFields(each, userIds, isNowTheirs),
    ]),
  );
}

/**
 * Returns a fulfilment event without personal data: diners, author and free-text reason.
 * @param userIds only the data of these diners; undefined: of all people, including staff
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

/** A diner's own words, and the fields of an order that describe its customer. */
const personalFields: ReadonlySet<string> = new Set([
  ...dinerTextFields.keys(),
  ...Object.keys(invoiceFields),
  'customer',
  'phone',
  'mail',
]);
