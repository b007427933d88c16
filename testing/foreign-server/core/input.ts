import { Refusal } from './state.ts';

/** Readers for untrusted JSON. A reader returns undefined for an unusable value. Only `needText` throws. */

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Reads the first of the named own fields that has a value. It ignores inherited fields such as `__proto__`. */
export function readFirst(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    if (
      Object.hasOwn(fields, name) &&
      fields[name] !== undefined &&
      fields[name] !== null &&
      fields[name] !== ''
    )
      return fields[name];
  }
  return undefined;
}

export function readText(value: unknown, longest = 2000): string | undefined {
  if (typeof value === 'string') return value.slice(0, longest);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

export function readId(value: unknown): string | undefined {
  const text = readText(value, 100)?.trim();
  return text === undefined || text === '' || text === '0' ? undefined : text;
}

export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^-?\d{1,12}(\.\d{1,6})?$/.test(value.trim())) return undefined;
  return Number(value);
}

export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === '1';
}

export function readList(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function needText(value: unknown, name: string): string {
  const text = readText(value)?.trim();
  if (text === undefined || text === '') throw new Refusal(400, `${name} is missing.`);
  return text;
}

export function readPhone(value: unknown): string | undefined {
  const digits = readText(value, 40)?.replace(/\D/g, '');
  if (digits === undefined) return undefined;
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9][0-8]\d[2-9]\d{6}$/.test(ten) ? ten : undefined;
}
