/**
 * The log of a replica: all records that it has received or created, as an immutable value.
 *
 *   own events ───────┐                     ┌─► entries   events by id, upcast to their newest version
 *   peers' messages ──┼─► append(log, …) ───┼─► snapshot, covers, rejected, accepted
 *   server's answers ─┘         │           └─► pending   own events without an answer
 *                               └─► news    the part that was new: `mergeNews` continues with it
 *
 * Invariants:
 *
 * - Of two events with the same id, the first one stays.
 * - The snapshot with the highest version counts. `joinedCovers` only grows.
 * - An own event is pending until it is accepted or rejected. A snapshot that covers it is no answer.
 * - Appending the same records again changes nothing.
 */
import { interpret, type AnyEvent, type CartEvent } from '../cart/registry.ts';
import { compareStamps } from '../log/clock.ts';
import { compareText, parseEventId } from '../log/event-id.ts';
import { GrowingMap, GrowingSet } from '../log/growing.ts';
import { isPlain, type Accepted, type LogRecord, type Rejected, type Snapshot } from './records.ts';
import { hasAllEvents, reach, union, type VersionVector } from '../log/version-vector.ts';

/** An event in the log, with its id already parsed. */
export interface LogEntry {
  readonly event: AnyEvent;
  /**
   * The event in its newest version, as the merge sees it; undefined if this program does not know its type or version.
   */
  readonly upcast: CartEvent | undefined;
  readonly replicaId: string;
  readonly seq: number;
}

/**
 * Everything that a replica knows: a snapshot, events and rejections decide what it shows. Acceptances decide what is
 * pending.
 */
export interface Knowledge {
  /** The newest snapshot. */
  readonly snapshot: Snapshot | undefined;
  /** The events that the snapshot stands for. They do not count a second time. */
  readonly covers: VersionVector;
  /**
   * The covers of all snapshots from event servers together. An older or smaller answer takes nothing away from them.
   */
  readonly joinedCovers: VersionVector;
  readonly entries: ReadonlyMap<string, LogEntry>;
  readonly rejected: ReadonlyMap<string, Rejected['code']>;
  /** Accepted ids, with the version of the server since which it has them. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Ids of the events that this replica created. */
  readonly local: ReadonlySet<string>;
}

/** Everything that a replica has received or created, as an immutable value. Only `append` adds to it. */
export interface Log extends Knowledge {
  readonly entries: GrowingMap<string, LogEntry>;
  readonly rejected: GrowingMap<string, Rejected['code']>;
  readonly accepted: GrowingMap<string, number>;
  readonly local: GrowingSet<string>;
  /** Own events without an answer, in the order of their creation. */
  readonly pending: GrowingSet<string>;
}

export interface News {
  readonly entries: readonly LogEntry[];
  readonly rejected: readonly string[];
  readonly accepted: readonly string[];
  /** Whether another snapshot counts now, or more is covered. */
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
 * Adds records in their order, and returns which of them were new.
 *
 * The cost depends on the records, not on the size of the log. The old log stays valid. Records are trusted: they were
 * validated where they entered the program.
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
 * Drops covered events from memory, and returns how many. These stay:
 *
 * - the last event of each replica, because it tells which diner writes there and under which name;
 * - with a snapshot server, also the last item event of each diner per replica, because it decides whether a removal
 *   takes the base;
 * - own events without an answer, and rejections, because another tab may still wait for them.
 */
export function forgetCovered(log: Log): { log: Log; forgotten: number } {
  const { snapshot, covers, pending } = log;
  if (!snapshot) return { log, forgotten: 0 };
  const last = new Map<string, LogEntry>();
  const covered: LogEntry[] = [];
  for (const entry of log.entries.values()) {
    if (entry.seq > reach(covers, entry.replicaId) || pending.has(entry.event.id)) continue;
    covered.push(entry);
    for (const reason of listReasonsToKeep(entry, snapshot, log)) {
      const before = last.get(reason);
      if (!before || before.seq < entry.seq) last.set(reason, entry);
    }
  }
  const stays = new Set(last.values());
  const gone = covered.filter((entry) => !stays.has(entry)).map(({ event }) => event.id);
  const local = [...log.local].filter((id) => isCovered(id, covers) && !pending.has(id));
  // A later snapshot covers an event by its version. So versions that are still to come are kept.
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
 * Parses the id of an event and upcasts it. Events from files, storage and network all pass here. Returns undefined for
 * an invalid id.
 */
export function readEntry(event: AnyEvent): LogEntry | undefined {
  const parts = parseEventId(event.id);
  if (!parts) return undefined;
  return { event, upcast: interpret(event), replicaId: parts.replicaId, seq: parts.seq };
}

/** Whether an own event was neither accepted nor rejected. A snapshot that covers it does not answer the question. */
export function isUnanswered({ local, accepted, rejected }: Knowledge, id: string): boolean {
  return local.has(id) && !accepted.has(id) && !rejected.has(id);
}

/** Whether a snapshot with these covers stands for the event. */
export function isCovered(id: string, covers: VersionVector): boolean {
  const parts = parseEventId(id);
  return parts !== undefined && parts.seq <= reach(covers, parts.replicaId);
}

/** The total order: wall time, counter, replica id, sequence number. */
export function compareEntries(a: LogEntry, b: LogEntry): number {
  return compareStamps(a.event.at, b.event.at) || compareText(a.replicaId, b.replicaId) || a.seq - b.seq;
}

/** Returns what a snapshot stands for. A snapshot server's snapshot stands for itself. */
export function readCovers(snapshot: Snapshot | undefined, joinedCovers: VersionVector): VersionVector {
  return snapshot && isPlain(snapshot) ? snapshot.covers : joinedCovers;
}

type Open<T> = { -readonly [Field in keyof T]: T[Field] };
type OpenLog = Open<Log>;
type OpenNews = Open<News>;

const none: readonly never[] = [];

/** If an id comes twice, the first event stays. */
function addEvent(log: OpenLog, news: OpenNews, event: AnyEvent): void {
  // Look the id up first: most repeated events need no parsing.
  const entry = log.entries.has(event.id) ? undefined : readEntry(event);
  if (!entry) return;
  log.entries = log.entries.with(event.id, entry);
  news.entries = appendTo(news.entries, entry);
}

function markLocal(log: OpenLog, id: string): void {
  const local = log.local.with(id);
  if (local === log.local) return;
  log.local = local;
  if (!log.accepted.has(id) && !log.rejected.has(id) && log.entries.has(id))
    log.pending = log.pending.with(id);
}

/**
 * Whether an event server's snapshot covers an event that no earlier one covers. The cart of a snapshot server adds
 * nothing.
 */
export function hasNewCovers({ joinedCovers }: Pick<Log, 'joinedCovers'>, snapshot: Snapshot): boolean {
  return !isPlain(snapshot) && !hasAllEvents(joinedCovers, snapshot.covers);
}

/** The highest version counts; of equal ones, the later arrival. */
function addSnapshot(log: OpenLog, news: OpenNews, snapshot: Snapshot): void {
  for (const event of snapshot.events ?? []) addEvent(log, news, event);
  const { covers } = log;
  const counts = !log.snapshot || snapshot.version >= log.snapshot.version;
  if (counts) log.snapshot = snapshot;
  if (hasNewCovers(log, snapshot)) log.joinedCovers = union(log.joinedCovers, snapshot.covers);
  log.covers = readCovers(log.snapshot, log.joinedCovers);
  if (counts || log.covers !== covers) news.snapshot = true;
}

function addRejected(log: OpenLog, news: OpenNews, { ids, code }: Rejected): void {
  for (const id of ids) {
    if (log.rejected.has(id)) continue;
    log.rejected = log.rejected.with(id, code);
    news.rejected = appendTo(news.rejected, id);
  }
  log.pending = log.pending.without(ids);
}

function addAccepted(log: OpenLog, news: OpenNews, { ids, version }: Accepted): void {
  for (const id of ids) {
    if (log.accepted.has(id)) continue;
    log.accepted = log.accepted.with(id, version);
    news.accepted = appendTo(news.accepted, id);
  }
  log.pending = log.pending.without(ids);
}

/** Appends in place. Only `append` has the list. */
function appendTo<T>(list: readonly T[], value: T): readonly T[] {
  if (list.length === 0) return [value];
  (list as T[]).push(value);
  return list;
}

/** Returns the reasons to keep a covered event. The last event of each reason stays. */
function listReasonsToKeep(
  { event, replicaId, upcast }: LogEntry,
  snapshot: Snapshot,
  { rejected }: Log,
): string[] {
  const makesNewer = upcast !== undefined && 'item' in upcast && !rejected.has(event.id);
  return isPlain(snapshot) && makesNewer ? [replicaId, `${replicaId}:${upcast.userId}`] : [replicaId];
}
