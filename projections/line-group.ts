/**
 * V5 for one diner and one variant of a dish (product, category, modifiers). Finding a line needs the same
 * variant, so groups never touch each other: an event costs its own group, not the cart.
 */
import type { CartEvent } from '#events/catalogue.ts';
import { haveSameKey, type Item } from '#events/item.ts';
import type { ItemAdded } from '#events/item-added.ts';
import type { ItemDecreased } from '#events/item-decreased.ts';
import { compareEntries, type LogEntry } from '#events/log.ts';
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

/** Every so many events the folded lines are kept, so that a late event goes back no further. */
const checkpointEvery = 32;

/** The events of one group in total order, with the lines that they fold to. */
export class LineGroup {
  lines: Lines;
  /** Events that came in together wait here until all are at hand. */
  arriving: LogEntry[] = [];
  private readonly entries: LogEntry[] = [];
  /** `checkpoints[i]` are the lines before entry `i * checkpointEvery`. */
  private checkpoints: Lines[];

  /**
   * @param item of the group's variant; its notes mean nothing
   * @param base the lines of a snapshot that are of that variant
   */
  constructor(
    readonly item: Item,
    base: Lines,
  ) {
    this.lines = base;
    this.checkpoints = [base];
  }

  /** Every event of the group, in total order. */
  all(): readonly LogEntry[] {
    return this.entries;
  }

  /** Nothing is left of it, and nothing stood in its place before its events. */
  get isEmpty(): boolean {
    return this.entries.length === 0 && this.lines.length === 0;
  }

  /** Takes events in at their places, given in total order; true when the lines changed. */
  insert(news: readonly LogEntry[]): boolean {
    const last = this.entries.at(-1);
    if (!last || compareEntries(last, news[0]!) < 0) return this.append(news);
    const position = lowerBound(this.entries, news[0]!);
    const later = this.entries.splice(position);
    let next = 0;
    for (const entry of later) {
      while (next < news.length && compareEntries(news[next]!, entry) < 0) this.entries.push(news[next++]!);
      this.entries.push(entry);
    }
    for (; next < news.length; next += 1) this.entries.push(news[next]!);
    return this.set(this.foldFrom(position));
  }

  private append(news: readonly LogEntry[]): boolean {
    const before = this.lines;
    let lines = before;
    for (const entry of news) {
      this.noteCheckpoint(this.entries.length, lines);
      this.entries.push(entry);
      lines = foldEvent(lines, entry);
    }
    if (news.length > 1) return this.set(lines);
    // One event alone changes what it changes.
    this.lines = lines;
    return lines !== before;
  }

  /** Takes out every event that `isGone`; true when the lines changed. */
  remove(isGone: (entry: LogEntry) => boolean): boolean {
    const first = this.entries.findIndex(isGone);
    if (first < 0) return false;
    let kept = first;
    for (let index = first; index < this.entries.length; index += 1) {
      const entry = this.entries[index]!;
      if (!isGone(entry)) this.entries[kept++] = entry;
    }
    this.entries.length = kept;
    return this.set(kept === 0 ? this.forgetFold() : this.foldFrom(first));
  }

  /** Nothing but the base is left. */
  private forgetFold(): Lines {
    this.checkpoints.length = 1;
    return this.checkpoints[0]!;
  }

  private foldFrom(position: number): Lines {
    const checkpoint = Math.min(Math.floor(position / checkpointEvery), this.checkpoints.length - 1);
    this.checkpoints.length = checkpoint + 1;
    let lines = this.checkpoints[checkpoint]!;
    for (let index = checkpoint * checkpointEvery; index < this.entries.length; index += 1) {
      this.noteCheckpoint(index, lines);
      lines = foldEvent(lines, this.entries[index]!);
    }
    return lines;
  }

  private noteCheckpoint(index: number, lines: Lines): void {
    if (index % checkpointEvery === 0 && index > 0) this.checkpoints[index / checkpointEvery] = lines;
  }

  private set(lines: Lines): boolean {
    const next = sharedWith(this.lines, lines);
    const changed = next !== this.lines;
    this.lines = next;
    return changed;
  }
}

/** V5a–V5c: the lines of a group after one event; unchanged lines keep their identity, and so does a whole list. */
export function foldEvent(lines: Lines, entry: LogEntry): Lines {
  const event = entry.known as LineEvent;
  const found = findLine(lines, event);
  switch (event.type) {
    case 'itemAdded': {
      const { lineId, item, quantity } = event;
      if (!found)
        return [
          ...lines,
          { lineId, aliases: [], item, quantity, fromBase: false, baseIndex: undefined, origin: entry },
        ];
      const grown = { ...found, quantity: found.quantity + quantity };
      return replaced(lines, found, bears(found, lineId) ? grown : withIds(grown, [lineId]));
    }
    case 'itemDecreased': {
      if (!found) return lines;
      const quantity = found.quantity - event.quantity;
      return quantity > 0 ? replaced(lines, found, { ...found, quantity }) : without(lines, found);
    }
    case 'notesEdited': {
      if (!found) return lines;
      const { notes } = event;
      // Within a group the key is the notes.
      const other = lines.find((line) => line !== found && line.item.notes === notes);
      if (!other && found.item.notes === notes) return lines;
      if (!other) return replaced(lines, found, { ...found, item: { ...found.item, notes } });
      const joined = withIds({ ...other, quantity: other.quantity + found.quantity }, [
        found.lineId,
        ...found.aliases,
      ]);
      return replaced(without(lines, found), other, joined);
    }
    default:
      return event satisfies never;
  }
}

function findLine(lines: Lines, event: LineEvent): PlacedLine | undefined {
  const { lineId } = event;
  for (const line of lines) if (bears(line, lineId)) return line;
  const { notes } = event.item;
  const anywhere = event.type === 'itemAdded';
  for (const line of lines) if ((anywhere || line.fromBase) && line.item.notes === notes) return line;
  return undefined;
}

function bears(line: CartLine, lineId: string): boolean {
  return line.lineId === lineId || line.aliases.includes(lineId);
}

function withIds(line: PlacedLine, ids: readonly string[]): PlacedLine {
  const added = [...new Set(ids)].filter((id) => !bears(line, id));
  return added.length === 0 ? line : { ...line, aliases: [...line.aliases, ...added] };
}

function replaced(lines: Lines, line: PlacedLine, by: PlacedLine): Lines {
  if (lines.length === 1) return [by];
  const next = [...lines];
  next[lines.indexOf(line)] = by;
  return next;
}

function without(lines: Lines, line: PlacedLine): Lines {
  return lines.filter((each) => each !== line);
}

/** `next` with the objects of `before` wherever a line says the same. */
function sharedWith(before: Lines, next: Lines): Lines {
  if (before === next || before.length === 0 || next.length === 0)
    return before.length === next.length ? before : next;
  const shared = next.map((line) => before.find((old) => saysTheSame(old, line)) ?? line);
  return shared.length === before.length && shared.every((line, index) => line === before[index])
    ? before
    : shared;
}

function saysTheSame(a: PlacedLine, b: PlacedLine): boolean {
  return (
    a === b ||
    (a.lineId === b.lineId &&
      a.quantity === b.quantity &&
      a.origin === b.origin &&
      a.baseIndex === b.baseIndex &&
      sameItem(a.item, b.item) &&
      a.aliases.length === b.aliases.length &&
      a.aliases.every((alias, index) => alias === b.aliases[index]))
  );
}

function sameItem(a: Item, b: Item): boolean {
  return a === b || (a.price === b.price && a.name === b.name && haveSameKey(a, b));
}

/** The first position whose entry sorts after `entry`. */
export function lowerBound(entries: readonly LogEntry[], entry: LogEntry): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareEntries(entries[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
