/**
 * Applies one event to the lines of its diner's cart.
 *
 *   lines before                          event                          lines after
 *   2 × tea (ra:1)                        itemAdded tea, 1               3 × tea (ra:1)
 *   3 × tea (ra:1)                        itemDecreased ra:1, 3          none
 *   1 × tea (ra:1), 1 × hot tea (ra:2)    notesEdited ra:2, no notes     2 × tea (ra:1, alias ra:2)
 *
 * Invariants:
 *
 * - A line has a quantity of at least 1. No event creates a second line with the same item key.
 * - Two phones may add the same item at once. Both events find the same line, and their ids become aliases of it, so
 *   that later events find the line by either id.
 * - A line object never changes. Each change replaces it.
 */
import type { CartEvent } from '#events/cart/registry.ts';
import { GrowingSet } from '#events/log/growing.ts';
import type { ItemAdded } from '#events/cart/item-added.ts';
import type { ItemDecreased } from '#events/cart/item-decreased.ts';
import { isSameVariant, haveSameKey, type Item } from '#events/item.ts';
import type { NotesEdited } from '#events/cart/notes-edited.ts';

/** A line of a cart. It never changes: an event that touches it creates a new object. */
export interface CartLine {
  readonly lineId: string;
  /** Other ids that find this line. */
  readonly aliases: readonly string[];
  readonly item: Item;
  /** Sales units, ≥ 1. */
  readonly quantity: number;
  /** Whether the line comes from the cart of a snapshot server. */
  readonly fromBase: boolean;
}

/** In order of appearance. */
export type Lines = readonly CartLine[];

/** An event that touches only the cart of its own diner. */
export type LineEvent = ItemAdded | ItemDecreased | NotesEdited;

/** Decides by the type alone: an event of another type may have a `lineId` that means something else. */
export function isLineEvent(event: CartEvent): event is LineEvent {
  return event.type === 'itemAdded' || event.type === 'itemDecreased' || event.type === 'notesEdited';
}

/** Applies an event to `lines`, which the caller owns. */
export function applyToLines(lines: CartLine[], event: LineEvent): void {
  const index = indexOfLine(lines, event);
  const line = lines[index];
  switch (event.type) {
    case 'itemAdded': {
      const { lineId, item, quantity } = event;
      if (line) lines[index] = copyLine(line, line.quantity + quantity, addIds(line, lineId));
      else lines.push({ lineId, aliases: noIds, item, quantity, fromBase: false });
      break;
    }
    case 'itemDecreased':
      if (!line) break;
      if (line.quantity > event.quantity) lines[index] = copyLine(line, line.quantity - event.quantity);
      else lines.splice(index, 1);
      break;
    case 'notesEdited':
      if (line) editNotes(lines, index, event.notes);
      break;
    default:
      event satisfies never;
  }
}

/** Finds the line by id, if the variant agrees, or else by item key. Returns -1 without a match. */
export function indexOfLine(lines: Lines, { type, lineId, item }: LineEvent): number {
  const index = lines.findIndex((line) => hasId(line, lineId) && isSameVariant(line.item, item));
  if (index >= 0) return index;
  // A line that was cleared and added again is a new line. Only an addition may find it by its key.
  const isAnyLine = type === 'itemAdded';
  return lines.findIndex((line) => (isAnyLine || line.fromBase) && haveSameKey(line.item, item));
}

/** Whether two lines are equal in every field, so that one object can stand for both. */
export function isSameLine(a: CartLine, b: CartLine): boolean {
  if (a === b) return true;
  if (a.quantity !== b.quantity || a.lineId !== b.lineId || a.fromBase !== b.fromBase) return false;
  // Compares all fields of the items, including those that a later program may add.
  return isSameJson(a.item, b.item) && isSameJson(a.aliases, b.aliases);
}

function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Edits the notes of a line. If another line has the same item then, the two lines are joined there. */
function editNotes(lines: CartLine[], index: number, notes: string): void {
  const line = lines[index]!;
  const item = { ...line.item, notes };
  const other = lines.findIndex((each, place) => place !== index && haveSameKey(each.item, item));
  if (other < 0) {
    if (line.item.notes !== notes) lines[index] = { ...line, item };
    return;
  }
  const joined = lines[other]!;
  const aliases = addIds(joined, line.lineId, ...line.aliases);
  lines[other] = copyLine(joined, joined.quantity + line.quantity, aliases);
  lines.splice(index, 1);
}

/** Whether one of these ids is the line's own or an alias of it. */
export function isNamed(
  { lineId, aliases }: Pick<CartLine, 'lineId' | 'aliases'>,
  ids: ReadonlySet<string>,
): boolean {
  return ids.has(lineId) || aliases.some((alias) => ids.has(alias));
}

function copyLine({ lineId, item, fromBase, aliases }: CartLine, quantity: number, ids = aliases): CartLine {
  return { lineId, aliases: ids, item, quantity, fromBase };
}

function hasId({ lineId, aliases }: CartLine, id: string): boolean {
  if (lineId === id) return true;
  if (aliases.length === 0) return false;
  return aliases.length < many ? aliases.includes(id) : indexOf(aliases).has(id);
}

/** Returns the aliases of the line with those ids that it does not have yet. */
function addIds(line: CartLine, ...ids: readonly string[]): readonly string[] {
  const { aliases } = line;
  if (ids.length === 1 && hasId(line, ids[0]!)) return aliases;
  const fresh = [...new Set(ids)].filter((id) => !hasId(line, id));
  const all = fresh.length > 0 ? [...aliases, ...fresh] : aliases;
  if (fresh.length === 1 && aliases.length >= many) indexes.set(all, indexOf(aliases).with(fresh[0]!));
  return all;
}

const noIds: readonly string[] = [];

/** A line with at least this many aliases gets an index. Searching the list for each event would be quadratic. */
const many = 16;

/** The index of a list of aliases. It shares its entries with the index of the shorter list before it. */
const indexes = new WeakMap<readonly string[], GrowingSet<string>>();

function indexOf(aliases: readonly string[]): GrowingSet<string> {
  let index = indexes.get(aliases);
  if (!index) indexes.set(aliases, (index = GrowingSet.of(aliases)));
  return index;
}
