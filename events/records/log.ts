import { interpret, type AnyEvent, type CartEvent } from '../cart/registry.ts';
import { compareStamps } from '../log/clock.ts';
import { compareText, parseEventId } from '../log/event-id.ts';
import { GrowingMap, GrowingSet } from '../log/growing.ts';
import { isPlain, type Accepted, type LogRecord, type Rejected, type Snapshot } from './records.ts';
import { includes, reach, union, type VersionVector } from '../log/version-vector.ts';

/** An event in the log, its id taken apart once. */
export interface LogEntry {
  readonly event: AnyEvent;
  /** The same event in its newest version, if this program understands it (E7): what the fold sees. */
  readonly upcast: CartEvent | undefined;
  readonly replicaId: string;
  readonly seq: number;
}

/** What a replica knows: (S, E, R), and which events the server has confirmed (F3). */
export interface Knowledge {
  /** S: the one that counts. */
  readonly snapshot: Snapshot | undefined;
  /** F1: what S stands for: a plain server's own covers, else `joinedCovers`. */
  readonly covers: VersionVector;
  /** F1: the covers of all snapshots that event-aware servers gave, whatever their version. */
  readonly joinedCovers: VersionVector;
  readonly entries: ReadonlyMap<string, LogEntry>;
  readonly rejected: ReadonlyMap<string, Rejected['code']>;
  /** Accepted ids with the version since which the server has them. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Ids of the events that this replica minted. */
  readonly local: ReadonlySet<string>;
}

/** Everything that a replica has news, as an immutable value: `append` is the one door in. */
export interface Log extends Knowledge {
  readonly entries: GrowingMap<string, LogEntry>;
  readonly rejected: GrowingMap<string, Rejected['code']>;
  readonly accepted: GrowingMap<string, number>;
  readonly local: GrowingSet<string>;
  /** G3: own events without an answer, in their order. */
  readonly pending: GrowingSet<string>;
}

export interface News {
  readonly entries: readonly LogEntry[];
  readonly rejected: readonly string[];
  readonly accepted: readonly string[];
  /** Another snapshot counts from now on, or more is covered. */
  readonly snapshot: boolean;
}

export const emptyLog: Log = {
  snapshot: undefined,
  covers: {},
  joinedCovers: {},
  entries: GrowingMap.of(),
  rejected: GrowingMap.of(),
  accepted: GrowingMap.of(),
  local: GrowingSet.of(),
  pending: GrowingSet.of(),
};

/**
 * Takes records in, in their order, and says what of them was new. Costs what the records bear, not what the log holds;
 * the log of before stays what it was. What was read from a file or a database is trusted and not validated again.
 */
export function append(before: Log, records: readonly LogRecord[]): { log: Log; news: News } {
  const log: OpenLog = { ...before };
  const news = { entries: none, rejected: none, accepted: none, snapshot: false };
  for (const record of records) {
    if ('event' in record) {
      addEvent(log, news, record.event);
      if (record.from === 'local') markLocal(log, record.event.id);
    } else if ('snapshot' in record) addSnapshot(log, news, record.snapshot);
    else if ('rejected' in record) addRejected(log, news, record.rejected);
    else addAccepted(log, news, record.accepted);
  }
  return { log, news };
}

export function logOf(records: readonly LogRecord[]): Log {
  return append(emptyLog, records).log;
}

/**
 * G2: lets go of what is covered, and says how many events went. The last one of each replica stays: it tells who writes
 * there, and under which name; over a plain server's carts also the last of each diner's items there (V4). So do own
 * events without an answer, and rejections: another tab may still wait to hear of its own.
 */
export function forgetCovered(log: Log): { log: Log; forgotten: number } {
  const { snapshot, covers, pending } = log;
  if (!snapshot) return { log, forgotten: 0 };
  const last = new Map<string, LogEntry>();
  const covered: LogEntry[] = [];
  for (const entry of log.entries.values()) {
    if (entry.seq > reach(covers, entry.replicaId) || pending.has(entry.event.id)) continue;
    covered.push(entry);
    for (const reason of reasonsToKeep(entry, snapshot, log)) {
      const before = last.get(reason);
      if (!before || before.seq < entry.seq) last.set(reason, entry);
    }
  }
  const stays = new Set(last.values());
  const gone = covered.filter((entry) => !stays.has(entry)).map(({ event }) => event.id);
  const local = [...log.local].filter((id) => isCovered(id, covers) && !pending.has(id));
  // P2: a version that is still to come says what a later snapshot covers.
  const accepted = [...log.accepted].filter(
    ([id, since]) => since <= snapshot.version && isCovered(id, covers),
  );
  return {
    log: {
      ...log,
      entries: log.entries.without(gone),
      local: log.local.without(local),
      accepted: log.accepted.without(accepted.map(([id]) => id)),
    },
    forgotten: gone.length,
  };
}

/**
 * The event with its id taken apart, or undefined when the id is none (T2). Files, stored logs and the network all come
 * by here: it is where older versions are brought up to the newest (E7).
 */
export function entryOf(event: AnyEvent): LogEntry | undefined {
  const parts = parseEventId(event.id);
  if (!parts) return undefined;
  return { event, upcast: interpret(event), replicaId: parts.replicaId, seq: parts.seq };
}

/** An own event whose answer (accepted or rejected) has not come; that a snapshot covers it does not say which. */
export function isUnanswered({ local, accepted, rejected }: Knowledge, id: string): boolean {
  return local.has(id) && !accepted.has(id) && !rejected.has(id);
}

/** The snapshot that covers so much has the event already. */
export function isCovered(id: string, covers: VersionVector): boolean {
  const parts = parseEventId(id);
  return parts !== undefined && parts.seq <= reach(covers, parts.replicaId);
}

/** T5: wall, counter, replica id, sequence number. */
export function compareEntries(a: LogEntry, b: LogEntry): number {
  return compareStamps(a.event.at, b.event.at) || compareText(a.replicaId, b.replicaId) || a.seq - b.seq;
}

/** F1: what a snapshot stands for, given what event-aware servers covered so far. */
export function coversOf(snapshot: Snapshot | undefined, joinedCovers: VersionVector): VersionVector {
  return snapshot && isPlain(snapshot) ? snapshot.covers : joinedCovers;
}

type Open<T> = { -readonly [Field in keyof T]: T[Field] };
type OpenLog = Open<Log>;
type OpenNews = Open<News>;

const none: readonly never[] = [];

/** E6: the same id twice: the first stays. */
function addEvent(log: OpenLog, news: OpenNews, event: AnyEvent): void {
  // Looked up first: most of what comes twice is not even taken apart.
  const entry = log.entries.has(event.id) ? undefined : entryOf(event);
  if (!entry) return;
  log.entries = log.entries.with(event.id, entry);
  news.entries = added(news.entries, entry);
}

function markLocal(log: OpenLog, id: string): void {
  const local = log.local.with(id);
  if (local === log.local) return;
  log.local = local;
  if (!log.accepted.has(id) && !log.rejected.has(id) && log.entries.has(id))
    log.pending = log.pending.with(id);
}

/** F1: the highest version counts; of equal ones, the one that came later. What was covered once stays so. */
function addSnapshot(log: OpenLog, news: OpenNews, snapshot: Snapshot): void {
  for (const event of snapshot.events ?? []) addEvent(log, news, event);
  const { covers } = log;
  const counts = !log.snapshot || snapshot.version >= log.snapshot.version;
  if (counts) log.snapshot = snapshot;
  if (!isPlain(snapshot) && !includes(log.joinedCovers, snapshot.covers))
    log.joinedCovers = union(log.joinedCovers, snapshot.covers);
  log.covers = coversOf(log.snapshot, log.joinedCovers);
  if (counts || log.covers !== covers) news.snapshot = true;
}

function addRejected(log: OpenLog, news: OpenNews, { ids, code }: Rejected): void {
  for (const id of ids) {
    if (log.rejected.has(id)) continue;
    log.rejected = log.rejected.with(id, code);
    news.rejected = added(news.rejected, id);
  }
  log.pending = log.pending.without(ids);
}

function addAccepted(log: OpenLog, news: OpenNews, { ids, version }: Accepted): void {
  for (const id of ids) {
    if (log.accepted.has(id)) continue;
    log.accepted = log.accepted.with(id, version);
    news.accepted = added(news.accepted, id);
  }
  log.pending = log.pending.without(ids);
}

/** The list that `append` alone holds grows in place. */
function added<T>(list: readonly T[], value: T): readonly T[] {
  if (list.length === 0) return [value];
  (list as T[]).push(value);
  return list;
}

/** Of all events with the same reason the last one stays. */
function reasonsToKeep(
  { event, replicaId, upcast }: LogEntry,
  snapshot: Snapshot,
  { rejected }: Log,
): string[] {
  const makesNewer = upcast !== undefined && 'item' in upcast && !rejected.has(event.id);
  return isPlain(snapshot) && makesNewer ? [replicaId, `${replicaId}:${upcast.userId}`] : [replicaId];
}
