/**
 * Finds the fields of an answer that the phone does not read, and guesses which field of the contract each one means.
 * Pure.
 *
 * It needs no list of the fields that the phone reads. It removes or changes each field in turn and reads the answer
 * again. If the result stays the same, the phone does not read the field. For example:
 *
 *   { "categories": [{ "products": [{ "id": 2, "inStock": true }] }] }
 *     categories[].products[].inStock is not read; did you mean soldOut?
 */
import { clearCart, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { updateMember } from '#contract/calls/member.ts';
import { previewOrder } from '#contract/calls/order.ts';
import type { Call } from '#contract/http/call.ts';
import { convertToContract } from '#contract/reading/foreign-shapes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { orderSchema } from '#contract/order-fields.ts';
import type * as z from 'zod/mini';

export interface Unread {
  /** Path with dots, and `[]` for the entries of a list. */
  readonly path: string;
  /** Fields of the contract that are missing here, and that this field may mean. */
  readonly meant: readonly string[];
  /** The missing fields are inside of this field, one level too deep. */
  readonly isWrapper: boolean;
}

interface Found extends Unread {
  readonly place: Place | undefined;
  readonly score: number;
}

type Schema = z.ZodMiniType;
type Fields = Record<string, unknown>;

type Def =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, Schema>> }
  | { readonly type: 'array'; readonly element: Schema }
  | { readonly type: 'optional' | 'nullable' | 'default'; readonly innerType: Schema }
  | { readonly type: 'string' | 'number' | 'other' };

/** The fields that the contract knows for an object. Objects are identified by the list or field that contains them. */
interface Place {
  readonly known: Set<string>;
  /** Fields that the contract expects and no object here has. True if the field is a list. */
  readonly absent: Map<string, boolean>;
}

/** Calls of which the phone reads only the envelope. */
const envelopeOnly: ReadonlySet<unknown> = new Set([initializeCart, updateCart, clearCart, updateMember]);

/** Fields of an order. A preview is an order of which the phone reads only a part, so these fields need no guess. */
const orderFields: ReadonlySet<string> = new Set(Object.keys(orderSchema.shape));

/** Entries of each list that are examined. */
const maxEntries = 20;

/** Fields that the phone reads, although its result does not contain them. */
const readByPhone = ['mode', 'total', 'page', 'pageSize', 'allergy', 'heldCourse'];
/** Fields of a placed line that only the staff's app reads. */
const readByStaff = ['course', 'firedAt'];
const readFields: ReadonlySet<string> = new Set([...readByPhone, ...readByStaff]);

/** Names that other servers use, and that have no word in common with ours. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  soldOut: ['inStock', 'status'],
  min: ['required', 'mandatory'],
  modifierGroups: ['options', 'choices'],
};

export function findUnread(call: Call, data: unknown): readonly Unread[] {
  if (envelopeOnly.has(call)) return [];
  const sample = shorten(data);
  const places = collectPlaces(call.data, convertToContract(call, sample));
  const before = readAsText(call, sample);
  const found: Found[] = [];
  const visit = (path: readonly string[]): void => {
    for (const name of listNames(sample, path)) {
      const here = [...path, name];
      if (name === '[]') {
        visit(here);
        continue;
      }
      const values = listValues(sample, here).filter((value) => !isEmpty(value));
      if (values.length === 0) continue;
      const place = findPlace(places, path);
      if (!place?.known.has(name) && !readFields.has(name) && isUnread(call, sample, here, before))
        found.push({
          path: toPattern(here),
          place,
          ...guessMeaning(name, values, isOfOrder(call, name) ? undefined : place, path),
        });
      else visit(here);
    }
  };
  visit([]);
  // A missing field can be meant only once: keep the best guess.
  const isBest = ({ place, meant: [field], score }: Found) =>
    found.every((other) => other.place !== place || other.meant[0] !== field || other.score <= score);
  return found.map((each) => {
    const { path, meant, isWrapper } = each;
    return { path, isWrapper, meant: isWrapper || isBest(each) ? meant : [] };
  });
}

function isOfOrder(call: Call, name: string): boolean {
  return (call as unknown) === previewOrder && orderFields.has(name);
}

function isUnread(call: Call, sample: unknown, path: readonly string[], before: string): boolean {
  const changes = [() => undefined, changeValue, (value: unknown) => changeValue(changeValue(value))];
  return changes.every((change) => readAsText(call, changeAt(sample, path, change)) === before);
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

/** @param shaped the answer in the shape of our own definition */
function collectPlaces(schema: Schema, shaped: unknown): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (by: Schema, values: readonly unknown[], path: readonly string[]): void => {
    const def = getDef(by);
    if ('innerType' in def) return visit(def.innerType, values, path);
    if (def.type === 'array')
      return visit(
        def.element,
        values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [])),
        [...path, '[]'],
      );
    if (def.type !== 'object') return;
    const objects = values.filter(isFields);
    const names = Object.entries(def.shape);
    const isAbsent = (name: string) => objects.every((each) => (each[name] ?? undefined) === undefined);
    const absent = names.filter(([name, field]) => objects.length > 0 && isWanted(field) && isAbsent(name));
    places.set(getTail(path), {
      known: new Set(names.map(([name]) => name)),
      absent: new Map(absent.map(([name, field]) => [name, isList(field)])),
    });
    for (const [name, field] of names)
      visit(
        field,
        objects.map((each) => each[name]),
        [...path, name],
      );
  };
  visit(schema, [shaped], []);
  return places;
}

/**
 * Returns whether the contract expects a field. Optional fields are extensions of our own server, except those that may
 * also be null: other servers send these.
 */
function isWanted(schema: Schema): boolean {
  const def = getDef(schema);
  return def.type !== 'optional' || getDef(def.innerType).type === 'nullable';
}

function isList(schema: Schema): boolean {
  const def = getDef(schema);
  return 'innerType' in def ? isList(def.innerType) : def.type === 'array';
}

/** If the list is the whole answer, or has another name, it is taken as the only list of the definition. */
function findPlace(places: ReadonlyMap<string, Place>, path: readonly string[]): Place | undefined {
  const found = path.at(-1) === '[]' && path.length === 1 ? undefined : places.get(getTail(path));
  if (found || path.at(-1) !== '[]' || path.length > 2) return found;
  const lists = [...places.keys()].filter((tail) => tail.endsWith('[]'));
  const [outer] = lists.filter((tail) => places.get('')?.known.has(tail.slice(0, -2)));
  return outer === undefined ? places.get('') : places.get(outer);
}

function guessMeaning(
  name: string,
  values: readonly unknown[],
  place: Place | undefined,
  path: readonly string[],
): Pick<Found, 'meant' | 'isWrapper' | 'score'> {
  const absent = [...(place?.absent.keys() ?? [])];
  const inner = values.flatMap((value) => (isFields(value) ? Object.keys(value) : []));
  const wrapped = absent.filter((each) => inner.includes(each));
  if (wrapped.length > 0) return { meant: wrapped, isWrapper: true, score: 1 };
  // `productName` in `products[]` probably means `name`.
  const isOwn = getTail(path).startsWith(splitName(name)[0] ?? '?');
  const hasList = values.some((value) => Array.isArray(value));
  const alike = absent.filter((each) => place?.absent.get(each) === hasList);
  const scored = alike.map((each) => ({ each, score: compareNames(name, each) + (isOwn ? 0.1 : 0) }));
  const best = scored.filter(({ each }) => compareNames(name, each) > 0).sort((a, b) => b.score - a.score)[0];
  return { meant: best ? [best.each] : [], isWrapper: false, score: best?.score ?? 0 };
}

/** Compares two field names. 1: certainly the same; 0: nothing in common. */
function compareNames(name: string, field: string): number {
  if (otherNames[field]?.includes(name)) return 0.9;
  const [theirs, ours] = [splitName(name), splitName(field)];
  const shared = theirs.filter((word) => ours.includes(word)).length;
  if (shared > 0) return shared / Math.max(theirs.length, ours.length);
  const distance = editDistance(name.toLowerCase(), field.toLowerCase());
  return distance <= Math.min(2, Math.floor(field.length / 3)) ? 1 - distance / field.length : 0;
}

function splitName(name: string): string[] {
  return name
    .split(/(?=[A-Z])|[_-]/)
    .map((word) => word.toLowerCase())
    .filter((word) => !['is', 'has', 'the'].includes(word));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/**
 * Returns the last name of a path, with `[]` for a list. Objects with the same last name have the same type everywhere.
 */
function getTail(path: readonly string[]): string {
  const last = path.at(-1);
  if (last !== '[]') return last ?? '';
  const name = path.at(-2);
  return name === undefined || name === '[]' ? '' : `${name}[]`;
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
