/**
 * The merge rules of the shared cart: what a diner sees is a pure function of what is known. It stands here once: phone,
 * server, replay and explanation all read by it, everything at once (`merged`) or going on with what is new (`learnt`).
 * V1 is in `known.ts`, V3 in `cuts.ts`, V4 in `base.ts`, V5a–V5c in `line-fold.ts` and `timeline.ts`.
 */
import { pickRegisters, type RegisterValues } from '#events/cart/registers.ts';
import { compareText, eventId, parseEventId, type EventIdParts } from '#events/log/event-id.ts';
import { compareEntries, type Knowledge, type Learnt, type LogEntry } from '#events/records/log.ts';
import type { Rejected, Snapshot } from '#events/records/records.ts';
import { reach, sameVector, type VersionVector } from '#events/log/version-vector.ts';
import { baseLines, takesBase } from './base.ts';
import { cutsOf, voidedBy, type CutEntry } from './cuts.ts';
import { knownOf, withNews, type Known } from './known.ts';
import { isLineEvent } from './line-fold.ts';
import {
  sharedWith,
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
  readonly waiting: readonly string[];
  /** In order of user id, without empty carts. */
  readonly carts: readonly UserCart[];
}

export const emptyView: CartView = {
  known: {},
  waiting: [],
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
  readonly cuts: readonly CutEntry[];
  readonly setters: Setters;
  readonly covers: VersionVector;
  /** V4: the snapshot has carts. */
  readonly hasBase: boolean;
}

/** V1–V6: the view of everything that is known. */
export function cartView(knowledge: Knowledge): CartView {
  return merged(knowledge).view;
}

/** What was seen with a cut: only what `cut` names is known (O1). Costs what the cut names. */
export function mergedOfCut(knowledge: Knowledge, cut: VersionVector): Merged {
  const entries = new Map<string, LogEntry>();
  const rejected = new Map<string, Rejected['code']>();
  for (const replica of Object.keys(cut))
    for (let seq = 1; seq <= cut[replica]!; seq += 1) {
      const id = eventId(replica, seq);
      const entry = knowledge.entries.get(id);
      if (entry) entries.set(id, entry);
      const code = knowledge.rejected.get(id);
      if (code !== undefined) rejected.set(id, code);
    }
  return merged({ ...knowledge, entries, rejected });
}

/** V1–V6: from everything that is known, in one pass. */
export function merged(knowledge: Knowledge): Merged {
  return readAnew(knowledge, undefined);
}

/**
 * G1: goes on from what was merged before; `knowledge` has the news already. An event that sorts last costs its diner's
 * cart, a late one or a rejected one its diner's events after it.
 */
export function learnt(before: Merged, knowledge: Knowledge, news: Learnt): Merged {
  if (!news.snapshot && news.rejected.length === 0 && news.entries.length === 0) return before;
  if (meansMore(before, knowledge, news)) return readAnew(knowledge, before);
  const { known, live } = withNews(before.known, knowledge.rejected, news);
  const ordered = live.length > 1 ? live.sort(compareEntries) : live;
  const cuts = cutsOf(ordered);
  let { timelines } = before;
  // What was rejected before anybody here had it is in no timeline.
  const rejected = news.rejected.filter((id) => knowledge.entries.has(id));
  if (rejected.length > 0 || cuts.length > 0) timelines = withoutGone(timelines, knowledge, rejected, cuts);
  for (const [userId, items] of itemsOf(ordered, cuts)) timelines = withItems(timelines, userId, items);
  timelines = sharedTimelines(before.timelines, timelines);
  const allCuts = cuts.length > 0 ? [...before.cuts, ...cuts] : before.cuts;
  return mergedOf(before, knowledge, known, timelines, allCuts, withSetters(before.setters, ordered));
}

/** What came in changes the meaning of what was known. */
function meansMore({ known, covers, hasBase, cuts }: Merged, knowledge: Knowledge, news: Learnt): boolean {
  // Another base; the answers of an event-aware server mostly bring events alone.
  if (news.snapshot && (hasBase || hasCarts(knowledge) || !sameVector(covers, knowledge.covers))) return true;
  // F2: a cut or a value that is taken back.
  if (news.rejected.some((id) => isTakenBack(id, known.vector, knowledge))) return true;
  if (!hasBase || cuts.length === 0) return false;
  // V4: an event that the snapshot has arrives, or is rejected, after the cut that had not seen it.
  const isCovered = (parts: EventIdParts | undefined) =>
    parts !== undefined && parts.seq <= reach(covers, parts.replicaId);
  return news.entries.some(isCovered) || news.rejected.some((id) => isCovered(parseEventId(id)));
}

function isTakenBack(id: string, before: VersionVector, { entries }: Knowledge): boolean {
  const entry = entries.get(id);
  const wasKnown = entry !== undefined && entry.seq <= reach(before, entry.replicaId);
  return wasKnown && entry.upcast !== undefined && !isLineEvent(entry.upcast);
}

function readAnew(knowledge: Knowledge, before: Merged | undefined): Merged {
  const { known, live } = knownOf(knowledge);
  const ordered = live.sort(compareEntries);
  const cuts = cutsOf(ordered);
  const items = itemsOf(ordered, cuts);
  const base = baseLines(knowledge);
  const isTaken = takesBase(knowledge);
  const timelines = [...new Set([...base.keys(), ...items.keys()])].sort(compareText).map((userId) => {
    const lines = base.get(userId) ?? [];
    const isGone = lines.length > 0 && cuts.some((cut) => isTaken(cut, userId));
    return timelineOf(userId, isGone ? [] : lines, items.get(userId) ?? []);
  });
  return mergedOf(
    before,
    knowledge,
    sharedKnown(before?.known, known),
    sharedTimelines(before?.timelines, timelines),
    cuts,
    withSetters({}, ordered),
  );
}

/** V2, V3: item events that are not void, by user, each list in total order. */
function itemsOf(ordered: readonly LogEntry[], cuts: readonly CutEntry[]): Map<string, LogEntry[]> {
  const isVoid = voidedBy(cuts);
  const byUser = new Map<string, LogEntry[]>();
  for (const entry of ordered) {
    if (!entry.upcast || !isLineEvent(entry.upcast) || isVoid(entry)) continue;
    const { userId } = entry.upcast;
    const items = byUser.get(userId);
    if (items) items.push(entry);
    else byUser.set(userId, [entry]);
  }
  return byUser;
}

/** F2, V3, V4: what was rejected goes, and what cuts had seen. That is all here: it was known before them (V1). */
function withoutGone(
  timelines: readonly Timeline[],
  knowledge: Knowledge,
  rejected: readonly string[],
  cuts: readonly CutEntry[],
): readonly Timeline[] {
  const ids = new Set(rejected);
  const isVoid = voidedBy(cuts);
  const isTaken = takesBase(knowledge);
  return timelines.flatMap((timeline) => {
    const { base, cart } = timeline;
    const isBaseGone = base.length > 0 && cuts.some((cut) => isTaken(cut, cart.userId));
    const before = isBaseGone ? withoutBase(timeline) : timeline;
    const left = withoutEntries(before, (entry) => ids.has(entry.event.id) || isVoid(entry));
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
  cuts: readonly CutEntry[],
  setters: Setters,
): Merged {
  const view = viewOf(before?.view ?? emptyView, knowledge.snapshot, known, timelines, setters);
  return { view, known, timelines, cuts, setters, covers: knowledge.covers, hasBase: hasCarts(knowledge) };
}

/** V6; what says the same as in the view before is the same object. */
function viewOf(
  before: CartView,
  snapshot: Snapshot | undefined,
  { vector: known, waiting }: Known,
  timelines: readonly Timeline[],
  setters: Setters,
): CartView {
  const all: UserCart[] = [];
  for (const { cart } of timelines) if (cart.lines.length > 0) all.push(cart);
  const carts = sameList(all, before.carts) ? before.carts : all;
  const values = readRegisters(setters, snapshot);
  const isSame = known === before.known && waiting === before.waiting && carts === before.carts;
  return isSame && haveSameRegisters(values, before) ? before : { known, waiting, ...values, carts };
}

function sharedTimelines(
  before: readonly Timeline[] | undefined,
  timelines: readonly Timeline[],
): readonly Timeline[] {
  if (!before || before === timelines) return timelines;
  const all = timelines.slice();
  for (let place = 0; place < all.length; place += 1) {
    const timeline = all[place]!;
    if (timeline === before[place]) continue;
    const old = before.find(({ cart }) => cart.userId === timeline.cart.userId);
    if (old && old !== timeline) all[place] = sharedWith(old, timeline);
  }
  return all;
}

function sharedKnown(before: Known | undefined, { vector, waiting, stalled }: Known): Known {
  return {
    vector: before && sameVector(before.vector, vector) ? before.vector : vector,
    waiting: before && sameList(before.waiting, waiting) ? before.waiting : waiting,
    stalled,
  };
}

function hasCarts({ snapshot }: Knowledge): boolean {
  return snapshot !== undefined && snapshot.userCarts.length > 0;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}
