/** Requests are read loosely: text for numbers and numbers for text are taken, unknown fields are not looked at. */

export type Fields = Record<string, unknown>;

/** The fields of a JSON object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Whether this is a JSON object: no list, no null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a JSON list; none for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** A finite number, or text that is one. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** True, "true" or 1. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

/** Ms since 1970, from a number, from digits, or from ISO 8601 text. */
export function timeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number;
  if (typeof value !== 'string') return undefined;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** What stands before every id of 19 digits (switch `ids: 'long'`). */
const longIdBase = 7_300_000_000_000_000_000n;

/** The id that a request names, whichever way the server wrote it; undefined when there is none. */
export function idOf(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  if (!text) return undefined;
  if (!/^\d{19}$/.test(text)) return text;
  const number = BigInt(text);
  return number > longIdBase ? String(number - longIdBase) : text;
}

/** An id in the long way of writing; 0 stands for "none yet" and stays. */
export function longId(id: string): string {
  return /^[1-9]\d{0,14}$/.test(id) ? String(longIdBase + BigInt(id)) : id;
}
