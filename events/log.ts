import { understood, type AnyEvent, type CartEvent } from './catalogue.ts';
import { compareStamps } from './clock.ts';
import { compareText, parseEventId } from './event-id.ts';
import type { LogRecord, Rejected, Snapshot } from './records.ts';
import { reach, type VersionVector } from './version-vector.ts';

/** An event in the log, its id taken apart once. */
export interface LogEntry {
  readonly event: AnyEvent;
  /** The same event in its newest version, if this program understands it (E7): what the fold sees. */
  readonly known: CartEvent | undefined;
  readonly replicaId: string;
  readonly seq: number;
}

/** What a replica knows: (S, E, R), and which events the server has confirmed (F3). */
export interface Knowledge {
  readonly snapshot: Snapshot | undefined;
  readonly entries: ReadonlyMap<string, LogEntry>;
  /** Rejected ids with the code that the server gave. */
  readonly rejected: ReadonlyMap<string, Rejected['code']>;
  /** Accepted ids with the version since which the server has them. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Ids of the events that this replica minted. */
  readonly local: ReadonlySet<string>;
}

/** The one door by which anything that a replica learns comes in. */
export interface Log extends Knowledge {
  /** G3: own events without an answer, in their order. */
  readonly pending: ReadonlySet<string>;
  /** Takes a record in and says what of it was new. */
  append(record: LogRecord): Learnt;
  /**
   * G2: lets go of what the newest snapshot covers, and says how many events went. The last one of each replica stays:
   * it tells who writes there, and under which name. So do own events without an answer, and rejections: another tab
   * may still wait to hear of its own.
   */
  forgetCovered(): number;
}

/** What a record taught. */
export interface Learnt {
  readonly entries: readonly LogEntry[];
  readonly rejected: readonly string[];
  readonly accepted: readonly string[];
  /** The snapshot counts from now on. */
  readonly snapshot: boolean;
}

const none: readonly never[] = [];
const nothing: Learnt = { entries: none, rejected: none, accepted: none, snapshot: false };

/** An empty log, in memory. What was read from a file or a database is trusted and not validated again. */
export function createLog(): Log {
  const entries = new Map<string, LogEntry>();
  const rejected = new Map<string, Rejected['code']>();
  const accepted = new Map<string, number>();
  const local = new Set<string>();
  const pending = new Set<string>();
  let snapshot: Snapshot | undefined;

  // E6: the same id twice: the first stays.
  const learn = (event: AnyEvent): LogEntry | undefined => {
    if (entries.has(event.id)) return undefined;
    const entry = entryOf(event);
    if (entry) entries.set(event.id, entry);
    return entry;
  };

  const noteLocal = (id: string) => {
    const count = local.size;
    local.add(id);
    const isNew = local.size > count;
    if (isNew && !accepted.has(id) && !rejected.has(id) && entries.has(id)) pending.add(id);
  };

  const log: Log = {
    get snapshot() {
      return snapshot;
    },
    entries,
    rejected,
    accepted,
    local,
    pending,
    append(record) {
      if ('event' in record) {
        const entry = learn(record.event);
        if (record.from === 'local') noteLocal(record.event.id);
        return entry ? { entries: [entry], rejected: none, accepted: none, snapshot: false } : nothing;
      }
      if ('snapshot' in record) {
        const learnt: LogEntry[] = [];
        for (const event of record.snapshot.events ?? []) {
          const entry = learn(event);
          if (entry) learnt.push(entry);
        }
        // F1: the highest version counts; of equal ones, the one that came later.
        const counts = !snapshot || record.snapshot.version >= snapshot.version;
        if (counts) ({ snapshot } = record);
        return { entries: learnt, rejected: none, accepted: none, snapshot: counts };
      }
      if ('rejected' in record) {
        const fresh = record.rejected.ids.filter((id) => !rejected.has(id));
        for (const id of fresh) {
          rejected.set(id, record.rejected.code);
          pending.delete(id);
        }
        return { entries: none, rejected: fresh, accepted: none, snapshot: false };
      }
      const fresh = record.accepted.ids.filter((id) => !accepted.has(id));
      for (const id of fresh) {
        accepted.set(id, record.accepted.version);
        pending.delete(id);
      }
      return { entries: none, rejected: none, accepted: fresh, snapshot: false };
    },
    forgetCovered() {
      if (!snapshot) return 0;
      const { covers, version } = snapshot;
      const last = new Map<string, LogEntry>();
      const gone: string[] = [];
      for (const [id, entry] of entries) {
        if (entry.seq > reach(covers, entry.replicaId) || pending.has(id)) continue;
        const before = last.get(entry.replicaId);
        if (!before || before.seq < entry.seq) last.set(entry.replicaId, entry);
        const left = before && before.seq > entry.seq ? id : before?.event.id;
        if (left !== undefined) gone.push(left);
      }
      for (const id of gone) entries.delete(id);
      for (const id of local) if (isCovered(id, covers) && !pending.has(id)) local.delete(id);
      // P2: a version that is still to come says what a later snapshot covers.
      for (const [id, since] of accepted) if (since <= version && isCovered(id, covers)) accepted.delete(id);
      return gone.length;
    },
  };
  return log;
}

/**
 * The event with its id taken apart, or undefined when the id is none (T2). Files, stored logs and the network all come
 * by here: it is where older versions are brought up to the newest (E7).
 */
export function entryOf(event: AnyEvent): LogEntry | undefined {
  const parts = parseEventId(event.id);
  if (!parts) return undefined;
  return { event, known: understood(event), replicaId: parts.replicaId, seq: parts.seq };
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
