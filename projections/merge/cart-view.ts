/**
 * The merge rules of the shared cart: what a diner sees is a pure function of what is known. It stands here once: phone,
 * server, replay and explanation all read by it, everything at once (`merged`) or going on with what is new (`learnt`).
 * V1 is in `known.ts`, V3 in `cuts.ts`, V4 in `base.ts`, V5a–V5c in `line-fold.ts` and `timeline.ts`.
 */
import { pickRegisters, type RegisterValues } from '#events/cart/registers.ts';
import { compareText, eventId, parseEventId, type EventIdParts } from '#events/log/event-id.ts';
import { compareEntries, type Knowledge, type News, type LogEntry } from '#events/records/log.ts';
import type { Rejected, Snapshot } from '#events/records/records.ts';
import { reach, sameVector, type VersionVector } from '#events/log/version-vector.ts';
import { baseLines, createBaseCheck } from './base.ts';
import { removalsIn, createRemovedCheck, type RemovalEntry } from './removals.ts';
import { findKnown, withNews, type Known } from './known.ts';
import { isLineEvent } from './line-fold.ts';
import {
  reuseLines,
  timelineOf,
  withEntries,
  withoutBase,
  withoutEntries,
  type Timeline,
  type UserCart,
} from './timeline.ts';
import { haveSameRegisters, readRegisters, withSetters, type Setters } from './register-values.ts';

export type { CartLine, Lines } from './line-fold.ts';
export type { UserCart } from './timeline.ts';

/** V6; the values of the registers are null if they were never set. */
export interface CartView extends RegisterValues {
  readonly known: VersionVector;
  /** Ids of the events that do not show yet because something before them is missing. */
  readonly blocked: readonly string[];
  /** In order of user id, without empty carts. */
  readonly carts: readonly UserCart[];
}

export const emptyView: CartView = {
  known: {},
  blocked: [],
  ...pickRegisters(undefined),
  carts: [],
};

/** What is known, merged: an immutable value. What two of them have in common they share. */
export interface Merged {
  readonly view: CartView;
  readonly known: Known;
  /** One for each diner, by user id. */
  readonly timelines: readonly Timeline[];
  /** Live ones. The fold needs them no more: what they had seen was known before them. */
  readonly removals: readonly RemovalEntry[];
  readonly setters: Setters;
  readonly covers: VersionVector;
  /** V4: the snapshot has carts. */
  readonly hasBase: boolean;
}

/** V1–V6: the view of everything that is known. */
export function cartView(knowledge: Knowledge): CartView {
  return mergeAll(knowledge).view;
}

/** What was seen with a cut: only what `cut` names is known (O1). Costs what the cut names. */
export function mergeSeen(knowledge: Knowledge, seen: VersionVector): Merged {
  const entries = new Map<string, LogEntry>();
  const rejected = new Map<string, Rejected['code']>();
  for (const replica of Object.keys(seen))
    for (let seq = 1; seq <= seen[replica]!; seq += 1) {
      const id = eventId(replica, seq);
      const entry = knowledge.entries.get(id);
      if (entry) entries.set(id, entry);
      const code = knowledge.rejected.get(id);
      if (code !== undefined) rejected.set(id, code);
    }
  return mergeAll({ ...knowledge, entries, rejected });
}

/** V1–V6: from everything that is known, in one pass. */
export function mergeAll(knowledge: Knowledge): Merged {
  return mergeFromScratch(knowledge, undefined);
}

/**
 * G1: goes on from what was merged before; `knowledge` has the news already. An event that sorts last costs its diner's
 * cart, a late one or a rejected one its diner's events after it.
 */
export function mergeNews(before: Merged, knowledge: Knowledge, news: News): Merged {
  if (!news.snapshot && news.rejected.length === 0 && news.entries.length === 0) return before;
  if (needsFullMerge(before, knowledge, news)) return mergeFromScratch(knowledge, before);
  const { known, live } = withNews(before.known, knowledge.rejected, news);
  const ordered = live.length > 1 ? live.sort(compareEntries) : live;
  const removals = removalsIn(ordered);
  let { timelines } = before;
  // What was rejected before anybody here had it is in no timeline.
  const rejected = news.rejected.filter((id) => knowledge.entries.has(id));
  if (rejected.length > 0 || removals.length > 0) timelines = dropRemoved(timelines, knowledge, rejected, removals);
  for (const [userId, items] of itemsOf(ordered, removals)) timelines = withItems(timelines, userId, items);
  timelines = reuseTimelines(before.timelines, timelines);
  const allRemovals = removals.length > 0 ? [...before.removals, ...removals] : before.removals;
  return mergedOf(before, knowledge, known, timelines, allRemovals, withSetters(before.setters, ordered));
}

/** What came in changes the meaning of what was known. */
function needsFullMerge({ known, covers, hasBase, removals }: Merged, knowledge: Knowledge, news: News): boolean {
  // Another base; the answers of an event-aware server mostly bring events alone.
  if (news.snapshot && (hasBase || hasCarts(knowledge) || !sameVector(covers, knowledge.covers))) return true;
  // F2: a cut or a value that is taken back.
  if (news.rejected.some((id) => undoesMore(id, known.vector, knowledge))) return true;
  if (!hasBase || removals.length === 0) return false;
  // V4: an event that the snapshot has arrives, or is rejected, after the cut that had not seen it.
  const isCovered = (parts: EventIdParts | undefined) =>
    parts !== undefined && parts.seq <= reach(covers, parts.replicaId);
  return news.entries.some(isCovered) || news.rejected.some((id) => isCovered(parseEventId(id)));
}

function undoesMore(id: string, before: VersionVector, { entries }: Knowledge): boolean {
  const entry = entries.get(id);
  const wasKnown = entry !== undefined && entry.seq <= reach(before, entry.replicaId);
  return wasKnown && entry.upcast !== undefined && !isLineEvent(entry.upcast);
}

function mergeFromScratch(knowledge: Knowledge, before: Merged | undefined): Merged {
  const { known, live } = findKnown(knowledge);
  const ordered = live.sort(compareEntries);
  const removals = removalsIn(ordered);
  const items = itemsOf(ordered, removals);
  const base = baseLines(knowledge);
  const isTaken = createBaseCheck(knowledge);
  const timelines = [...new Set([...base.keys(), ...items.keys()])].sort(compareText).map((userId) => {
    const lines = base.get(userId) ?? [];
    const isGone = lines.length > 0 && removals.some((removal) => isTaken(removal, userId));
    return timelineOf(userId, isGone ? [] : lines, items.get(userId) ?? []);
  });
  return mergedOf(
    before,
    knowledge,
    reuseKnown(before?.known, known),
    reuseTimelines(before?.timelines, timelines),
    removals,
    withSetters({}, ordered),
  );
}

/** V2, V3: item events that are not void, by user, each list in total order. */
function itemsOf(ordered: readonly LogEntry[], removals: readonly RemovalEntry[]): Map<string, LogEntry[]> {
  const isRemoved = createRemovedCheck(removals);
  const byUser = new Map<string, LogEntry[]>();
  for (const entry of ordered) {
    if (!entry.upcast || !isLineEvent(entry.upcast) || isRemoved(entry)) continue;
    const { userId } = entry.upcast;
    const items = byUser.get(userId);
    if (items) items.push(entry);
    else byUser.set(userId, [entry]);
  }
  return byUser;
}

/** F2, V3, V4: what was rejected goes, and what cuts had seen. That is all here: it was known before them (V1). */
function dropRemoved(
  timelines: readonly Timeline[],
  knowledge: Knowledge,
  rejected: readonly string[],
  removals: readonly RemovalEntry[],
): readonly Timeline[] {
  const ids = new Set(rejected);
  const isRemoved = createRemovedCheck(removals);
  const isTaken = createBaseCheck(knowledge);
  return timelines.flatMap((timeline) => {
    const { base, cart } = timeline;
    const isBaseGone = base.length > 0 && removals.some((removal) => isTaken(removal, cart.userId));
    const before = isBaseGone ? withoutBase(timeline) : timeline;
    const left = withoutEntries(before, (entry) => ids.has(entry.event.id) || isRemoved(entry));
    return left.base.length === 0 && left.stretches.length === 0 ? [] : [left];
  });
}

function withItems(
  timelines: readonly Timeline[],
  userId: string,
  items: readonly LogEntry[],
): readonly Timeline[] {
  let place = 0;
  while (place < timelines.length && timelines[place]!.cart.userId < userId) place += 1;
  const there = timelines[place];
  const all = timelines.slice();
  if (there?.cart.userId === userId) all[place] = withEntries(there, items);
  else all.splice(place, 0, timelineOf(userId, [], items));
  return all;
}

function mergedOf(
  before: Merged | undefined,
  knowledge: Knowledge,
  known: Known,
  timelines: readonly Timeline[],
  removals: readonly RemovalEntry[],
  setters: Setters,
): Merged {
  const view = viewOf(before?.view ?? emptyView, knowledge.snapshot, known, timelines, setters);
  return { view, known, timelines, removals, setters, covers: knowledge.covers, hasBase: hasCarts(knowledge) };
}

/** V6; what says the same as in the view before is the same object. */
function viewOf(
  before: CartView,
  snapshot: Snapshot | undefined,
  { vector: known, blocked }: Known,
  timelines: readonly Timeline[],
  setters: Setters,
): CartView {
  const all: UserCart[] = [];
  for (const { cart } of timelines) if (cart.lines.length > 0) all.push(cart);
  const carts = sameList(all, before.carts) ? before.carts : all;
  const values = readRegisters(setters, snapshot);
  const isSame = known === before.known && blocked === before.blocked && carts === before.carts;
  return isSame && haveSameRegisters(values, before) ? before : { known, blocked, ...values, carts };
}

function reuseTimelines(
  before: readonly Timeline[] | undefined,
  timelines: readonly Timeline[],
): readonly Timeline[] {
  if (!before || before === timelines) return timelines;
  const all = timelines.slice();
  for (let place = 0; place < all.length; place += 1) {
    const timeline = all[place]!;
    if (timeline === before[place]) continue;
    const old = before.find(({ cart }) => cart.userId === timeline.cart.userId);
    if (old && old !== timeline) all[place] = reuseLines(old, timeline);
  }
  return all;
}

function reuseKnown(before: Known | undefined, { vector, blocked, stalled }: Known): Known {
  return {
    vector: before && sameVector(before.vector, vector) ? before.vector : vector,
    blocked: before && sameList(before.blocked, blocked) ? before.blocked : blocked,
    stalled,
  };
}

function hasCarts({ snapshot }: Knowledge): boolean {
  return snapshot !== undefined && snapshot.userCarts.length > 0;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}
