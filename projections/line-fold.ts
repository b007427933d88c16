/** V5a–V5c on the lines of one diner and one variant of a dish. */
import { compareEntries, type LogEntry } from '#events/log.ts';
import type { CartEvent } from '#events/catalogue.ts';
import type { Item } from '#events/item.ts';
import type { ItemAdded } from '#events/item-added.ts';
import type { ItemDecreased } from '#events/item-decreased.ts';
import type { NotesEdited } from '#events/notes-edited.ts';
import type { CartLine } from './cart-view.ts';

export type LineEvent = ItemAdded | ItemDecreased | NotesEdited;

/** By its type alone: an event of another type may bear a `lineId` that means nothing. */
export function isLineEvent(event: CartEvent): event is LineEvent {
  return event.type === 'itemAdded' || event.type === 'itemDecreased' || event.type === 'notesEdited';
}

/** A line with its place: base lines by index, the others by the event that made them. */
export interface PlacedLine extends CartLine {
  /** Index in the base's cart, or undefined. */
  readonly baseIndex: number | undefined;
  /** What made the line, unless it stood in the base. */
  readonly origin: LogEntry | undefined;
}

export type Lines = readonly PlacedLine[];

type OwnLine = { -readonly [Field in keyof PlacedLine]: PlacedLine[Field] };

/**
 * Folds events, given in total order, into lines. What was handed over once never changes: a line that does is another
 * object then, and so is the list; between two looks at them the list and the line that changed last are copied once.
 */
export class LineFold {
  private list: PlacedLine[];
  private isOwnList = false;
  /** The line that was made last, since the last look. */
  private own: OwnLine | undefined;

  constructor(lines: Lines) {
    this.list = lines as PlacedLine[];
  }

  /** The lines as they are now; the same list while nothing changes. */
  get lines(): Lines {
    this.isOwnList = false;
    this.own = undefined;
    return this.list;
  }

  take(entry: LogEntry): void {
    const event = entry.known as LineEvent;
    const found = indexIn(this.list, event);
    switch (event.type) {
      case 'itemAdded': {
        const { lineId, item, quantity } = event;
        if (found < 0) this.add(lineId, item, quantity, entry);
        else {
          const line = this.ownLine(found);
          line.quantity += quantity;
          addId(line, lineId);
        }
        break;
      }
      case 'itemDecreased': {
        if (found < 0) break;
        if (this.list[found]!.quantity > event.quantity) this.ownLine(found).quantity -= event.quantity;
        else this.ownList().splice(found, 1);
        break;
      }
      case 'notesEdited':
        if (found >= 0) this.editNotes(found, event.notes);
        break;
      default:
        event satisfies never;
    }
  }

  private editNotes(found: number, notes: string): void {
    const { lineId, aliases, quantity, item } = this.list[found]!;
    // Within a group the key is the notes.
    const other = this.list.findIndex((line, index) => index !== found && line.item.notes === notes);
    if (other >= 0) {
      const line = this.ownLine(other);
      line.quantity += quantity;
      addId(line, lineId);
      for (const alias of aliases) addId(line, alias);
      this.ownList().splice(found, 1);
    } else if (item.notes !== notes) {
      const changed: { -readonly [Field in keyof Item]: Item[Field] } = { ...item };
      changed.notes = notes;
      this.ownLine(found).item = changed;
    }
  }

  private add(lineId: string, item: Item, quantity: number, origin: LogEntry): void {
    const line = { lineId, aliases: noIds, item, quantity, fromBase: false, baseIndex: undefined, origin };
    this.own = line;
    if (this.list.length > 0) this.ownList().push(line);
    else {
      this.isOwnList = true;
      // A push would make room for sixteen more.
      this.list = [line];
    }
  }

  private ownLine(index: number): OwnLine {
    const before = this.list[index]!;
    if (before === this.own) return this.own;
    this.own = { ...before };
    this.ownList()[index] = this.own;
    return this.own;
  }

  private ownList(): PlacedLine[] {
    if (this.isOwnList) return this.list;
    this.isOwnList = true;
    return (this.list = [...this.list]);
  }
}

const noIds: readonly string[] = [];

/** V5: where an event finds its line; -1: nowhere. */
export function indexIn(lines: Lines, { type, lineId, item: { notes } }: LineEvent): number {
  for (let index = 0; index < lines.length; index += 1) if (bears(lines[index]!, lineId)) return index;
  const anywhere = type === 'itemAdded';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if ((anywhere || line.fromBase) && line.item.notes === notes) return index;
  }
  return -1;
}

function bears(line: CartLine, lineId: string): boolean {
  return line.lineId === lineId || line.aliases.includes(lineId);
}

function addId(line: OwnLine, id: string): void {
  if (!bears(line, id)) line.aliases = [...line.aliases, id];
}

/** V6: base lines first, then in the order of what made them. */
export function byAppearance(a: PlacedLine, b: PlacedLine): number {
  if (a.origin && b.origin) return compareEntries(a.origin, b.origin);
  if (!a.origin && !b.origin) return a.baseIndex! - b.baseIndex!;
  return a.origin ? 1 : -1;
}
