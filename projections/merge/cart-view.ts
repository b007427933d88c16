/**
 * The merge: computes what the diners see from what a replica knows. Phone, server, replay and `explain` all use it.
 *
 * What a replica knows is a snapshot, a set of events and a set of rejected ids (`Knowledge`). Two replicas that know
 * the same show the same cart, in whatever order they received it.
 *
 *   Knowledge ──► known.ts ──────► events whose past is known, in total order
 *                                   │
 *              ┌────────────────────┼───────────────────────┐
 *              ▼                    ▼                       ▼
 *         removals.ts          timeline.ts            register-values.ts
 *         clears, orders       one diner's events     guests, order type,
 *              │               over base.ts           last order
 *              └── removed ──►      │                       │
 *                                   └──────► CartView ◄─────┘
 *
 * For example, Ann adds two teas on her phone (`ra:1`) while Bob clears the table (`rb:1`, which has not seen `ra:1`).
 * The clear removes only events in its `seen`, so the teas stay. Had Bob's phone received `ra:1` first, they would be
 * gone.
 *
 * There are two entries. `mergeAll` reads everything in one pass. `mergeNews` continues from an earlier result and
 * costs only what changed. Invariants:
 *
 * - `mergeNews(mergeAll(a), b, news)` equals `mergeAll(b)`, where `b` is `a` with `news`. Property tests compare both
 *   with a second, naive implementation of the rules.
 * - Results are immutable. Parts that did not change are the same objects, so that pages can compare by identity.
 * - Nothing outside of `Knowledge` has an influence: no clock, no order of arrival.
 *
 * The rules themselves are in docs/merge-rules.md, in the section "The view".
 */
import { pickRegisters, type RegisterValues } from '#events/cart/registers.ts';
import { compareText, formatEventId, parseEventId, type EventIdParts } from '#events/log/event-id.ts';
import { compareEntries, type Knowledge, type News, type LogEntry } from '#events/records/log.ts';
import type { Rejected, Snapshot } from '#events/records/records.ts';
import { reach, isSameVector, type VersionVector } from '#events/log/version-vector.ts';
import { listBaseLines, createBaseCheck } from './base.ts';
import { listRemovals, createRemovedCheck, type RemovalEntry } from './removals.ts';
import { findKnown, extendKnown, type Known } from './known.ts';
import { isLineEvent, type Lines } from './line-fold.ts';
import {
  reuseLines,
  buildTimeline,
  isSameList,
  addEntries,
  removeBase,
  removeEntries,
  type Timeline,
  type UserCart,
} from './timeline.ts';
import { haveSameRegisters, readRegisters, addSetters, type Setters } from './register-values.ts';

export type { CartLine, Lines } from './line-fold.ts';
export type { UserCart } from './timeline.ts';

/** What the diners see. A register is null if it was never set. */
export interface CartView extends RegisterValues {
  readonly known: VersionVector;
  /** Ids of the events that do not show yet, because an event before them is missing. */
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

/** Returns the lines of one diner's cart. */
export function getLines({ carts }: Pick<CartView, 'carts'>, userId: string): Lines {
  return carts.find((cart) => cart.userId === userId)?.lines ?? [];
}

/** The result of a merge, with what `mergeNews` needs to continue from it. */
export interface Merged {
  readonly view: CartView;
  readonly known: Known;
  /** One for each diner, by user id. */
  readonly timelines: readonly Timeline[];
  /**
   * The live clears and orders. Events that arrive later cannot be removed by them: whatever a removal has seen was
   * known before it.
   */
  readonly removals: readonly RemovalEntry[];
  readonly setters: Setters;
  readonly covers: VersionVector;
  /** Whether the snapshot has carts, that is, comes from a snapshot server. */
  readonly hasBase: boolean;
}

/** Returns the view of everything that is known. */
export function projectCartView(knowledge: Knowledge): CartView {
  return mergeAll(knowledge).view;
}

/**
 * Merges only what an author had seen. The server checks an order against this view. The cost depends on `seen`, not on
 * the log.
 */
export function mergeSeen(knowledge: Knowledge, seen: VersionVector): Merged {
  const entries = new Map<string, LogEntry>();
  const rejected = new Map<string, Rejected['code']>();
  for (const replica of Object.keys(seen))
    for (let seq = 1; seq <= seen[replica]!; seq += 1) {
      const id = formatEventId(replica, seq);
      const entry = knowledge.entries.get(id);
      if (entry) entries.set(id, entry);
      const code = knowledge.rejected.get(id);
      if (code !== undefined) rejected.set(id, code);
    }
  return mergeAll({ ...knowledge, entries, rejected });
}

/** Merges everything in one pass. */
export function mergeAll(knowledge: Knowledge): Merged {
  return mergeFromScratch(knowledge, undefined);
}

/**
 * Continues from an earlier result. An event that sorts last costs its diner's cart; a late or rejected one costs its
 * diner's events after it.
 *
 * @param knowledge including the news
 */
export function mergeNews(before: Merged, knowledge: Knowledge, news: News): Merged {
  if (!news.snapshot && news.rejected.length === 0 && news.entries.length === 0) return before;
  if (shouldMergeFully(before, knowledge, news)) return mergeFromScratch(knowledge, before);
  const { known, live } = extendKnown(before.known, knowledge.rejected, news);
  const ordered = live.sort(compareEntries);
  const removals = listRemovals(ordered);
  let { timelines } = before;
  // An event that was rejected before this replica received it is in no timeline.
  const rejected = news.rejected.filter((id) => knowledge.entries.has(id));
  if (rejected.length > 0 || removals.length > 0)
    timelines = dropRemoved(timelines, knowledge, rejected, removals);
  for (const [userId, items] of groupItems(ordered, removals)) timelines = addItems(timelines, userId, items);
  timelines = reuseTimelines(before.timelines, timelines);
  const allRemovals = [...before.removals, ...removals];
  return buildMerged(before, knowledge, known, timelines, allRemovals, addSetters(before.setters, ordered));
}

/** Whether the news change what earlier events mean, so that the earlier result is of no use. */
function shouldMergeFully(
  { known, covers, hasBase, removals }: Merged,
  knowledge: Knowledge,
  news: News,
): boolean {
  // The base changed. Answers of an event server mostly bring only events.
  if (news.snapshot && (hasBase || hasCarts(knowledge) || !isSameVector(covers, knowledge.covers)))
    return true;
  // A removal or a value is taken back.
  if (news.rejected.some((id) => isKnownRemovalOrValue(id, known.vector, knowledge))) return true;
  if (!hasBase || removals.length === 0) return false;
  // An event that the snapshot covers arrives or is rejected after a removal. It decides whether the removal takes the
  // base (V4).
  const isCovered = (parts: EventIdParts | undefined) =>
    parts !== undefined && parts.seq <= reach(covers, parts.replicaId);
  return news.entries.some(isCovered) || news.rejected.some((id) => isCovered(parseEventId(id)));
}

function isKnownRemovalOrValue(id: string, before: VersionVector, { entries }: Knowledge): boolean {
  const entry = entries.get(id);
  const wasKnown = entry !== undefined && entry.seq <= reach(before, entry.replicaId);
  return wasKnown && entry.upcast !== undefined && !isLineEvent(entry.upcast);
}

function mergeFromScratch(knowledge: Knowledge, before: Merged | undefined): Merged {
  const { known, live } = findKnown(knowledge);
  const ordered = live.sort(compareEntries);
  const removals = listRemovals(ordered);
  const items = groupItems(ordered, removals);
  const base = listBaseLines(knowledge);
  const removesBase = createBaseCheck(knowledge);
  const timelines = [...new Set([...base.keys(), ...items.keys()])].sort(compareText).map((userId) => {
    const lines = base.get(userId) ?? [];
    const isGone = lines.length > 0 && removals.some((removal) => removesBase(removal, userId));
    return buildTimeline(userId, isGone ? [] : lines, items.get(userId) ?? []);
  });
  return buildMerged(
    before,
    knowledge,
    known,
    reuseTimelines(before?.timelines, timelines),
    removals,
    addSetters({}, ordered),
  );
}

/** Returns each diner's item events that are not removed, in total order. */
function groupItems(
  ordered: readonly LogEntry[],
  removals: readonly RemovalEntry[],
): Map<string, LogEntry[]> {
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

/**
 * Takes rejected and removed events out of the timelines. A removal only removes events that were known before it, so
 * all of them are here.
 */
function dropRemoved(
  timelines: readonly Timeline[],
  knowledge: Knowledge,
  rejected: readonly string[],
  removals: readonly RemovalEntry[],
): readonly Timeline[] {
  const ids = new Set(rejected);
  const isRemoved = createRemovedCheck(removals);
  const removesBase = createBaseCheck(knowledge);
  return timelines.flatMap((timeline) => {
    const { base, cart } = timeline;
    const isBaseGone = base.length > 0 && removals.some((removal) => removesBase(removal, cart.userId));
    const before = isBaseGone ? removeBase(timeline) : timeline;
    const left = removeEntries(before, (entry) => ids.has(entry.event.id) || isRemoved(entry));
    return left.base.length === 0 && left.stretches.length === 0 ? [] : [left];
  });
}

function addItems(
  timelines: readonly Timeline[],
  userId: string,
  items: readonly LogEntry[],
): readonly Timeline[] {
  const there = findTimeline(timelines, userId);
  if (there) return timelines.map((each) => (each === there ? addEntries(there, items) : each));
  const all = [...timelines, buildTimeline(userId, [], items)];
  return all.sort((a, b) => compareText(a.cart.userId, b.cart.userId));
}

function buildMerged(
  before: Merged | undefined,
  knowledge: Knowledge,
  known: Known,
  timelines: readonly Timeline[],
  removals: readonly RemovalEntry[],
  setters: Setters,
): Merged {
  const reused = reuseKnown(before?.known, known);
  const view = buildView(before?.view ?? emptyView, knowledge.snapshot, reused, timelines, setters);
  return {
    view,
    known: reused,
    timelines,
    removals,
    setters,
    covers: knowledge.covers,
    hasBase: hasCarts(knowledge),
  };
}

/** Reuses the earlier view, or parts of it, where nothing changed. */
function buildView(
  before: CartView,
  snapshot: Snapshot | undefined,
  { vector: known, blocked }: Known,
  timelines: readonly Timeline[],
  setters: Setters,
): CartView {
  const all: UserCart[] = [];
  for (const { cart } of timelines) if (cart.lines.length > 0) all.push(cart);
  const carts = isSameList(all, before.carts) ? before.carts : all;
  const values = readRegisters(setters, snapshot);
  const isSame = known === before.known && blocked === before.blocked && carts === before.carts;
  return isSame && haveSameRegisters(values, before) ? before : { known, blocked, ...values, carts };
}

function reuseTimelines(
  before: readonly Timeline[] | undefined,
  timelines: readonly Timeline[],
): readonly Timeline[] {
  if (!before || before === timelines) return timelines;
  return timelines.map((timeline) => {
    const old = findTimeline(before, timeline.cart.userId);
    return old && old !== timeline ? reuseLines(old, timeline) : timeline;
  });
}

function findTimeline(timelines: readonly Timeline[], userId: string): Timeline | undefined {
  return timelines.find(({ cart }) => cart.userId === userId);
}

function reuseKnown(before: Known | undefined, { vector, blocked, stalled }: Known): Known {
  return {
    vector: before && isSameVector(before.vector, vector) ? before.vector : vector,
    blocked: before && isSameList(before.blocked, blocked) ? before.blocked : blocked,
    stalled,
  };
}

function hasCarts({ snapshot }: Knowledge): boolean {
  return (snapshot?.userCarts.length ?? 0) > 0;
}
