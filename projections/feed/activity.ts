/** Turns events into what happened at the table, for the activity feed and for the history of a line. */
import { readEntry, compareEntries, type LogEntry } from '#events/records/log.ts';
import { serverReplica } from '#events/log/event-id.ts';
import { getItemKey, type Item } from '#events/item.ts';
import { isCreatedAgain, type LogRecord, type Rejected } from '#events/records/records.ts';

interface Happened {
  /** The id of its first event. */
  readonly id: string;
  /** All events that are part of it, in total order. */
  readonly eventIds: readonly string[];
  /** The time of its last event, ms by the corrected clock of its author. */
  readonly at: number;
  readonly userId: string;
  /** The newest name in the diner's events, or "" without a name. */
  readonly userName: string;
  /** The code with which the server rejected it; undefined if it is valid. */
  readonly refused: Rejected['code'] | undefined;
  /** No event explains it: another device changed this diner's cart at a snapshot server. */
  readonly unsigned?: true;
}

export type Activity = Happened &
  (
    | { readonly kind: 'added' | 'removed'; readonly item: Item; readonly quantity: number }
    | { readonly kind: 'notes'; readonly item: Item; readonly notes: string }
    | { readonly kind: 'cleared'; readonly scope: 'table' | 'user' }
    | { readonly kind: 'ordered'; readonly orderId: string; readonly kept: Kept }
    | { readonly kind: 'guests'; readonly guests: number }
    | { readonly kind: 'orderType'; readonly orderType: number }
  );

/** Lines that an order left in the cart. */
interface Kept {
  readonly eventIds: ReadonlySet<string>;
  /** The dishes and their diners, each once. */
  readonly dishes: readonly { readonly userId: string; readonly userName: string; readonly item: Item }[];
}

type Change =
  | { readonly kind: 'quantity'; readonly item: Item; readonly quantity: number }
  | { readonly kind: 'ordered'; readonly orderId: string; readonly keptIds: readonly string[] }
  | Exclude<DistributiveOmit<Activity, keyof Happened>, { kind: 'added' | 'removed' | 'ordered' }>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Taps on one dish with at most this time between them are one activity, ms. */
const together = 60_000;

/** The ids that a diner had before logging in → the id now. */
export type SameDiner = ReadonlyMap<string, string>;

/**
 * Returns the activities of some records, in total order. Each event counts once.
 *
 * - Taps of one diner on one dish are one activity if that diner did nothing else and the table was not emptied between
 *   them. If they cancel each other out, they are no activity.
 * - A login moves a guest's lines to the member. That is no activity.
 * - An event that the phone created again after a rejection counts only under its new id.
 * - Events of unknown types are ignored.
 */
export function listActivity(records: Iterable<LogRecord>, sameDiner: SameDiner = new Map()): Activity[] {
  const resolveDiner = ({ event: { userId } }: LogEntry) => sameDiner.get(userId) ?? userId;
  const { entries, refused } = collect(records);
  const names = new Map<string, string>();
  const activities: { entry: LogEntry; change: Change; eventIds: string[]; at: number }[] = [];
  for (const entry of entries) {
    const { event } = entry;
    if (event.userName) names.set(resolveDiner(entry), event.userName);
    const change = changeOf(entry);
    if (!change) continue;
    const at = event.at[0];
    const last = activities.findLast(
      (each) => isEmptyingTable(each.change) || resolveDiner(each.entry) === resolveDiner(entry),
    );
    const sum =
      last && refused.get(event.id) === refused.get(last.entry.event.id) && at - last.at <= together
        ? combineChanges(last.change, change)
        : undefined;
    if (last && sum) {
      Object.assign(last, { change: sum, at });
      last.eventIds.push(event.id);
    } else activities.push({ entry, change, eventIds: [event.id], at });
  }
  const collectKept = (ids: readonly string[]): Kept => {
    const eventIds = new Set(ids);
    const dishes = new Map<string, Kept['dishes'][number]>();
    for (const entry of entries) {
      const { upcast } = entry;
      if (upcast?.type !== 'itemAdded' || !eventIds.has(upcast.id)) continue;
      const userId = resolveDiner(entry);
      const { item } = upcast;
      dishes.set(`${userId} ${item.productId}`, { userId, userName: names.get(userId) ?? '', item });
    }
    return { eventIds, dishes: [...dishes.values()] };
  };
  return activities.flatMap(({ entry, change, eventIds, at }) => {
    const said = describeChange(change, collectKept);
    if (!said) return [];
    const { id } = entry.event;
    const userId = resolveDiner(entry);
    return [
      { ...said, id, eventIds, at, userId, userName: names.get(userId) ?? '', refused: refused.get(id) },
    ];
  });
}

interface NamedLine {
  readonly userId: string;
  readonly item: Item;
  /** Its own id and its aliases. */
  readonly ids: readonly string[];
}

/**
 * Returns the activities that touched a line, oldest first: by one of its ids or by its item key. Orders that left it
 * in the cart count, too.
 */
export function filterActivityOfLine(activity: readonly Activity[], line: NamedLine): Activity[] {
  const ids = new Set(line.ids);
  const key = getItemKey(line.item);
  return activity.filter((each) => {
    if (hasKept(each, line)) return true;
    if (each.userId !== line.userId || !('item' in each)) return false;
    if (each.eventIds.some((id) => ids.has(id))) return true;
    if (getItemKey(each.item) === key) return true;
    return each.kind === 'notes' && getItemKey({ ...each.item, notes: each.notes }) === key;
  });
}

/** Whether an order left this line in the cart. */
export function hasKept(each: Activity, { ids }: Pick<NamedLine, 'ids'>): boolean {
  return each.kind === 'ordered' && ids.some((id) => each.kept.eventIds.has(id));
}

function collect(records: Iterable<LogRecord>) {
  const entries = new Map<string, LogEntry>();
  const refused = new Map<string, Rejected['code']>();
  for (const record of records) {
    const events =
      'event' in record ? [record.event] : 'snapshot' in record ? (record.snapshot.events ?? []) : [];
    for (const event of events) {
      const entry = entries.has(event.id) ? undefined : readEntry(event);
      if (entry) entries.set(event.id, entry);
    }
    if ('rejected' in record) for (const id of record.rejected.ids) refused.set(id, record.rejected.code);
  }
  const activities = [...entries.values()].filter(({ event }) => {
    const code = refused.get(event.id);
    return code === undefined || !isCreatedAgain(event, code);
  });
  return { entries: activities.toSorted(compareEntries), refused };
}

function changeOf({ upcast, replicaId }: LogEntry): Change | undefined {
  switch (upcast?.type) {
    case 'itemAdded':
      return replicaId === serverReplica
        ? undefined
        : { kind: 'quantity', item: upcast.item, quantity: upcast.quantity };
    case 'itemDecreased':
      return { kind: 'quantity', item: upcast.item, quantity: -upcast.quantity };
    case 'notesEdited':
      return { kind: 'notes', item: upcast.item, notes: upcast.notes };
    case 'cartCleared':
      return replicaId === serverReplica ? undefined : { kind: 'cleared', scope: upcast.scope };
    case 'orderPlaced':
      return { kind: 'ordered', orderId: upcast.orderId, keptIds: upcast.kept ?? [] };
    case 'guestsSet':
      return { kind: 'guests', guests: upcast.guests };
    case 'orderTypeSet':
      return { kind: 'orderType', orderType: upcast.orderType };
    default:
      return undefined;
  }
}

/** Whether it removes what all diners had added before. */
function isEmptyingTable(change: Change): boolean {
  return change.kind === 'ordered' || (change.kind === 'cleared' && change.scope === 'table');
}

/** Combines two changes of one diner. Returns undefined if they are two activities. */
function combineChanges(before: Change, next: Change): Change | undefined {
  if (
    before.kind === 'quantity' &&
    next.kind === 'quantity' &&
    getItemKey(before.item) === getItemKey(next.item)
  )
    return { ...next, quantity: before.quantity + next.quantity };
  if (before.kind === 'guests' && next.kind === 'guests') return next;
  if (before.kind === 'orderType' && next.kind === 'orderType') return next;
  return undefined;
}

function describeChange(change: Change, keptBy: (ids: readonly string[]) => Kept) {
  if (change.kind === 'ordered') {
    const { kind, orderId, keptIds } = change;
    return { kind, orderId, kept: keptBy(keptIds) } as const;
  }
  if (change.kind !== 'quantity') return change;
  const { item, quantity } = change;
  if (quantity === 0) return undefined;
  return quantity > 0
    ? ({ kind: 'added', item, quantity } as const)
    : ({ kind: 'removed', item, quantity: -quantity } as const);
}
