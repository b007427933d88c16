/**
 * Finds the fields of an answer that the phone does not read. Pure.
 *
 * It needs no list of the fields that the phone reads. It removes or changes each field in turn and reads the answer
 * again. If the result stays the same, the phone does not read the field. For example:
 *
 *   { "categories": [{ "products": [{ "id": 2, "inStock": true }] }] }   →   categories[].products[].inStock
 */
import { clearCart, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { updateMember } from '#contract/calls/member.ts';
import { previewOrder } from '#contract/calls/order.ts';
import type { Call } from '#contract/http/call.ts';
import { orderSchema } from '#contract/order-fields.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;
type Fields = Record<string, unknown>;

type Def =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, Schema>> }
  | { readonly type: 'array'; readonly element: Schema }
  | { readonly type: 'optional' | 'nullable' | 'default'; readonly innerType: Schema }
  | { readonly type: 'string' | 'number' | 'other' };

/** Calls of which the phone reads only the envelope. */
const envelopeOnly: ReadonlySet<unknown> = new Set([initializeCart, updateCart, clearCart, updateMember]);

/** Entries of each list that are examined. */
const maxEntries = 20;

/** Fields that the phone or the staff's app reads, although the phone's result does not contain them. */
const readElsewhere = ['mode', 'total', 'page', 'pageSize', 'allergy', 'heldCourse', 'course', 'firedAt'];

/** Returns the paths of the fields, with dots, and `[]` for the entries of a list. */
export function findUnread(call: Call, data: unknown): readonly string[] {
  if (envelopeOnly.has(call)) return [];
  const sample = shorten(data);
  // A preview is a whole order, of which the phone needs a part.
  const schema: Schema = (call as unknown) === previewOrder ? orderSchema : call.data;
  const known = new Set([...readElsewhere, ...listFields(schema)]);
  const before = readAsText(call, sample);
  const isUnread = (path: readonly string[]) =>
    [() => undefined, changeValue, (value: unknown) => changeValue(changeValue(value))].every(
      (change) => readAsText(call, changeAt(sample, path, change)) === before,
    );
  const visit = (path: readonly string[]): string[] =>
    listNames(sample, path).flatMap((name) => {
      const here = [...path, name];
      if (name === '[]') return visit(here);
      if (listValues(sample, here).every(isEmpty)) return [];
      return !known.has(name) && isUnread(here) ? [toPattern(here)] : visit(here);
    });
  return visit([]);
}

/** Returns the names of all fields that the contract has in an answer. */
function listFields(schema: Schema): string[] {
  const def = getDef(schema);
  if ('innerType' in def) return listFields(def.innerType);
  if (def.type === 'array') return listFields(def.element);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([name, field]) => [name, ...listFields(field)]);
}

/** Returns the result of the phone's reader as one text. */
function readAsText(call: Call, data: unknown): string {
  const read = readAnswer(call, data);
  const text = JSON.stringify(read.ok ? pickKnown(call.data, read.value) : read.missing);
  return text ?? '';
}

/** Removes fields that the contract does not know. Loose schemas keep them, but the phone does not read them. */
function pickKnown(schema: Schema, value: unknown): unknown {
  const def = getDef(schema);
  if ('innerType' in def) return pickKnown(def.innerType, value);
  if (def.type === 'array' && Array.isArray(value)) return value.map((each) => pickKnown(def.element, each));
  if (def.type !== 'object' || !isFields(value)) return value;
  const known = Object.entries(def.shape).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(known.map(([name, by]) => [name, pickKnown(by, value[name])]));
}

function listNames(sample: unknown, path: readonly string[]): string[] {
  const names = listValues(sample, path).flatMap((value) =>
    Array.isArray(value) ? ['[]'] : isFields(value) ? Object.keys(value) : [],
  );
  return [...new Set(names)];
}

function listValues(value: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (name === '[]') return Array.isArray(value) ? value.flatMap((each) => listValues(each, rest)) : [];
  return isFields(value) && Object.hasOwn(value, name) ? listValues(value[name], rest) : [];
}

function changeAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return name === '[]' ? value.map((each) => changeAt(each, rest, change)) : value;
  if (!isFields(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: changeAt(value[name], rest, change) };
}

function changeValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}~`;
  return undefined;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(shorten);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each)]));
}

function toPattern(path: readonly string[]): string {
  return path
    .map((name) => (name === '[]' ? name : `.${name}`))
    .join('')
    .replace(/^\./, '');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function getDef(schema: Schema): Def {
  return schema._zod.def as unknown as Def;
}
