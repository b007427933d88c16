/** What happened at the table, in words that a diner would use: for the feed and for "why is this here". */
import { entryOf, compareEntries, type LogEntry } from '#events/records/log.ts';
import { serverReplica } from '#events/log/event-id.ts';
import { itemKey, type Item } from '#events/item.ts';
import { isCreatedAgain, type LogRecord, type Rejected } from '#events/records/records.ts';

interface Happened {
  /** Of its first event. */
  readonly id: string;
  /** Every event that went into it, in total order. */
  readonly eventIds: readonly string[];
  /** Of the last one; ms by the corrected clock of its author. */
  readonly at: number;
  readonly userId: string;
  /** The newest name that the diner's events bear; empty when nobody said. */
  readonly userName: string;
  /** The server took it out again, with this code (F2); undefined: it stands. */
  readonly refused: Rejected['code'] | undefined;
  /** No event says it: somebody else wrote it into this diner's cart at a plain server (P4). */
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

/** O5: what an order left in the cart. */
interface Kept {
  readonly eventIds: ReadonlySet<string>;
  /** Whose it is and which dishes, each once. */
  readonly dishes: readonly { readonly userId: string; readonly userName: string; readonly item: Item }[];
}

type Change =
  | { readonly kind: 'quantity'; readonly item: Item; readonly quantity: number }
  | { readonly kind: 'ordered'; readonly orderId: string; readonly keptIds: readonly string[] }
  | Exclude<DistributiveOmit<Activity, keyof Happened>, { kind: 'added' | 'removed' | 'ordered' }>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Taps on one dish with no longer between them are told as one, ms. */
const together = 60_000;

/** A diner's ids of before they logged in → who they are now. */
export type SameDiner = ReadonlyMap<string, string>;

/**
 * What the events of some records come to, in total order (T5), each event once. Taps of one diner on one dish, with
 * nothing of theirs and no emptying of the table between, are one activity, and none at all when they cancel each other
 * out. A login moves a guest's lines to the member (O4); that is no activity. What a wrong clock made the phone mint anew
 * (T4) is told by its new id alone. Unknown events (E7) show nothing.
 */
export function activityOf(records: Iterable<LogRecord>, sameDiner: SameDiner = new Map()): Activity[] {
  const dinerOf = ({ event: { userId } }: LogEntry) => sameDiner.get(userId) ?? userId;
  const { entries, refused } = collect(records);
  const names = new Map<string, string>();
  const told: { entry: LogEntry; change: Change; eventIds: string[]; at: number }[] = [];
  for (const entry of entries) {
    const { event } = entry;
    if (event.userName) names.set(dinerOf(entry), event.userName);
    const change = changeOf(entry);
    if (!change) continue;
    const at = event.at[0];
    const last = told.findLast((each) => emptiesTable(each.change) || dinerOf(each.entry) === dinerOf(entry));
    const sum =
      last && refused.get(event.id) === refused.get(last.entry.event.id) && at - last.at <= together
        ? summed(last.change, change)
        : undefined;
    if (last && sum) {
      Object.assign(last, { change: sum, at });
      last.eventIds.push(event.id);
    } else told.push({ entry, change, eventIds: [event.id], at });
  }
  const keptBy = (ids: readonly string[]): Kept => {
    const eventIds = new Set(ids);
    const dishes = new Map<string, Kept['dishes'][number]>();
    for (const entry of entries) {
      const { upcast } = entry;
      if (upcast?.type !== 'itemAdded' || !eventIds.has(upcast.id)) continue;
      const userId = dinerOf(entry);
      const { item } = upcast;
      dishes.set(`${userId} ${item.productId}`, { userId, userName: names.get(userId) ?? '', item });
    }
    return { eventIds, dishes: [...dishes.values()] };
  };
  return told.flatMap(({ entry, change, eventIds, at }) => {
    const said = saidOf(change, keptBy);
    if (!said) return [];
    const { id } = entry.event;
    const userId = dinerOf(entry);
    return [
      { ...said, id, eventIds, at, userId, userName: names.get(userId) ?? '', refused: refused.get(id) },
    ];
  });
}

interface NamedLine {
  readonly userId: string;
  readonly item: Item;
  /** Its own and its aliases. */
  readonly ids: readonly string[];
}

/** Those that touched a line: by one of its ids, or by the key of what it holds (E3); and orders that left it out. Oldest first. */
export function activityOfLine(activity: readonly Activity[], line: NamedLine): Activity[] {
  const ids = new Set(line.ids);
  const key = itemKey(line.item);
  return activity.filter((each) => {
    if (hasKept(each, line)) return true;
    if (each.userId !== line.userId || !('item' in each)) return false;
    if (each.eventIds.some((id) => ids.has(id))) return true;
    if (itemKey(each.item) === key) return true;
    return each.kind === 'notes' && itemKey({ ...each.item, notes: each.notes }) === key;
  });
}

/** O5: the line is older than the order, which left it in the cart. */
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
      const entry = entries.has(event.id) ? undefined : entryOf(event);
      if (entry) entries.set(event.id, entry);
    }
    if ('rejected' in record) for (const id of record.rejected.ids) refused.set(id, record.rejected.code);
  }
  const told = [...entries.values()].filter(({ event }) => {
    const code = refused.get(event.id);
    return code === undefined || !isCreatedAgain(event, code);
  });
  return { entries: told.toSorted(compareEntries), refused };
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

/** Of everybody: what was added before is not there any more. */
function emptiesTable(change: Change): boolean {
  return change.kind === 'ordered' || (change.kind === 'cleared' && change.scope === 'table');
}

/** Two changes of one diner as one, or undefined where both are told. */
function summed(before: Change, next: Change): Change | undefined {
  if (before.kind === 'quantity' && next.kind === 'quantity' && itemKey(before.item) === itemKey(next.item))
    return { ...next, quantity: before.quantity + next.quantity };
  if (before.kind === 'guests' && next.kind === 'guests') return next;
  if (before.kind === 'orderType' && next.kind === 'orderType') return next;
  return undefined;
}

function saidOf(change: Change, keptBy: (ids: readonly string[]) => Kept) {
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
