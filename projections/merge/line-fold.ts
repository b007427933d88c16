/** V5a–V5c: what an event does to the lines of its diner. */
import type { CartEvent } from '#events/cart/registry.ts';
import { GrowingSet } from '#events/log/growing.ts';
import type { ItemAdded } from '#events/cart/item-added.ts';
import type { ItemDecreased } from '#events/cart/item-decreased.ts';
import { areSameVariant, haveSameKey, type Item } from '#events/item.ts';
import type { NotesEdited } from '#events/cart/notes-edited.ts';

/** A line never changes: one that is touched by an event is another object. */
export interface CartLine {
  readonly lineId: string;
  /** Other ids that find this line. */
  readonly aliases: readonly string[];
  readonly item: Item;
  /** Sales units, ≥ 1. */
  readonly quantity: number;
  /** The line stood in a plain server's snapshot (V4). */
  readonly fromBase: boolean;
}

/** In order of appearance. */
export type Lines = readonly CartLine[];

/** What touches the cart of its own diner, and no other. */
export type LineEvent = ItemAdded | ItemDecreased | NotesEdited;

/** By its type alone: an event of another type may bear a `lineId` that means nothing. */
export function isLineEvent(event: CartEvent): event is LineEvent {
  return event.type === 'itemAdded' || event.type === 'itemDecreased' || event.type === 'notesEdited';
}

/** Folds an event into a list that the caller owns. */
export function applyToLines(lines: CartLine[], event: LineEvent): void {
  const index = indexOfLine(lines, event);
  const line = lines[index];
  switch (event.type) {
    case 'itemAdded': {
      const { lineId, item, quantity } = event;
      if (line) lines[index] = lineWith(line, line.quantity + quantity, idsWith(line, lineId));
      else lines.push({ lineId, aliases: noIds, item, quantity, fromBase: false });
      break;
    }
    case 'itemDecreased':
      if (!line) break;
      if (line.quantity > event.quantity) lines[index] = lineWith(line, line.quantity - event.quantity);
      else lines.splice(index, 1);
      break;
    case 'notesEdited':
      if (line) editNotes(lines, index, event.notes);
      break;
    default:
      event satisfies never;
  }
}

/** V5: by id, if product, category and modifiers agree, else by key; -1: nowhere. */
export function indexOfLine(lines: Lines, { type, lineId, item }: LineEvent): number {
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (bears(line, lineId) && areSameVariant(line.item, item)) return index;
  }
  // A line that was cleared and added again is another line: taking away looks only among the base's.
  const isAnyLine = type === 'itemAdded';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if ((isAnyLine || line.fromBase) && haveSameKey(line.item, item)) return index;
  }
  return -1;
}

/** Equal in everything: of two such lines one object will do. */
export function isSameLine(a: CartLine, b: CartLine): boolean {
  if (a === b) return true;
  if (a.quantity !== b.quantity || a.lineId !== b.lineId || a.fromBase !== b.fromBase) return false;
  // Whatever an item bears, of this or a later program, counts.
  const isSameItem = a.item === b.item || (haveSameKey(a.item, b.item) && sameText(a.item, b.item));
  return isSameItem && (a.aliases === b.aliases || sameText(a.aliases, b.aliases));
}

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** V5c */
function editNotes(lines: CartLine[], index: number, notes: string): void {
  const line = lines[index]!;
  const item = { ...line.item, notes };
  const other = lines.findIndex((each, place) => place !== index && haveSameKey(each.item, item));
  if (other < 0) {
    if (line.item.notes !== notes) lines[index] = { ...line, item };
    return;
  }
  const joined = lines[other]!;
  const aliases = idsWith(joined, line.lineId, ...line.aliases);
  lines[other] = lineWith(joined, joined.quantity + line.quantity, aliases);
  lines.splice(index, 1);
}

/** True when one of these ids is the line's, or an alias of it. */
export function isNamed(
  { lineId, aliases }: Pick<CartLine, 'lineId' | 'aliases'>,
  ids: ReadonlySet<string>,
): boolean {
  return ids.has(lineId) || aliases.some((alias) => ids.has(alias));
}

function lineWith({ lineId, item, fromBase, aliases }: CartLine, quantity: number, ids = aliases): CartLine {
  return { lineId, aliases: ids, item, quantity, fromBase };
}

function bears({ lineId, aliases }: CartLine, id: string): boolean {
  if (lineId === id) return true;
  if (aliases.length === 0) return false;
  return aliases.length < many ? aliases.includes(id) : indexOf(aliases).has(id);
}

/** The line's aliases, and those ids that it does not bear yet. */
function idsWith(line: CartLine, ...ids: readonly string[]): readonly string[] {
  const { aliases } = line;
  if (ids.length === 1 && bears(line, ids[0]!)) return aliases;
  const fresh = [...new Set(ids)].filter((id) => !bears(line, id));
  const all = fresh.length > 0 ? [...aliases, ...fresh] : aliases;
  if (fresh.length === 1 && aliases.length >= many) indexes.set(all, indexOf(aliases).with(fresh[0]!));
  return all;
}

const noIds: readonly string[] = [];

/** From so many aliases on a line has an index of them: looking through all of them for each event would be quadratic. */
const many = 16;

/** Each shares what it can with that of the line before. */
const indexes = new WeakMap<readonly string[], GrowingSet<string>>();

function indexOf(aliases: readonly string[]): GrowingSet<string> {
  let index = indexes.get(aliases);
  if (!index) indexes.set(aliases, (index = GrowingSet.of(aliases)));
  return index;
}
