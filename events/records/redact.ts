/**
 * Redacts logs for support: they show who did what, without names and notes. A redacted log replays exactly like the
 * original, with placeholders in the view.
 */
import type { LogHeader } from './log-file.ts';
import type { LogRecord, ServiceRecord } from './records.ts';
import type { Actor } from '../fulfilment/service-event.ts';
import { hashText } from '../log/text-hash.ts';

/**
 * The fields with a diner's own words, anywhere in events (of unknown types, too) and snapshots, each with the kind of its
 * placeholder. Exports redact them, and the server erases them with the diner's data.
 */
export const dinerTextFields: ReadonlyMap<string, string> = new Map([
  ['userName', 'name'],
  ['notes', 'note'],
  ['allergy', 'note'],
]);

/** Whether all names and notes are placeholders or empty. */
export function isRedacted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([field, each]: [string, unknown]) => {
    const kind = dinerTextFields.get(field);
    if (kind === undefined || typeof each !== 'string') return isRedacted(each);
    return each === '' || (each.startsWith(`${kind}-`) && /^[0-9a-f]{16}$/.test(each.slice(kind.length + 1)));
  });
}

export function redactRecords<Each extends LogRecord | ServiceRecord>(
  header: LogHeader,
  records: readonly Each[],
): Each[] {
  const redact = createRedactor(header);
  return records.map((record) => redact(record));
}

/**
 * Returns a function that redacts any JSON value of a session: a record, an event, a view.
 *
 * A placeholder depends only on the text and the session, not on its first occurrence. So several phones of one table
 * redact alike, and their logs can still be joined. A placeholder hides a text from readers, but not from somebody who
 * guesses it.
 */
export function createRedactor({ merchantId, tableId, sessionId }: LogHeader): <T>(value: T) => T {
  const placeholders = new Map<string, string>();

  const getPlaceholder = (kind: string, text: string): string => {
    if (text === '') return '';
    const key = JSON.stringify([kind, merchantId, tableId, sessionId, text]);
    let made = placeholders.get(key);
    if (made === undefined) placeholders.set(key, (made = `${kind}-${hashText(key)}`));
    return made;
  };

  const redact = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, each]: [string, unknown]) => {
        const kind = dinerTextFields.get(field);
        if (kind && typeof each === 'string') return [field, getPlaceholder(kind, each)];
        return [field, redact(field === 'service' ? removePeople(each) : each)];
      }),
    );
  };

  /** Replaces who did it, and the reason in their own words. */
  const removePeople = (event: unknown): unknown => {
    if (typeof event !== 'object' || event === null) return event;
    const { by, reason, ...rest } = event as { by?: Partial<Actor>; reason?: unknown };
    return {
      ...rest,
      ...(by && { by: { ...by, name: getPlaceholder('name', by.name ?? '') } }),
      ...(typeof reason === 'string' && { reason: getPlaceholder('note', reason) }),
    };
  };

  return <T>(value: T) => redact(value) as T;
}
