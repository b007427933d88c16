/**
 * The merge rules of the shared cart: what a diner sees is a pure function of what is known. It stands here once: phone,
 * server, replay and explanation all read by it, everything at once (`merged`) or going on with what is new (`learnt`).
 * V1 is in `known.ts`, V3 in `cuts.ts`, V4 in `base.ts`, V5a–V5c in `line-fold.ts` and `timeline.ts`.
 */
import { compareText } from '#events/event-id.ts';
import { compareEntries, type Knowledge, type Learnt, type LogEntry } from '#events/log.ts';
import type { Snapshot, SnapshotCart } from '#events/records.ts';
import { reach, sameVector, type VersionVector } from '#events/version-vector.ts';
import { baseLines, takesBase } from './base.ts';
import { cutsOf, isCut, isInScope, voidedBy } from './cuts.ts';
import { coveredBy, withNews, type Known } from './known.ts';
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
import { isOlder } from './value-stamps.ts';

export type { CartLine, Lines } from './line-fold.ts';
export type { UserCart } from './timeline.ts';

/** V6 */
export interface CartView {
  readonly known: VersionVector;
  /** Ids of the events that do not show yet because something before them is missing. */
  readonly waiting: readonly string[];
  /** null: never set; 0: set to none. */
  readonly guests: number | null;
  readonly orderType: number | null;
  readonly lastOrderId: string | null;
  /** In order of user id, without empty carts. */
  readonly carts: readonly UserCart[];
}

export const emptyView: CartView = {
  known: {},
  waiting: [],
  guests: null,
  orderType: null,
  lastOrderId: null,
  carts: [],
};

/** What is known, merged: an immutable value. What two of them have in common they share. */
export interface Merged {
  readonly view: CartView;
  readonly known: Known;
  /** One for each diner, by user id. */
  readonly timelines: readonly Timeline[];
  /** Live cuts. None has to be remembered for the fold: it had seen only what was known. */
  readonly cuts: readonly LogEntry[];
  readonly values: LastValues;
  readonly covers: VersionVector;
  /** V4: a plain server's. */
  readonly base: readonly SnapshotCart[];
}

/** V5d, V5e: of each kind of value the live event that sorts last. */
export type LastValues = { readonly [Type in 'guestsSet' | 'orderTypeSet' | 'orderPlaced']?: LogEntry };

/** V1–V6: the view of everything that is known. */
export function cartView(knowledge: Knowledge): CartView {
  return merged(knowledge).view;
}

/** The view as seen with the snapshot of a cut: only what `cut` names is known (O1). */
export function viewOfCut(knowledge: Knowledge, cut: VersionVector): CartView {
  const entries = new Map(
    [...knowledge.entries].filter(([, entry]) => entry.seq <= reach(cut, entry.replicaId)),
  );
  return cartView({ ...knowledge, entries });
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
  const cuts = ordered.filter((entry) => entry.known && isCut(entry.known));
  let { timelines } = before;
  if (news.rejected.length > 0) timelines = withoutRejected(timelines, knowledge, news.rejected);
  if (cuts.length > 0) timelines = withoutVoid(timelines, knowledge, cuts);
  for (const [userId, items] of itemsOf(ordered, cuts)) timelines = withItems(timelines, userId, items);
  const allCuts = cuts.length > 0 ? [...before.cuts, ...cuts] : before.cuts;
  return mergedOf(before, knowledge, known, timelines, allCuts, lastValues(before.values, ordered));
}

/** What came in changes the meaning of what was known: another base, or a cut or a value that was taken back. */
function meansMore({ known, covers, base, cuts }: Merged, knowledge: Knowledge, news: Learnt): boolean {
  // The answers of an event-aware server mostly bring events alone.
  const carts = knowledge.snapshot?.userCarts ?? [];
  const isBaseNew =
    news.snapshot && (base.length > 0 || carts.length > 0 || !sameVector(covers, knowledge.covers));
  if (isBaseNew) return true;
  const isTakenBack = (id: string) => {
    const entry = knowledge.entries.get(id);
    const wasKnown = entry && entry.seq <= reach(known.vector, entry.replicaId);
    return wasKnown && entry.known && !isLineEvent(entry.known);
  };
  if (news.rejected.some(isTakenBack)) return true;
  // V4: an event that the snapshot has is heard of after the cut that had not seen it.
  const wasCovered = ({ replicaId, seq }: LogEntry) => seq <= reach(covers, replicaId);
  return base.length > 0 && cuts.length > 0 && news.entries.some(wasCovered);
}

function readAnew(knowledge: Knowledge, before: Merged | undefined): Merged {
  const { covers, entries, rejected } = knowledge;
  const everything = { entries: [...entries.values()], rejected: [...rejected.keys()] };
  const { known, live } = withNews(coveredBy(covers), rejected, everything);
  const ordered = live.sort(compareEntries);
  const cutEntries = ordered.filter((entry) => entry.known && isCut(entry.known));
  const cuts = cutsOf(cutEntries);
  const isTaken = takesBase(knowledge);
  const items = itemsOf(ordered, cutEntries);
  const base = baseLines(knowledge);
  const timelines = [...new Set([...base.keys(), ...items.keys()])].sort(compareText).map((userId) => {
    const lines = cuts.some((cut) => isTaken(cut, userId)) ? [] : (base.get(userId) ?? []);
    return timelineOf(userId, lines, items.get(userId) ?? []);
  });
  const values = lastValues({}, ordered);
  return mergedOf(before, knowledge, sharedKnown(before?.known, known), timelines, cutEntries, values);
}

/** V2, V3: item events that are not void, by user, each list in total order. */
function itemsOf(ordered: readonly LogEntry[], cuts: readonly LogEntry[]): Map<string, LogEntry[]> {
  const isVoid = voidedBy(cutsOf(cuts));
  const byUser = new Map<string, LogEntry[]>();
  for (const entry of ordered) {
    if (!entry.known || !isLineEvent(entry.known) || isVoid(entry)) continue;
    const { userId } = entry.known;
    const items = byUser.get(userId);
    if (items) items.push(entry);
    else byUser.set(userId, [entry]);
  }
  return byUser;
}

/** V3, V4: what the new cuts had seen goes. What they had not seen comes later, and they do not touch it. */
function withoutVoid(
  timelines: readonly Timeline[],
  knowledge: Knowledge,
  cutEntries: readonly LogEntry[],
): readonly Timeline[] {
  const cuts = cutsOf(cutEntries);
  const isVoid = voidedBy(cuts);
  const isTaken = takesBase(knowledge);
  return timelines.flatMap((timeline) => {
    const { userId } = timeline.cart;
    if (!cuts.some((cut) => isInScope(cut, userId))) return [timeline];
    const isBaseGone = timeline.base.length > 0 && cuts.some((cut) => isTaken(cut, userId));
    const left = withoutEntries(isBaseGone ? withoutBase(timeline) : timeline, isVoid);
    return left.base.length === 0 && left.stretches.length === 0 ? [] : [left];
  });
}

/** F2 */
function withoutRejected(
  timelines: readonly Timeline[],
  { entries }: Knowledge,
  ids: readonly string[],
): readonly Timeline[] {
  const gone = new Set(ids);
  const users = new Set(ids.map((id) => entries.get(id)?.event.userId));
  return timelines.map((timeline) =>
    users.has(timeline.cart.userId) ? withoutEntries(timeline, ({ event }) => gone.has(event.id)) : timeline,
  );
}

function withItems(
  timelines: readonly Timeline[],
  userId: string,
  news: readonly LogEntry[],
): readonly Timeline[] {
  const index = placeOf(timelines, userId);
  const all = timelines.slice();
  const there = all[index];
  if (there?.cart.userId === userId) all[index] = withEntries(there, news);
  else all.splice(index, 0, timelineOf(userId, [], news));
  return all;
}

function lastValues(before: LastValues, ordered: readonly LogEntry[]): LastValues {
  let values = before;
  for (const entry of ordered) {
    const type = entry.known?.type;
    if (type !== 'guestsSet' && type !== 'orderTypeSet' && type !== 'orderPlaced') continue;
    const last = values[type];
    if (!last || compareEntries(last, entry) < 0) values = { ...values, [type]: entry };
  }
  return values;
}

/** What says the same as before is the same object. */
function mergedOf(
  before: Merged | undefined,
  { covers, snapshot }: Knowledge,
  known: Known,
  timelines: readonly Timeline[],
  cuts: readonly LogEntry[],
  values: LastValues,
): Merged {
  const all = before ? shared(before.timelines, timelines) : timelines;
  const view = viewOf(before?.view, snapshot, known, all, values);
  return { view, known, timelines: all, cuts, values, covers, base: snapshot?.userCarts ?? noCarts };
}

const noCarts: readonly SnapshotCart[] = [];

function shared(before: readonly Timeline[], timelines: readonly Timeline[]): readonly Timeline[] {
  if (before === timelines) return timelines;
  return timelines.map((timeline, index) => {
    if (timeline === before[index]) return timeline;
    const old = timelineIn(before, timeline.cart.userId);
    return old && old !== timeline ? sharedWith(old, timeline) : timeline;
  });
}

/** V6; what says the same as in the view before is the same object. */
function viewOf(
  before: CartView = emptyView,
  snapshot: Snapshot | undefined,
  { vector, waiting }: Known,
  timelines: readonly Timeline[],
  values: LastValues,
): CartView {
  const carts: UserCart[] = [];
  for (const { cart } of timelines) if (cart.lines.length > 0) carts.push(cart);
  const { guests, orderType, lastOrderId } = shownValues(snapshot, values);
  const shown = sameList(carts, before.carts) ? before.carts : carts;
  const isSame =
    vector === before.known &&
    waiting === before.waiting &&
    shown === before.carts &&
    guests === before.guests &&
    orderType === before.orderType &&
    lastOrderId === before.lastOrderId;
  return isSame ? before : { known: vector, waiting, guests, orderType, lastOrderId, carts: shown };
}

/** V5d, V5e: the last live event sets the value, unless the snapshot has a later stamp for it. */
function shownValues(
  snapshot: Snapshot | undefined,
  { guestsSet, orderTypeSet, orderPlaced }: LastValues,
): Pick<CartView, 'guests' | 'orderType' | 'lastOrderId'> {
  const guests = guestsSet && !isOlder(guestsSet, snapshot?.guestsAt) ? guestsSet.known : undefined;
  const type = orderTypeSet && !isOlder(orderTypeSet, snapshot?.orderTypeAt) ? orderTypeSet.known : undefined;
  const order = orderPlaced && !isOlder(orderPlaced, snapshot?.lastOrderAt) ? orderPlaced.known : undefined;
  return {
    guests: guests?.type === 'guestsSet' ? guests.guests : (snapshot?.guests ?? null),
    orderType: type?.type === 'orderTypeSet' ? type.orderType : (snapshot?.orderType ?? null),
    lastOrderId: order?.type === 'orderPlaced' ? order.orderId : (snapshot?.lastOrderId ?? null),
  };
}

function sharedKnown(before: Known | undefined, { vector, waiting, stalled }: Known): Known {
  return {
    vector: before && sameVector(before.vector, vector) ? before.vector : vector,
    waiting: before && sameList(before.waiting, waiting) ? before.waiting : waiting,
    stalled,
  };
}

function timelineIn(timelines: readonly Timeline[], userId: string): Timeline | undefined {
  return timelines.find(({ cart }) => cart.userId === userId);
}

/** Where a diner's timeline stands, or would. */
function placeOf(timelines: readonly Timeline[], userId: string): number {
  let index = 0;
  while (index < timelines.length && timelines[index]!.cart.userId < userId) index += 1;
  return index;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}
