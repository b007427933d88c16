/**
 * V5 for one diner and one variant of a dish (product, category, modifiers). Finding a line needs the same
 * variant, so groups never touch each other: an event costs its own group, not the cart.
 */
import { haveSameKey, type Item } from '#events/item.ts';
import { compareEntries, type LogEntry } from '#events/log.ts';
import { LineFold, type Lines, type PlacedLine } from './line-fold.ts';

/** Every so many events the folded lines are kept, so that a late event goes back no further. */
const checkpointEvery = 32;

/** The events of one group in total order, with the lines that they fold to. */
export class LineGroup {
  lines: Lines;
  /** Events that came in together wait here until all are at hand. */
  arriving: LogEntry[] | undefined;
  private entries: LogEntry[] = none;
  /** `checkpoints[i]` are the lines before entry `(i + 1) * checkpointEvery`: most groups stay without. */
  private checkpoints: Lines[] | undefined;
  private fold: LineFold;

  /**
   * @param item of the group's variant; its notes mean nothing
   * @param base the lines of a snapshot that are of that variant
   */
  constructor(
    readonly item: Item,
    private readonly base: Lines,
  ) {
    this.lines = base;
    this.fold = new LineFold(base);
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
    const { entries } = this;
    if (entries.length === 0 || compareEntries(entries.at(-1)!, news[0]!) < 0) return this.append(news);
    const position = lowerBound(entries, news[0]!);
    const later = entries.splice(position);
    let next = 0;
    for (const entry of later) {
      while (next < news.length && compareEntries(news[next]!, entry) < 0) entries.push(news[next++]!);
      entries.push(entry);
    }
    for (; next < news.length; next += 1) entries.push(news[next]!);
    return this.set(this.foldFrom(position));
  }

  private append(news: readonly LogEntry[]): boolean {
    const before = this.lines;
    const position = this.entries.length;
    // Room for one: half of all groups get no second event.
    if (position === 0) this.entries = news.slice();
    for (let index = 0; index < news.length; index += 1) {
      this.noteCheckpoint(position + index);
      if (position > 0) this.entries.push(news[index]!);
      this.fold.take(news[index]!);
    }
    if (news.length > 1) return this.set(this.fold.lines);
    // One event alone changes what it changes.
    this.lines = this.fold.lines;
    return this.lines !== before;
  }

  /** Takes out every event that `isGone`; true when the lines changed. */
  remove(isGone: (entry: LogEntry) => boolean): boolean {
    const { entries } = this;
    const first = entries.findIndex(isGone);
    if (first < 0) return false;
    let kept = first;
    for (let index = first; index < entries.length; index += 1) {
      const entry = entries[index]!;
      if (!isGone(entry)) entries[kept++] = entry;
    }
    entries.length = kept;
    return this.set(this.foldFrom(first));
  }

  private foldFrom(position: number): Lines {
    const checkpoint = Math.min(Math.floor(position / checkpointEvery), this.checkpoints?.length ?? 0);
    if (this.checkpoints) this.checkpoints.length = checkpoint;
    this.fold = new LineFold(checkpoint === 0 ? this.base : this.checkpoints![checkpoint - 1]!);
    for (let index = checkpoint * checkpointEvery; index < this.entries.length; index += 1) {
      this.noteCheckpoint(index);
      this.fold.take(this.entries[index]!);
    }
    return this.fold.lines;
  }

  private noteCheckpoint(index: number): void {
    if (index % checkpointEvery === 0 && index > 0)
      (this.checkpoints ??= [])[index / checkpointEvery - 1] = this.fold.lines;
  }

  /** Goes on from lines that say what the folded ones say, with the objects of before. */
  private set(lines: Lines): boolean {
    const next = sharedWith(this.lines, lines);
    const changed = next !== this.lines;
    this.lines = next;
    this.fold = new LineFold(next);
    return changed;
  }
}

/** Until the first event comes; never written to. */
const none: LogEntry[] = [];

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
