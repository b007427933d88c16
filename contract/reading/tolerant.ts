/**
 * Reads an answer of another maker's server by the schema of our own answer (P5).
 *
 * Ids, products and quantities are required. Everything else is read as far as possible: null means absent, a number
 * may be text, a time may be in seconds or ISO 8601, and a list may be wrapped. An entry that cannot be read is left
 * out. Any other missing field gets its empty value.
 */
import * as z from 'zod/mini';
import { amount, id, lineQuantity, modifierQuantity, reference, rowVersion, time } from '../fields.ts';
import { defaultLanguage } from '../http/headers.ts';
import {
  adjustmentCategory,
  itemMode,
  orderStatus,
  orderType,
  paymentStatus,
  registrationState,
  salesUnitType,
  sendStatus,
  serverMode,
  sourceType,
} from '../states.ts';
import { findList } from './lists.ts';

/** A part of the answer that could not be read. */
export interface LeftOut {
  /** Names and indexes separated by dots; "" is the answer itself. */
  readonly path: string;
  readonly why: string;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T; readonly leftOut: readonly LeftOut[] }
  /** The required part that is missing. */
  | { readonly ok: false; readonly missing: LeftOut };

type Schema = z.ZodMiniType;

/** The parts of a schema that are used here. */
type Def =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, Schema>>; readonly catchall?: Schema }
  | { readonly type: 'array'; readonly element: Schema }
  | { readonly type: 'optional' | 'nullable'; readonly innerType: Schema }
  | { readonly type: 'default'; readonly innerType: Schema; readonly defaultValue: unknown }
  | { readonly type: 'string' | 'number' | 'boolean' | 'unknown' | 'pipe' | 'other' };

const nothing = Symbol('nothing');

/** A moment in 1973. A smaller number is a time in seconds. */
const leastTimeMs = 1e11;

/** Words that other servers use instead of our numbers, by field. Spelling variants count as the same word. */
const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  category: adjustmentCategory,
  target: { entireOrder: 0, order: 0, item: 1 },
  discountType: { amount: 0, percentage: 1, percent: 1 },
  mode: itemMode,
  paymentStatus,
  registrationState,
  salesUnitType,
  sendStatus,
  serverMode,
  sourceType,
  status: orderStatus,
  type: orderType,
  typeOfLine: { normal: 0, toGo: 1 },
};

/**
 * Reads `value` by `schema`, as far as possible.
 *
 * @param language for texts that a server sends in several languages
 */
export function readTolerantly<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  language: string = defaultLanguage,
): Read<T> {
  const leftOut: LeftOut[] = [];
  let missing: LeftOut = { path: '', why: describeValue(value) };

  const read = (by: Schema, from: unknown, path: readonly (string | number)[]): unknown => {
    const exact = z.safeParse(by, from);
    if (exact.success && !hasSeconds(by, exact.data)) return exact.data;
    const def = getDef(by);
    switch (def.type) {
      case 'object':
        return readObject(def, from, path);
      case 'array':
        return readEntries(def.element, findList(from)?.list, path);
      case 'optional':
      case 'nullable':
      case 'default': {
        const isAbsent = from === null || from === undefined;
        const inner = isAbsent ? nothing : read(def.innerType, from, path);
        if (inner !== nothing) return inner;
        // The answer itself is never replaced by an empty value.
        if (path.length === 0 && !isAbsent) return nothing;
        if (!isAbsent) leave(path, from);
        return getEmptyValue(by);
      }
      default:
        return readLeaf(by, from, nameOf(path), language);
    }
  };

  const readObject = (
    { shape, catchall }: Extract<Def, { type: 'object' }>,
    from: unknown,
    path: readonly (string | number)[],
  ): unknown => {
    if (!isFields(from)) return nothing;
    const fields: Record<string, unknown> = {};
    for (const [name, by] of Object.entries(shape)) {
      const at = [...path, name];
      let field = read(by, from[name], at);
      if (field === nothing) {
        field = getEmptyValue(by);
        if (field === nothing) {
          missing = { path: at.join('.'), why: describeValue(from[name]) };
          return nothing;
        }
        if (from[name] !== null && from[name] !== undefined) leave(at, from[name]);
      }
      if (field !== undefined) fields[name] = field;
    }
    if (!catchall) return fields;
    const others = Object.entries(from).filter(([name]) => !Object.hasOwn(shape, name));
    return { ...fields, ...Object.fromEntries(others) };
  };

  const readEntries = (
    by: Schema,
    from: readonly unknown[] | undefined,
    path: readonly (string | number)[],
  ) =>
    from?.flatMap((each, index) => {
      const entry = read(by, each, [...path, index]);
      if (entry !== nothing) return [entry];
      leftOut.push(isFields(each) ? missing : { path: [...path, index].join('.'), why: describeValue(each) });
      return [];
    }) ?? nothing;

  const leave = (path: readonly (string | number)[], from: unknown) =>
    leftOut.push({ path: path.join('.'), why: describeValue(from) });

  const found = read(schema, value, []);
  return found === nothing ? { ok: false, missing } : { ok: true, value: found as T, leftOut };
}

const timeIn = new WeakMap<Schema, boolean>();

/** Whether it contains a time in seconds, which the schema alone would accept. */
export function hasSeconds(schema: Schema, value: unknown): boolean {
  if (!hasTime(schema)) return false;
  if (schema === time) return typeof value === 'number' && value > 0 && value < leastTimeMs;
  const def = getDef(schema);
  if (def.type === 'object')
    return (
      isFields(value) && Object.entries(def.shape).some(([name, field]) => hasSeconds(field, value[name]))
    );
  if (def.type === 'array')
    return Array.isArray(value) && value.some((entry) => hasSeconds(def.element, entry));
  return 'innerType' in def && hasSeconds(def.innerType, value);
}

/** Whether a value of this schema contains times. */
function hasTime(schema: Schema): boolean {
  const known = timeIn.get(schema);
  if (known !== undefined) return known;
  timeIn.set(schema, false);
  const def = getDef(schema);
  const found =
    schema === time ||
    (def.type === 'object' && Object.values(def.shape).some(hasTime)) ||
    (def.type === 'array' && hasTime(def.element)) ||
    ('innerType' in def && hasTime(def.innerType));
  timeIn.set(schema, found);
  return found;
}

/** Returns the value of a missing field, or `nothing` if it is required. */
function getEmptyValue(schema: Schema): unknown {
  if (schema === id || schema === lineQuantity) return nothing;
  if (schema === reference) return '';
  if (schema === amount) return '0';
  if (schema === modifierQuantity) return 1;
  const def = getDef(schema);
  switch (def.type) {
    case 'object': {
      const fields: Record<string, unknown> = {};
      for (const [name, by] of Object.entries(def.shape)) {
        const field = getEmptyValue(by);
        if (field === nothing) return nothing;
        if (field !== undefined) fields[name] = field;
      }
      return fields;
    }
    case 'array':
      return [];
    case 'optional':
    case 'unknown':
      return undefined;
    case 'nullable':
      return null;
    case 'default':
      return def.defaultValue;
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return nothing;
  }
}

/** `type` has other words in a line than in an order. */
function nameOf(path: readonly (string | number)[]): string {
  const name = String(path.at(-1) ?? '');
  return name === 'type' && path.at(-3) === 'orderItems' ? 'typeOfLine' : name;
}

/** Reads a value that is written differently. */
function readLeaf(schema: Schema, from: unknown, name: string, language: string): unknown {
  const said = getDef(schema).type === 'string' ? chooseText(from, language) : from;
  for (const other of listOtherReadings(schema, said, name)) {
    const parsed = z.safeParse(schema, other);
    if (parsed.success) return parsed.data;
  }
  // Text that is longer than our own limit can still be shown.
  return getDef(schema).type === 'string' && typeof said === 'string' ? said : nothing;
}

const languageName = /^[a-z]{2}([-_][a-z]+)*$/i;

/**
 * Chooses a text from `{"en-US": "Tea", "zh-TW": "茶"}`: in this language, or else in a related one, or else the first.
 */
function chooseText(from: unknown, language: string): unknown {
  const names = isFields(from) ? Object.keys(from) : [];
  if (!isFields(from) || !names.every((name) => languageName.test(name))) return from;
  const isKindred = (name: string) => name.slice(0, 2).toLowerCase() === language.slice(0, 2);
  return from[names.find((name) => name === language) ?? names.find(isKindred) ?? names[0] ?? ''];
}

function listOtherReadings(schema: Schema, from: unknown, name: string): unknown[] {
  if (schema === amount) {
    const number = numberOf(from);
    // Sums of binary fractions have extra digits, which are not part of the amount.
    return number === undefined ? [] : [number.toFixed(6)];
  }
  if (schema === rowVersion) return [numberOf(from)];
  switch (getDef(schema).type) {
    case 'number':
      return schema === time
        ? [timeOf(from)]
        : [numberOf(from), readMonthAndDay(from, name), wordOf(from, name)];
    case 'string':
      return typeof from === 'number' || typeof from === 'boolean' ? [String(from)] : [];
    case 'boolean':
      return from === 'true' || from === 1 || from === '1'
        ? [true]
        : from === 'false' || from === 0 || from === '0'
          ? [false]
          : [];
    default:
      return [];
  }
}

function numberOf(from: unknown): number | undefined {
  if (typeof from === 'number') return from;
  const isNumber = typeof from === 'string' && /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(from);
  return isNumber ? Number(from) : undefined;
}

const isoDate = /^\d{4}-(\d\d)-(\d\d)/;

/** Converts a time in seconds into ms. A number below any time since 1973 in ms is in seconds. */
function timeOf(from: unknown): number | undefined {
  const number = numberOf(from);
  if (number !== undefined) return Math.round(number < leastTimeMs ? number * 1_000 : number);
  return typeof from === 'string' && isoDate.test(from) ? Date.parse(from.replace(' ', 'T')) : undefined;
}

/** Only the month and day of a birthday count. */
function readMonthAndDay(from: unknown, name: string): number | undefined {
  const parts = name === 'birthday' && typeof from === 'string' ? isoDate.exec(from) : null;
  return parts ? Number(parts[1]) * 100 + Number(parts[2]) : undefined;
}

function wordOf(from: unknown, name: string): number | undefined {
  const words = Object.hasOwn(numbers, name) ? numbers[name]! : {};
  if (typeof from !== 'string') return undefined;
  return Object.entries(words).find(([word]) => extractLetters(word) === extractLetters(from))?.[1];
}

/** Treats `to-go`, `ToGo` and `TO_GO` as one word. */
function extractLetters(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function getDef(schema: Schema): Def {
  return schema._zod.def as unknown as Def;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'is missing';
  if (typeof value === 'object') return Array.isArray(value) ? 'is a list' : 'is an object';
  return `is ${JSON.stringify(value)?.slice(0, 60)}`;
}
