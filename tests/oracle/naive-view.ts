/**
 * The merge rules, read as plainly as they can be read: everything is worked out anew from the list of records, with
 * loops over arrays. It is slow on purpose, and imports nothing of the project: what it says depends on the rules alone.
 */

import type {
  Cut,
  ItemEvent,
  KnownEvent,
  LoggedEvent,
  LogRecord,
  NaiveView,
  Snapshot,
  Stamp,
  VersionVector,
} from './log-records.ts';
import { byCodeUnit, foldItem, shownLine, type Line, type Occurrence } from './naive-lines.ts';

/** T2: replica and number of an id, or undefined if it is none. */
export function parsed(id: string): { replica: string; seq: number } | undefined {
  const [, replica, digits] = /^([^:]+):([1-9][0-9]*)$/.exec(id) ?? [];
  return replica === undefined ? undefined : { replica, seq: Number(digits) };
}

/** T6: whether a version vector names that event. (`hasOwn`: a replica may be called `constructor`.) */
export function names(vector: VersionVector, id: string): boolean {
  const event = parsed(id);
  if (event === undefined || !Object.hasOwn(vector, event.replica)) return false;
  return (vector[event.replica] ?? 0) >= event.seq;
}

/** T5: wall, counter, replica, number. Negative if the first sorts first. */
export function inTotalOrder(a: LoggedEvent, b: LoggedEvent): number {
  const [idOfA, idOfB] = [parsed(a.id), parsed(b.id)];
  return (
    a.at[0] - b.at[0] ||
    a.at[1] - b.at[1] ||
    byCodeUnit(idOfA?.replica ?? '', idOfB?.replica ?? '') ||
    (idOfA?.seq ?? 0) - (idOfB?.seq ?? 0)
  );
}

/** E7: an unknown type, or a newer version of a known one, shows nothing, and cuts nothing. */
function isOfKnownType(event: LoggedEvent): event is KnownEvent {
  const types = [
    'itemAdded',
    'itemDecreased',
    'notesEdited',
    'cartCleared',
    'orderPlaced',
    'guestsSet',
    'orderTypeSet',
  ];
  return types.includes(event.type) && (event.v ?? 1) <= 1;
}
export const isItemEvent = (event: LoggedEvent): event is ItemEvent =>
  isOfKnownType(event) && ['itemAdded', 'itemDecreased', 'notesEdited'].includes(event.type);
export const isCut = (event: LoggedEvent): event is Cut =>
  isOfKnownType(event) && ['cartCleared', 'orderPlaced'].includes(event.type);

/** The scope of a cut: the table, or the cart of its user. */
const inScope = (cut: Cut, userId: string) =>
  cut.type === 'orderPlaced' || cut.scope === 'table' || cut.userId === userId;

/** V3: whether this cut, if it is live, voids that event, `kept` apart. */
const reaches = (cut: Cut, event: ItemEvent) => names(cut.seen, event.id) && inScope(cut, event.userId);
const keeps = (cut: Cut, event: ItemEvent) =>
  cut.type === 'orderPlaced' && (cut.kept ?? []).includes(event.id);
export const voids = (cut: Cut, event: ItemEvent) => reaches(cut, event) && !keeps(cut, event);

/** F1: a plain server's snapshot says so; in older logs it is one that has carts. */
const isPlain = (snapshot: Snapshot) => snapshot.plain === true || snapshot.userCarts.length > 0;

/** V5d, V5e: whether the snapshot's stamp is later than the event. */
function isLater(stamp: Stamp | undefined, event: LoggedEvent): boolean {
  if (stamp === undefined) return false;
  const [wall, counter, replica] = stamp;
  const order =
    wall - event.at[0] || counter - event.at[1] || byCodeUnit(replica, parsed(event.id)?.replica ?? '');
  return order > 0;
}

/**
 * The view (V6) of a replica that learnt these records, in this order. `notice` hears what happened on the way.
 * The records are those of a log file after its header; records of kinds that it does not know count for nothing.
 */
export function naiveView(log: readonly unknown[], notice: (what: Occurrence) => void = () => {}): NaiveView {
  const records = log as readonly LogRecord[];

  // F1: the snapshot with the highest version counts; of equal ones, the one that came later.
  const snapshots = records.flatMap(({ snapshot }) => (snapshot ? [snapshot] : []));
  let newest: Snapshot | undefined;
  for (const snapshot of snapshots) {
    if (newest === undefined || snapshot.version >= newest.version) newest = snapshot;
  }

  // F1, "Covers only grow": a plain server's covers stand for themselves; of the others all that was given is joined.
  const covers = new Map<string, number>();
  for (const snapshot of newest && isPlain(newest) ? [newest] : snapshots.filter((each) => !isPlain(each))) {
    for (const [replica, n] of Object.entries(snapshot.covers)) {
      covers.set(replica, Math.max(n, covers.get(replica) ?? 0));
    }
  }
  const covered = Object.fromEntries(covers);
  const isCovered = (id: string) => names(covered, id);

  // E, with E6: the same id twice: the first stays. The events of a snapshot join E (F1). T2: an id that is none: nothing.
  const events: LoggedEvent[] = [];
  for (const { event, snapshot } of records) {
    for (const each of [...(event ? [event] : []), ...(snapshot?.events ?? [])]) {
      if (parsed(each.id) && !events.some(({ id }) => id === each.id)) events.push(each);
    }
  }

  // F2: rejected for good. (F3: `accepted` changes nothing that is shown.)
  const rejected = records.flatMap((record) => record.rejected?.ids ?? []);

  // V1: start from covers; a next event becomes known when it is rejected, or is in E with all its `seen` known.
  const known = new Map(covers);
  const replicas = [...events.map(({ id }) => id), ...rejected].flatMap((id) => parsed(id)?.replica ?? []);
  for (let changed = true; changed;) {
    changed = false;
    for (const replica of new Set([...replicas, ...covers.keys()])) {
      const next = `${replica}:${(known.get(replica) ?? 0) + 1}`;
      const event = events.find(({ id }) => id === next);
      const allSeen =
        event && Object.entries(event.seen).every(([author, n]) => (known.get(author) ?? 0) >= n);
      if (rejected.includes(next) || allSeen) {
        known.set(replica, (known.get(replica) ?? 0) + 1);
        changed = true;
      }
    }
  }
  const knownAtLast = Object.fromEntries(known);
  const isKnown = (id: string) => names(knownAtLast, id);
  const waiting = events.filter(({ id }) => !isCovered(id) && !rejected.includes(id) && !isKnown(id));

  // V2: live.
  const live = events.filter(({ id }) => isKnown(id) && !isCovered(id) && !rejected.includes(id));

  // V3: void is what a live cut had seen in its scope, and did not keep. (Where the cut sorts plays no part.)
  const cuts = live.filter(isCut);
  const isVoid = (event: ItemEvent) => cuts.some((cut) => voids(cut, event));
  const shown = live.filter(isOfKnownType).filter((event) => !(isItemEvent(event) && isVoid(event)));

  // V4: the carts of the snapshot without those that a live cut takes; not one with a covered event that it had not seen.
  const carts: { userId: string; lines: Line[] }[] = [];
  for (const { userId, lines } of newest?.userCarts ?? []) {
    const isNewerThan = (cut: Cut) =>
      events.some(
        (e) =>
          isItemEvent(e) &&
          e.userId === userId &&
          isCovered(e.id) &&
          !rejected.includes(e.id) &&
          !names(cut.seen, e.id),
      );
    const inReach = cuts.filter((cut) => inScope(cut, userId));
    if (inReach.some(isNewerThan)) notice('newer base spared');
    if (inReach.some((cut) => !isNewerThan(cut))) continue;
    const base = lines.map(({ lineId, aliases = [], item, quantity }) => ({
      ids: [lineId, ...aliases],
      item,
      quantity,
      fromBase: true,
    }));
    carts.push({ userId, lines: base });
  }

  // V5: fold what is shown over the base, in total order (T5).
  let guests = newest?.guests ?? null;
  let orderType = newest?.orderType ?? null;
  let lastOrderId = newest?.lastOrderId ?? null;
  const stampWins = (stamp: Stamp | undefined, event: LoggedEvent) => {
    if (isLater(stamp, event)) notice('stamp of the snapshot wins');
    return isLater(stamp, event);
  };
  for (const event of [...shown].sort(inTotalOrder)) {
    switch (event.type) {
      case 'guestsSet': // V5d
        if (!stampWins(newest?.guestsAt, event)) guests = event.guests;
        break;
      case 'orderTypeSet': // V5d
        if (!stampWins(newest?.orderTypeAt, event)) orderType = event.orderType;
        break;
      case 'orderPlaced': // V5e
        if (!stampWins(newest?.lastOrderAt, event)) lastOrderId = event.orderId;
        break;
      case 'cartCleared': // V3 and V4 did all that it does.
        break;
      default: {
        // V5: an item event touches the cart of its own user alone.
        let cart = carts.find(({ userId }) => userId === event.userId);
        if (cart === undefined) carts.push((cart = { userId: event.userId, lines: [] }));
        foldItem(cart.lines, event, notice);
      }
    }
  }

  if (waiting.length > 0) notice('waiting');
  if (events.some(({ id }) => isCovered(id))) notice('covered');
  if (events.some((event) => isCut(event) && rejected.includes(event.id))) notice('rejected cut');
  if (live.some((event) => isItemEvent(event) && isVoid(event))) notice('void');
  if (shown.some((event) => isItemEvent(event) && cuts.some((cut) => reaches(cut, event)))) notice('kept');
  if (shown.some((event, n) => shown.slice(n).some((after) => inTotalOrder(after, event) < 0)))
    notice('late');

  // V6: known without zeros, waiting and users by UTF-16 code unit, no empty carts, lines in order of appearance.
  return {
    known: Object.fromEntries([...known].filter(([, n]) => n > 0)),
    waiting: waiting.map(({ id }) => id).sort(byCodeUnit),
    guests,
    orderType,
    lastOrderId,
    carts: carts
      .filter(({ lines }) => lines.length > 0)
      .sort((a, b) => byCodeUnit(a.userId, b.userId))
      .map(({ userId, lines }) => ({ userId, lines: lines.map(shownLine) })),
  };
}
