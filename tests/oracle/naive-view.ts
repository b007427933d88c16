/**
 * The merge rules, read as plainly as possible: everything is computed again from the list of records, with loops over
 * arrays. It is slow on purpose. It imports nothing of the project, so that it depends on the rules alone.
 */

import type {
  Removal,
  ItemEvent,
  KnownEvent,
  LoggedEvent,
  LogRecord,
  NaiveView,
  Snapshot,
  Stamp,
  VersionVector,
} from './log-records.ts';
import { compareByCodeUnit, foldItem, toShownLine, type Line, type Occurrence } from './naive-lines.ts';

/** The replica and number of an id, or undefined for an invalid id (T2). */
export function parseId(id: string): { replica: string; seq: number } | undefined {
  const [, replica, digits] = /^([^:]+):([1-9][0-9]*)$/.exec(id) ?? [];
  return replica === undefined ? undefined : { replica, seq: Number(digits) };
}

/** True if a version vector names the event (T6). `hasOwn`: a replica may be called `constructor`. */
export function hasNamed(vector: VersionVector, id: string): boolean {
  const event = parseId(id);
  if (event === undefined || !Object.hasOwn(vector, event.replica)) return false;
  return (vector[event.replica] ?? 0) >= event.seq;
}

/** Wall, counter, replica, number; negative if the first sorts first (T5). */
export function compareByTotalOrder(a: LoggedEvent, b: LoggedEvent): number {
  const [idOfA, idOfB] = [parseId(a.id), parseId(b.id)];
  return (
    a.at[0] - b.at[0] ||
    a.at[1] - b.at[1] ||
    compareByCodeUnit(idOfA?.replica ?? '', idOfB?.replica ?? '') ||
    (idOfA?.seq ?? 0) - (idOfB?.seq ?? 0)
  );
}

/** An unknown type, or a newer version of a known one, shows nothing and removes nothing (E7). */
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
export const isRemoval = (event: LoggedEvent): event is Removal =>
  isOfKnownType(event) && ['cartCleared', 'orderPlaced'].includes(event.type);

/** A clear or an order reaches the whole table, or the cart of its user. */
const isInScope = (removal: Removal, userId: string) =>
  removal.type === 'orderPlaced' || removal.scope === 'table' || removal.userId === userId;

/** True if this clear or order, if it is live, removes the event, `kept` apart (V3). */
const canReach = (removal: Removal, event: ItemEvent) =>
  hasNamed(removal.seen, event.id) && isInScope(removal, event.userId);
const isExempt = (removal: Removal, event: ItemEvent) =>
  removal.type === 'orderPlaced' && (removal.kept ?? []).includes(event.id);
export const canRemove = (removal: Removal, event: ItemEvent) =>
  canReach(removal, event) && !isExempt(removal, event);

/** A snapshot server's snapshot says so. In older logs it is a snapshot with carts (F1). */
const isPlain = (snapshot: Snapshot) => snapshot.plain === true || snapshot.userCarts.length > 0;

/** True if the snapshot's stamp is later than the event (V5d, V5e). */
function isLater(stamp: Stamp | undefined, event: LoggedEvent): boolean {
  if (stamp === undefined) return false;
  const [wall, counter, replica] = stamp;
  const order =
    wall - event.at[0] ||
    counter - event.at[1] ||
    compareByCodeUnit(replica, parseId(event.id)?.replica ?? '');
  return order > 0;
}

/**
 * Computes the view (V6) of a replica that received these records in this order: the records of a log file without its
 * header. Records of unknown kinds have no effect. `notice` receives the occurrences.
 */
export function computeNaiveView(
  log: readonly unknown[],
  notice: (what: Occurrence) => void = () => {},
): NaiveView {
  const records = log as readonly LogRecord[];

  // F1: The snapshot with the highest version counts; of equal versions the later one.
  const snapshots = records.flatMap(({ snapshot }) => (snapshot ? [snapshot] : []));
  let newest: Snapshot | undefined;
  for (const snapshot of snapshots) {
    if (newest === undefined || snapshot.version >= newest.version) newest = snapshot;
  }

  // F1: A snapshot server's covers stand for themselves. The covers of event servers are joined.
  const covers = new Map<string, number>();
  for (const snapshot of newest && isPlain(newest) ? [newest] : snapshots.filter((each) => !isPlain(each))) {
    for (const [replica, n] of Object.entries(snapshot.covers)) {
      covers.set(replica, Math.max(n, covers.get(replica) ?? 0));
    }
  }
  const covered = Object.fromEntries(covers);
  const isCovered = (id: string) => hasNamed(covered, id);

  // E6: The first event of an id stays. F1: The events of a snapshot count too. T2: An invalid id has no effect.
  const events: LoggedEvent[] = [];
  for (const { event, snapshot } of records) {
    for (const each of [...(event ? [event] : []), ...(snapshot?.events ?? [])]) {
      if (parseId(each.id) && !events.some(({ id }) => id === each.id)) events.push(each);
    }
  }

  // F2: Rejected events are removed for good. F3: `accepted` changes nothing in the view.
  const rejected = records.flatMap((record) => record.rejected?.ids ?? []);

  // V1: Start from the covers. The next event of a replica becomes known if it is rejected or all its `seen` is known.
  const known = new Map(covers);
  const replicas = [...events.map(({ id }) => id), ...rejected].flatMap((id) => parseId(id)?.replica ?? []);
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
  const isKnown = (id: string) => hasNamed(knownAtLast, id);
  const waiting = events.filter(({ id }) => !isCovered(id) && !rejected.includes(id) && !isKnown(id));

  // V2: Live events.
  const live = events.filter(({ id }) => isKnown(id) && !isCovered(id) && !rejected.includes(id));

  // V3: A live clear or order removes the events that it had seen in its scope and did not keep, wherever it sorts.
  const removals = live.filter(isRemoval);
  const isRemoved = (event: ItemEvent) => removals.some((removal) => canRemove(removal, event));
  const shown = live.filter(isOfKnownType).filter((event) => !(isItemEvent(event) && isRemoved(event)));

  // V4: A live clear or order removes carts of the snapshot, unless a cart has a covered event that it had not seen.
  const carts: { userId: string; lines: Line[] }[] = [];
  for (const { userId, lines } of newest?.userCarts ?? []) {
    const isNewerThan = (removal: Removal) =>
      events.some(
        (e) =>
          isItemEvent(e) &&
          e.userId === userId &&
          isCovered(e.id) &&
          !rejected.includes(e.id) &&
          !hasNamed(removal.seen, e.id),
      );
    const inReach = removals.filter((removal) => isInScope(removal, userId));
    if (inReach.some(isNewerThan)) notice('newer base spared');
    if (inReach.some((removal) => !isNewerThan(removal))) continue;
    const base = lines.map(({ lineId, aliases = [], item, quantity }) => ({
      ids: [lineId, ...aliases],
      item,
      quantity,
      fromBase: true,
    }));
    carts.push({ userId, lines: base });
  }

  // V5: Fold the live events over the base in total order (T5).
  let guests = newest?.guests ?? null;
  let orderType = newest?.orderType ?? null;
  let lastOrderId = newest?.lastOrderId ?? null;
  const stampWins = (stamp: Stamp | undefined, event: LoggedEvent) => {
    if (isLater(stamp, event)) notice('stamp of the snapshot wins');
    return isLater(stamp, event);
  };
  for (const event of [...shown].sort(compareByTotalOrder)) {
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
      case 'cartCleared': // V3 and V4 have removed everything already.
        break;
      default: {
        // V5: An item event changes the cart of its own user alone.
        let cart = carts.find(({ userId }) => userId === event.userId);
        if (cart === undefined) carts.push((cart = { userId: event.userId, lines: [] }));
        foldItem(cart.lines, event, notice);
      }
    }
  }

  if (waiting.length > 0) notice('waiting');
  if (events.some(({ id }) => isCovered(id))) notice('covered');
  if (events.some((event) => isRemoval(event) && rejected.includes(event.id))) notice('rejected cut');
  if (live.some((event) => isItemEvent(event) && isRemoved(event))) notice('void');
  if (shown.some((event) => isItemEvent(event) && removals.some((removal) => canReach(removal, event))))
    notice('kept');
  if (shown.some((event, n) => shown.slice(n).some((after) => compareByTotalOrder(after, event) < 0)))
    notice('late');

  // V6: No zeros in `known`, waiting and users by UTF-16 code unit, no empty carts, lines in order of appearance.
  return {
    known: Object.fromEntries([...known].filter(([, n]) => n > 0)),
    waiting: waiting.map(({ id }) => id).sort(compareByCodeUnit),
    guests,
    orderType,
    lastOrderId,
    carts: carts
      .filter(({ lines }) => lines.length > 0)
      .sort((a, b) => compareByCodeUnit(a.userId, b.userId))
      .map(({ userId, lines }) => ({ userId, lines: lines.map(toShownLine) })),
  };
}
