/**
 * Names the fields of an answer that the phone does not look at, and which field of the contract each may stand for. No
 * list of field names can go out of date here: a field counts as read if the phone's reader makes something else of the
 * answer once the field is gone or says something else. Pure.
 *
 *   { "categories": [{ "products": [{ "id": 2, "inStock": true }] }] }
 *     categories[].products[].inStock is not read; did you mean soldOut?
 */
import { clearCart, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { updateMember } from '#contract/calls/member.ts';
import { previewOrder } from '#contract/calls/order.ts';
import type { Call } from '#contract/http/call.ts';
import { inOurShape } from '#contract/reading/foreign-shapes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { orderSchema } from '#contract/order-fields.ts';
import type * as z from 'zod/mini';

export interface Unread {
  /** With dots, and `[]` for each entry of a list. */
  readonly path: string;
  /** Fields of the contract that the answer lacks at this place and that this one may stand for. */
  readonly meant: readonly string[];
  /** They are in it, one level too deep. */
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

/** What the contract knows of an object: by the list or field that the object stands in. */
interface Place {
  readonly known: Set<string>;
  /** What no object of this place has, and the contract wants; true where that is a list. */
  readonly absent: Map<string, boolean>;
}

/** The phone looks at the envelope of these alone. */
const unlooked: ReadonlySet<unknown> = new Set([initializeCart, updateCart, clearCart, updateMember]);

/** A preview is an order, of which the phone needs less: these words mean themselves. */
const wordsOfOrders: ReadonlySet<string> = new Set(Object.keys(orderSchema.shape));

/** So many entries of a list are looked at. */
const mostEntries = 20;

/** The phone acts on these words without keeping them. */
const lookedAt: ReadonlySet<string> = new Set(['mode', 'total', 'page', 'pageSize']);

/** What other makers call a field by a word that has nothing in common with ours. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  soldOut: ['inStock', 'status'],
  min: ['required', 'mandatory'],
  modifierGroups: ['options', 'choices'],
};

export function findUnread(call: Call, data: unknown): readonly Unread[] {
  if (unlooked.has(call)) return [];
  const sample = shortened(data);
  const places = placesOf(call.data, inOurShape(call, sample));
  const before = wordsOf(call, sample);
  const found: Found[] = [];
  const visit = (path: readonly string[]): void => {
    for (const name of namesAt(sample, path)) {
      const here = [...path, name];
      if (name === '[]') {
        visit(here);
        continue;
      }
      const values = valuesAt(sample, here).filter((value) => !isEmpty(value));
      if (values.length === 0) continue;
      const place = placeAt(places, path);
      if (!place?.known.has(name) && !lookedAt.has(name) && isUnread(call, sample, here, before))
        found.push({
          path: patternOf(here),
          place,
          ...meantBy(name, values, isOfOrder(call, name) ? undefined : place, path),
        });
      else visit(here);
    }
  };
  visit([]);
  // One field cannot have been meant twice.
  const isBest = ({ place, meant: [field], score }: Found) =>
    found.every((other) => other.place !== place || other.meant[0] !== field || other.score <= score);
  return found.map((each) => {
    const { path, meant, isWrapper } = each;
    return { path, isWrapper, meant: isWrapper || isBest(each) ? meant : [] };
  });
}

function isOfOrder(call: Call, name: string): boolean {
  return (call as unknown) === previewOrder && wordsOfOrders.has(name);
}

function isUnread(call: Call, sample: unknown, path: readonly string[], before: string): boolean {
  const changes = [() => undefined, otherThan, (value: unknown) => otherThan(otherThan(value))];
  return changes.every((change) => wordsOf(call, changedAt(sample, path, change)) === before);
}

/** What the phone makes of the answer, as one text. */
function wordsOf(call: Call, data: unknown): string {
  const read = readAnswer(call, data);
  const text = JSON.stringify(read.ok ? partKnownTo(call.data, read.value) : read.missing);
  return text ?? '';
}

/** Without what the contract has no name for: loose objects carry it along, and nobody looks at it. */
function partKnownTo(schema: Schema, value: unknown): unknown {
  const def = defOf(schema);
  if ('innerType' in def) return partKnownTo(def.innerType, value);
  if (def.type === 'array' && Array.isArray(value))
    return value.map((each) => partKnownTo(def.element, each));
  if (def.type !== 'object' || !isFields(value)) return value;
  const known = Object.entries(def.shape).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(known.map(([name, by]) => [name, partKnownTo(by, value[name])]));
}

/** @param shaped the answer in the shape of our own definition */
function placesOf(schema: Schema, shaped: unknown): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (by: Schema, values: readonly unknown[], path: readonly string[]): void => {
    const def = defOf(by);
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
    const lacks = (name: string) => objects.every((each) => (each[name] ?? undefined) === undefined);
    const absent = names.filter(([name, field]) => objects.length > 0 && isWanted(field) && lacks(name));
    places.set(tailOf(path), {
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

/** What may be left out is wanted of nobody, unless it may be null as well: then other servers know it. */
function isWanted(schema: Schema): boolean {
  const def = defOf(schema);
  return def.type !== 'optional' || defOf(def.innerType).type === 'nullable';
}

function isList(schema: Schema): boolean {
  const def = defOf(schema);
  return 'innerType' in def ? isList(def.innerType) : def.type === 'array';
}

/** A list that is the whole answer, or is wrapped in it under another name, is the only list of the definition. */
function placeAt(places: ReadonlyMap<string, Place>, path: readonly string[]): Place | undefined {
  const found = path.at(-1) === '[]' && path.length === 1 ? undefined : places.get(tailOf(path));
  if (found || path.at(-1) !== '[]' || path.length > 2) return found;
  const lists = [...places.keys()].filter((tail) => tail.endsWith('[]'));
  const [outer] = lists.filter((tail) => places.get('')?.known.has(tail.slice(0, -2)));
  return outer === undefined ? places.get('') : places.get(outer);
}

function meantBy(
  name: string,
  values: readonly unknown[],
  place: Place | undefined,
  path: readonly string[],
): Pick<Found, 'meant' | 'isWrapper' | 'score'> {
  const absent = [...(place?.absent.keys() ?? [])];
  const inner = values.flatMap((value) => (isFields(value) ? Object.keys(value) : []));
  const wrapped = absent.filter((each) => inner.includes(each));
  if (wrapped.length > 0) return { meant: wrapped, isWrapper: true, score: 1 };
  // productName in products[] is a name.
  const isOwn = tailOf(path).startsWith(partsOf(name)[0] ?? '?');
  const hasList = values.some((value) => Array.isArray(value));
  const alike = absent.filter((each) => place?.absent.get(each) === hasList);
  const scored = alike.map((each) => ({ each, score: likeness(name, each) + (isOwn ? 0.1 : 0) }));
  const best = scored.filter(({ each }) => likeness(name, each) > 0).sort((a, b) => b.score - a.score)[0];
  return { meant: best ? [best.each] : [], isWrapper: false, score: best?.score ?? 0 };
}

/** 1: surely the same; 0: nothing in common. */
function likeness(name: string, field: string): number {
  if (otherWords[field]?.includes(name)) return 0.9;
  const [theirs, ours] = [partsOf(name), partsOf(field)];
  const shared = theirs.filter((word) => ours.includes(word)).length;
  if (shared > 0) return shared / Math.max(theirs.length, ours.length);
  const distance = editDistance(name.toLowerCase(), field.toLowerCase());
  return distance <= Math.min(2, Math.floor(field.length / 3)) ? 1 - distance / field.length : 0;
}

function partsOf(name: string): string[] {
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

/** The last name of a path, with `[]` where it is a list: objects in it are of one kind, wherever it stands. */
function tailOf(path: readonly string[]): string {
  const last = path.at(-1);
  if (last !== '[]') return last ?? '';
  const name = path.at(-2);
  return name === undefined || name === '[]' ? '' : `${name}[]`;
}

function namesAt(sample: unknown, path: readonly string[]): string[] {
  const names = valuesAt(sample, path).flatMap((value) =>
    Array.isArray(value) ? ['[]'] : isFields(value) ? Object.keys(value) : [],
  );
  return [...new Set(names)];
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (name === '[]') return Array.isArray(value) ? value.flatMap((each) => valuesAt(each, rest)) : [];
  return isFields(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

function changedAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return name === '[]' ? value.map((each) => changedAt(each, rest, change)) : value;
  if (!isFields(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: changedAt(value[name], rest, change) };
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}~`;
  return undefined;
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(shortened);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

function patternOf(path: readonly string[]): string {
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

function defOf(schema: Schema): Def {
  return schema._zod.def as unknown as Def;
}
