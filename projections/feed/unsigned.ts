/**
 * Finds changes in the carts of a snapshot server that no known event explains (P4).
 *
 * A waiter's device, a POS, or a phone whose messages were lost may have made them. This module applies the known events
 * to each cart. If the next cart differs from the result, the difference is an unsigned change.
 *
 *   cart 1: 1 × tea ──(known events: + 1 × tea)──► expected: 2 × tea
 *   cart 2: 2 × tea, 1 × soup                      unsigned: + 1 × soup
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import { getItemKey } from '#events/item.ts';
import { logOf } from '#events/records/log.ts';
import { isPlain, type LogRecord, type Snapshot } from '#events/records/records.ts';
import { reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '../merge/cart-view.ts';
import { listActivity, type Activity, type SameDiner } from './activity.ts';
import { listLineChanges } from '../merge/line-changes.ts';

type Unsigned = Extract<Activity, { kind: 'added' | 'removed' | 'notes' | 'cleared' }> & {
  /** For a removed dish: whether the diner's cart, or the cart of the whole table, is empty then. */
  readonly left?: 'nothingOfDiner' | 'nothing';
};

/**
 * How late the message about a change may arrive after the cart that contains it, ms. The two halves of a login may be
 * as far apart.
 */
const lateMs = 30_000;

/** Lists the activities of the events together with the unsigned changes, in order of time. */
export function listFullActivity(records: Iterable<LogRecord>, sameDiner: SameDiner = new Map()): Activity[] {
  const all = [...records];
  const signed = listActivity(all, sameDiner);
  const unsigned = findUnsignedChanges(all);
  const combined = combineEmptied(dropMoves(cancelOut(unsigned), signed), signed);
  const names = new Map(signed.map(({ userId, userName }) => [userId, userName]));
  const whole: Activity[] = [...signed];
  for (const { left: _, ...each } of combined) {
    const next = whole.findIndex(({ at }) => at > each.at);
    const userId = sameDiner.get(each.userId) ?? each.userId;
    whole.splice(next < 0 ? whole.length : next, 0, { ...each, userId, userName: names.get(userId) ?? '' });
  }
  return whole;
}

function findUnsignedChanges(records: readonly LogRecord[]): Unsigned[] {
  const rejected = new Set(records.flatMap((each) => ('rejected' in each ? each.rejected.ids : [])));
  const events = new Map<string, AnyEvent>();
  for (const each of records)
    if ('event' in each && !rejected.has(each.event.id)) events.set(each.event.id, each.event);
  const changes: Unsigned[] = [];
  let before: Snapshot | undefined;
  let covers: VersionVector = {};
  for (const { t, snapshot } of listCarts(records)) {
    const newEvents = [...events.values()].filter(
      ({ id }) => isCovered(id, snapshot.covers) && !isCovered(id, covers),
    );
    if (before) changes.push(...findDifferences(t, { ...before, covers }, newEvents, snapshot));
    covers = union(covers, snapshot.covers);
    before = snapshot;
  }
  return changes;
}

/** Returns each cart of the snapshot server once, in order of time. Every tab records its own copy. */
function listCarts(records: readonly LogRecord[]) {
  const known = new Set<string>();
  return records
    .flatMap((each) => ('snapshot' in each && isPlain(each.snapshot) ? [each] : []))
    .toSorted((a, b) => a.t - b.t)
    .filter(({ snapshot: { version, userCarts } }) => {
      const key = JSON.stringify([version, userCarts]);
      return !known.has(key) && known.add(key);
    });
}

/** Compares a cart with the one before it, after the new events were applied to that one. */
function findDifferences(
  at: number,
  before: Snapshot,
  newEvents: readonly AnyEvent[],
  after: Snapshot,
): Unsigned[] {
  const expected = buildView(before, newEvents);
  // A removal had seen events that are unknown here, so the expected cart is unknown, too.
  if (expected.blocked.length > 0) return [];
  const { carts } = buildView(after, []);
  const common = { eventIds: [], at, userName: '', refused: undefined, unsigned: true } as const;
  const id = `cart ${at} ${after.version}`;
  return listLineChanges(expected.carts, carts).flatMap(
    ({ userId, item, before: had, after: has, notesBefore }, index): Unsigned[] => {
      const about = { ...common, id: `${id} ${index}`, userId, item };
      const isLast = !carts.some((cart) => cart.userId === userId);
      const left: Unsigned['left'] = carts.length === 0 ? 'nothing' : 'nothingOfDiner';
      const notes = has > 0 && had > 0 && notesBefore !== item.notes;
      return [
        ...(notes ? [{ ...about, kind: 'notes', notes: item.notes } as const] : []),
        ...(has > had ? [{ ...about, kind: 'added', quantity: has - had } as const] : []),
        ...(has < had
          ? [{ ...about, kind: 'removed', quantity: had - has, ...(isLast && { left }) } as const]
          : []),
      ];
    },
  );
}

function buildView(snapshot: Snapshot, events: readonly AnyEvent[]) {
  return projectCartView(
    logOf([
      { t: 0, from: 'server', snapshot },
      ...events.map((event) => ({ t: 0, from: 'peer', event: dropSeen(event) }) as const),
    ]),
  );
}

/**
 * Returns the event without its `seen`. The cart already contains the events that its author had seen, even those that
 * this phone does not know. A removal keeps its `seen`, which decides which events it removes.
 */
function dropSeen(event: AnyEvent): AnyEvent {
  return event.type === 'orderPlaced' || event.type === 'cartCleared' ? event : { ...event, seen: {} };
}

/**
 * Drops pairs of changes that cancel out. A cart may contain a change before the message about it arrives. The next
 * cart then seems to lack the change.
 */
function cancelOut(changes: readonly Unsigned[]): Unsigned[] {
  const left: Unsigned[] = [];
  for (const change of changes) {
    const other = isQuantity(change)
      ? left.findLast(
          (each) =>
            isQuantity(each) &&
            isSameDish(each, change) &&
            each.userId === change.userId &&
            each.kind !== change.kind &&
            change.at - each.at <= lateMs,
        )
      : undefined;
    if (!isQuantity(change) || !other || !isQuantity(other)) {
      left.push(change);
      continue;
    }
    const rest = other.quantity - change.quantity;
    left.splice(left.indexOf(other), 1, ...(rest > 0 ? [{ ...other, quantity: rest }] : []));
    if (rest < 0) left.push({ ...change, quantity: -rest });
  }
  return left;
}

/** Drops the changes of a login that moves a guest's dishes to the member. */
function dropMoves(changes: readonly Unsigned[], signed: readonly Activity[]): Unsigned[] {
  const moved = new Set<Activity>();
  for (const removed of changes) {
    if (removed.kind !== 'removed' || !removed.left) continue;
    const added = [...changes, ...signed].find(
      (each) =>
        each.kind === 'added' &&
        isNear(each, removed) &&
        each.userId !== removed.userId &&
        isSameDish(each, removed) &&
        each.quantity >= removed.quantity &&
        !moved.has(each),
    );
    if (added) moved.add(removed).add(added);
  }
  return changes.filter((each) => !moved.has(each));
}

/**
 * Combines all dishes that disappeared from a table at once into one change. Drops them if an order or a clear explains
 * them.
 */
function combineEmptied(changes: readonly Unsigned[], signed: readonly Activity[]): Unsigned[] {
  const removals = signed.filter(
    (each) => each.kind === 'ordered' || (each.kind === 'cleared' && each.scope === 'table'),
  );
  const combined = new Set<number>();
  return changes.flatMap((each): Unsigned[] => {
    if (each.kind !== 'removed' || each.left !== 'nothing') return [each];
    if (combined.has(each.at) || removals.some((removal) => isNear(removal, each))) return [];
    combined.add(each.at);
    const { item: _item, quantity: _quantity, ...about } = each;
    return [{ ...about, userId: '', kind: 'cleared', scope: 'table' }];
  });
}

function isNear(a: Activity, b: Activity): boolean {
  return Math.abs(a.at - b.at) <= lateMs;
}

type Quantity = Extract<Activity, { kind: 'added' | 'removed' }>;

function isQuantity(each: Activity): each is Quantity {
  return each.kind === 'added' || each.kind === 'removed';
}

function isSameDish(a: Quantity, b: Quantity): boolean {
  return getItemKey(a.item) === getItemKey(b.item);
}

function isCovered(id: string, covers: VersionVector): boolean {
  const parts = parseEventId(id);
  return parts !== undefined && reach(covers, parts.replicaId) >= parts.seq;
}
