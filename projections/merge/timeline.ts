/**
 * One diner's item events in total order, and the lines that they lead to.
 *
 * The events are kept in stretches. Each stretch remembers the lines before it. An event that sorts last is applied to
 * the current lines. A late or rejected event goes back only to the start of its stretch.
 *
 *   base ─► [ e1 … e32 ] ─► [ e33 … e64 ] ─► [ e65 ] ─► cart.lines
 *             before: base    before: lines    before: lines
 *                             after e32        after e64
 *   a late event between e40 and e41 reapplies e33 … e65
 *
 * Invariants:
 *
 * - The entries are the diner's live events that no removal removes, in total order.
 * - `cart.lines` is the base with all entries applied in turn.
 * - A timeline never changes. A new one shares its stretches and lines with the old one where they are equal.
 */
import { compareEntries, type LogEntry } from '#events/records/log.ts';
import {
  applyToLines,
  indexOfLine,
  isSameLine,
  type CartLine,
  type LineEvent,
  type Lines,
} from './line-fold.ts';

export interface UserCart {
  readonly userId: string;
  readonly lines: Lines;
}

/** One diner's live item events that are not removed. */
export interface Timeline {
  /** The diner's lines in the snapshot, if no removal took them. */
  readonly base: Lines;
  readonly stretches: readonly Stretch[];
  /** The lines after all entries. */
  readonly cart: UserCart;
}

/** A run of events, and the lines before its first one. */
interface Stretch {
  readonly before: Lines;
  readonly entries: readonly LogEntry[];
}

/** The number of events in a stretch. Shorter ones make a late event cheaper, but keep more lists of lines. */
const stretchLength = 32;

/** Builds a timeline from nothing. `entries` are in total order. */
export function buildTimeline(userId: string, base: Lines, entries: readonly LogEntry[]): Timeline {
  return appendEntries({ base, stretches: [], cart: { userId, lines: base } }, [], base, entries);
}

/** Adds events, given in total order. */
export function addEntries(timeline: Timeline, news: readonly LogEntry[]): Timeline {
  const { stretches, cart } = timeline;
  const first = news[0]!;
  const last = stretches.at(-1)?.entries.at(-1);
  if (!last || compareEntries(last, first) < 0) return appendEntries(timeline, stretches, cart.lines, news);
  const at = stretches.findLastIndex(({ entries }) => compareEntries(entries[0]!, first) < 0);
  const later = [...listEntriesFrom(timeline, Math.max(0, at)), ...news];
  return refoldFrom(timeline, Math.max(0, at), later.sort(compareEntries));
}

/** Removes every event for which `isGone` is true. Returns the same timeline if it removes no event. */
export function removeEntries(timeline: Timeline, isGone: (entry: LogEntry) => boolean): Timeline {
  const at = timeline.stretches.findIndex(({ entries }) => entries.some(isGone));
  if (at < 0) return timeline;
  const left = listEntriesFrom(timeline, at).filter((entry) => !isGone(entry));
  return refoldFrom(timeline, at, left);
}

/** Removes the base, which a removal took. */
export function removeBase(timeline: Timeline): Timeline {
  const { base, cart } = timeline;
  return base.length === 0 ? timeline : buildTimeline(cart.userId, [], listEntriesFrom(timeline, 0));
}

/** Returns, for each line of the cart, the events that touched it or a line that was joined into it. */
export function listEventsOfLines(timeline: Timeline): (readonly LogEntry[])[] {
  const lines = [...timeline.base];
  const events: LogEntry[][] = lines.map(() => []);
  for (const entry of listEntriesFrom(timeline, 0)) {
    const event = entry.upcast as LineEvent;
    const found = indexOfLine(lines, event);
    const before = [...lines];
    applyToLines(lines, event);
    if (lines.length > before.length) events.push([entry]);
    else if (found >= 0) events[found]!.push(entry);
    if (lines.length >= before.length) continue;
    // The line is gone. Either its last piece was taken away, or its notes changed and another line has it now.
    before.splice(found, 1);
    const [gone = []] = events.splice(found, 1);
    const joined = lines.findIndex((line, place) => line !== before[place]);
    if (joined >= 0) events[joined]!.push(...gone);
  }
  return events;
}

function listEntriesFrom({ stretches }: Timeline, at: number): LogEntry[] {
  return stretches.slice(at).flatMap(({ entries }) => entries);
}

/** Applies `entries` again, from the start of a stretch. */
function refoldFrom(timeline: Timeline, at: number, entries: readonly LogEntry[]): Timeline {
  const { stretches } = timeline;
  return appendEntries(timeline, stretches.slice(0, at), stretches[at]!.before, entries);
}

/** Appends events. `lines` are those after `stretches`, and `news` sort after them. */
function appendEntries(
  { base, cart }: Timeline,
  stretches: readonly Stretch[],
  lines: Lines,
  news: readonly LogEntry[],
): Timeline {
  const all = [...stretches];
  const now = [...lines];
  let open: { before: Lines; entries: LogEntry[] } | undefined;
  const last = all.at(-1);
  if (last && last.entries.length < stretchLength && news.length > 0)
    all[all.length - 1] = open = { before: last.before, entries: [...last.entries] };
  for (const entry of news) {
    if (!open || open.entries.length === stretchLength) all.push((open = { before: [...now], entries: [] }));
    open.entries.push(entry);
    applyToLines(now, entry.upcast as LineEvent);
  }
  return { base, stretches: all, cart: { userId: cart.userId, lines: now } };
}

/** Returns the timeline with the line objects of an older one where they are equal. */
export function reuseLines({ cart: before }: Timeline, { base, stretches, cart }: Timeline): Timeline {
  const lines = cart.lines.map((line, index) => findSameLine(before.lines, line, index) ?? line);
  const isSame = isSameList(lines, before.lines);
  return { base, stretches, cart: isSame ? before : { userId: cart.userId, lines } };
}

export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}

/** In most cases the line is at the same index. */
function findSameLine(old: Lines, line: CartLine, index: number): CartLine | undefined {
  const there = old[index];
  if (there && isSameLine(there, line)) return there;
  // A line of the same id and item with another quantity has changed, so no other line can be equal to it.
  if (there?.lineId === line.lineId && there.item === line.item) return undefined;
  return old.find((each) => isSameLine(each, line));
}
