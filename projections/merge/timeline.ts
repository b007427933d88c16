/** What one diner did, in total order, and the lines that it comes to: an immutable value that shares what is equal. */
import { compareEntries, type LogEntry } from '#events/records/log.ts';
import { applyToLines, indexOfLine, isSameLine, type CartLine, type LineEvent, type Lines } from './line-fold.ts';

export interface UserCart {
  readonly userId: string;
  readonly lines: Lines;
}

/** One diner's live item events that are not void (V2, V3). */
export interface Timeline {
  /** V4: what the snapshot has of that diner, and no cut took. */
  readonly base: Lines;
  readonly stretches: readonly Stretch[];
  /** V5: what comes of it. */
  readonly cart: UserCart;
}

/** Some of the events, one after the other, and the lines before them: what is late goes back no further than here. */
interface Stretch {
  readonly before: Lines;
  readonly entries: readonly LogEntry[];
}

/** So many events are folded again where one is late; so many share one kept list of lines. */
const stretchLength = 32;

/** From nothing; `entries` in total order. */
export function timelineOf(userId: string, base: Lines, entries: readonly LogEntry[]): Timeline {
  return grown({ base, stretches: [], cart: { userId, lines: base } }, [], base, entries);
}

/** Takes events in, given in total order: what sorts last goes onto the lines at hand. */
export function withEntries(timeline: Timeline, news: readonly LogEntry[]): Timeline {
  const { stretches, cart } = timeline;
  const first = news[0]!;
  const last = stretches.at(-1)?.entries.at(-1);
  if (!last || compareEntries(last, first) < 0) return grown(timeline, stretches, cart.lines, news);
  const at = stretches.findLastIndex(({ entries }) => compareEntries(entries[0]!, first) < 0);
  const later = [...entriesFrom(timeline, Math.max(0, at)), ...news];
  return refoldFrom(timeline, Math.max(0, at), later.sort(compareEntries));
}

/** Takes out every event that `isGone`; the same object when there is none. */
export function withoutEntries(timeline: Timeline, isGone: (entry: LogEntry) => boolean): Timeline {
  const at = timeline.stretches.findIndex(({ entries }) => entries.some(isGone));
  if (at < 0) return timeline;
  const left = entriesFrom(timeline, at).filter((entry) => !isGone(entry));
  return refoldFrom(timeline, at, left);
}

/** V4: a cut took the base. */
export function withoutBase(timeline: Timeline): Timeline {
  const { base, cart } = timeline;
  return base.length === 0 ? timeline : timelineOf(cart.userId, [], entriesFrom(timeline, 0));
}

/** The lines just before an event of this timeline. */
export function linesBefore({ stretches }: Timeline, entry: LogEntry): Lines {
  const stretch = stretches.find(({ entries }) => entries.includes(entry))!;
  const lines = [...stretch.before];
  for (const each of stretch.entries.slice(0, stretch.entries.indexOf(entry)))
    applyToLines(lines, each.upcast as LineEvent);
  return lines;
}

/** O5: of each line of the cart, in its order, the events that found it, and those of the lines that joined it (V5c). */
export function eventsOfLines(timeline: Timeline): (readonly LogEntry[])[] {
  const lines = [...timeline.base];
  const events: LogEntry[][] = lines.map(() => []);
  for (const entry of entriesFrom(timeline, 0)) {
    const event = entry.upcast as LineEvent;
    const found = indexOfLine(lines, event);
    const before = [...lines];
    applyToLines(lines, event);
    if (lines.length > before.length) events.push([entry]);
    else if (found >= 0) events[found]!.push(entry);
    if (lines.length >= before.length) continue;
    // The line is gone: its last piece was taken away, or another one has it now.
    before.splice(found, 1);
    const [gone = []] = events.splice(found, 1);
    const joined = lines.findIndex((line, place) => line !== before[place]);
    if (joined >= 0) events[joined]!.push(...gone);
  }
  return events;
}

function entriesFrom({ stretches }: Timeline, at: number): LogEntry[] {
  return stretches.slice(at).flatMap(({ entries }) => entries);
}

/** Folds again what stands from a stretch on: `entries` in its place. */
function refoldFrom(timeline: Timeline, at: number, entries: readonly LogEntry[]): Timeline {
  const { stretches } = timeline;
  return grown(timeline, stretches.slice(0, at), stretches[at]!.before, entries);
}

/** `lines` are those after `stretches`; `news` sort after them. */
function grown(
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

/** The timeline with the objects of an older one wherever its cart says the same. */
export function reuseLines(before: Timeline, timeline: Timeline): Timeline {
  const old = before.cart.lines;
  const { base, stretches, cart } = timeline;
  let lines = cart.lines as CartLine[];
  let isSame = lines.length === old.length;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (line === old[index]) continue;
    const same = sameLineIn(old, line, index);
    if (same && lines === cart.lines) lines = [...lines];
    if (same) lines[index] = same;
    isSame &&= same !== undefined && same === old[index];
  }
  if (isSame) return { base, stretches, cart: before.cart };
  return lines === cart.lines ? timeline : { base, stretches, cart: { userId: cart.userId, lines } };
}

/** Mostly it stands where it stood. */
function sameLineIn(old: Lines, line: CartLine, index: number): CartLine | undefined {
  const there = old[index];
  if (there && isSameLine(there, line)) return there;
  // The same line with another quantity is no other one as it was.
  if (there?.lineId === line.lineId && there.item === line.item) return undefined;
  return old.find((each) => isSameLine(each, line));
}
