/**
 * Finds changes of a snapshot server's carts that no known event explains, by comparing two carts that follow each other.
 * A waiter's device, a POS, or a phone whose messages were lost made them (D50, P4). Pure.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import { itemKey } from '#events/item.ts';
import { logOf } from '#events/records/log.ts';
import { isPlain, type LogRecord, type Snapshot } from '#events/records/records.ts';
import { reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { cartView } from '../merge/cart-view.ts';
import { activityOf, type Activity, type SameDiner } from './activity.ts';
import { lineChanges } from '../merge/line-changes.ts';

type Unsigned = Extract<Activity, { kind: 'added' | 'removed' | 'notes' | 'cleared' }> & {
  /** Of a dish that went: what is left of its diner's cart, and of the table's. */
  readonly left?: 'nothingOfDiner' | 'nothing';
};

/** So long after the cart that has it the word of a change may come, or its other half at a login, ms. */
const lateMs = 30_000;

/** The events of some records and what no event says, in the order in which it happened. */
export function fullActivity(records: Iterable<LogRecord>, sameDiner: SameDiner = new Map()): Activity[] {
  const all = [...records];
  const signed = activityOf(all, sameDiner);
  const unsigned = findUnsignedChanges(all);
  const told = emptiesAsOne(withoutMoves(withoutLateWords(unsigned), signed), signed);
  const names = new Map(signed.map(({ userId, userName }) => [userId, userName]));
  const whole: Activity[] = [...signed];
  for (const { left: _, ...each } of told) {
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
  for (const { t, snapshot } of cartsOf(records)) {
    const news = [...events.values()].filter(
      ({ id }) => isCovered(id, snapshot.covers) && !isCovered(id, covers),
    );
    if (before) changes.push(...differences(t, { ...before, covers }, news, snapshot));
    covers = union(covers, snapshot.covers);
    before = snapshot;
  }
  return changes;
}

/** Each cart of a plain server once, as they came; every tab writes down its own copy. */
function cartsOf(records: readonly LogRecord[]) {
  const known = new Set<string>();
  return records
    .flatMap((each) => ('snapshot' in each && isPlain(each.snapshot) ? [each] : []))
    .toSorted((a, b) => a.t - b.t)
    .filter(({ snapshot: { version, userCarts } }) => {
      const name = JSON.stringify([version, userCarts]);
      return !known.has(name) && known.add(name);
    });
}

function differences(at: number, before: Snapshot, news: readonly AnyEvent[], after: Snapshot): Unsigned[] {
  const expected = viewOf(before, news);
  // A cut of what nobody here has heard of: no telling what it left.
  if (expected.blocked.length > 0) return [];
  const { carts } = viewOf(after, []);
  const nobody = { eventIds: [], at, userName: '', refused: undefined, unsigned: true } as const;
  const id = `cart ${at} ${after.version}`;
  return lineChanges(expected.carts, carts).flatMap(
    ({ userId, item, before: had, after: has, notesBefore }, index): Unsigned[] => {
      const about = { ...nobody, id: `${id} ${index}`, userId, item };
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

function viewOf(snapshot: Snapshot, events: readonly AnyEvent[]) {
  return cartView(
    logOf([
      { t: 0, from: 'server', snapshot },
      ...events.map((event) => ({ t: 0, from: 'peer', event: withoutPast(event) }) as const),
    ]),
  );
}

/** The cart has what was before it, heard of or not; of a cut `seen` is what it takes. */
function withoutPast(event: AnyEvent): AnyEvent {
  return event.type === 'orderPlaced' || event.type === 'cartCleared' ? event : { ...event, seen: {} };
}

/** A cart that ran ahead of the word of a change has it too early, and the next one seems to lack it. */
function withoutLateWords(changes: readonly Unsigned[]): Unsigned[] {
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

/** A login that takes a guest's dishes along (D8, D43). */
function withoutMoves(changes: readonly Unsigned[], signed: readonly Activity[]): Unsigned[] {
  const moved = new Set<Activity>();
  for (const gone of changes) {
    if (gone.kind !== 'removed' || !gone.left) continue;
    const come = [...changes, ...signed].find(
      (each) =>
        each.kind === 'added' &&
        isNear(each, gone) &&
        each.userId !== gone.userId &&
        isSameDish(each, gone) &&
        each.quantity >= gone.quantity &&
        !moved.has(each),
    );
    if (come) moved.add(gone).add(come);
  }
  return changes.filter((each) => !moved.has(each));
}

/** All dishes of a table that went at once are one change; none, where an order or a clear is heard of by then. */
function emptiesAsOne(changes: readonly Unsigned[], signed: readonly Activity[]): Unsigned[] {
  const cuts = signed.filter(
    (each) => each.kind === 'ordered' || (each.kind === 'cleared' && each.scope === 'table'),
  );
  const told = new Set<number>();
  return changes.flatMap((each): Unsigned[] => {
    if (each.kind !== 'removed' || each.left !== 'nothing') return [each];
    if (told.has(each.at) || cuts.some((cut) => isNear(cut, each))) return [];
    told.add(each.at);
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
  return itemKey(a.item) === itemKey(b.item);
}

function isCovered(id: string, covers: VersionVector): boolean {
  const parts = parseEventId(id);
  return parts !== undefined && reach(covers, parts.replicaId) >= parts.seq;
}
