import { understood, type AnyEvent, type CartEvent } from './catalogue.ts';
import { compareStamps } from './clock.ts';
import { compareText, parseEventId } from './event-id.ts';
import type { LogRecord, Rejected, Snapshot } from './records.ts';

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
  /** Takes a record in and says what of it was new. */
  append(record: LogRecord): Learnt;
}

/** What a record taught. */
export interface Learnt {
  readonly entries: readonly LogEntry[];
  readonly rejected: readonly string[];
  readonly accepted: readonly string[];
  /** The snapshot counts from now on. */
  readonly snapshot: boolean;
}

const nothing: Learnt = { entries: [], rejected: [], accepted: [], snapshot: false };

/** An empty log, in memory. What was read from a file or a database is trusted and not validated again. */
export function createLog(): Log {
  const entries = new Map<string, LogEntry>();
  const rejected = new Map<string, Rejected['code']>();
  const accepted = new Map<string, number>();
  const local = new Set<string>();
  let snapshot: Snapshot | undefined;

  // E6: the same id twice: the first stays.
  const learn = (event: AnyEvent): LogEntry | undefined => {
    if (entries.has(event.id)) return undefined;
    const entry = entryOf(event);
    if (entry) entries.set(event.id, entry);
    return entry;
  };

  return {
    get snapshot() {
      return snapshot;
    },
    entries,
    rejected,
    accepted,
    local,
    append(record) {
      if ('event' in record) {
        if (record.from === 'local') local.add(record.event.id);
        const entry = learn(record.event);
        return entry ? { ...nothing, entries: [entry] } : nothing;
      }
      if ('snapshot' in record) {
        const learnt = (record.snapshot.events ?? []).flatMap((event) => learn(event) ?? []);
        // F1: the highest version counts; of equal ones, the one that came later.
        const counts = !snapshot || record.snapshot.version >= snapshot.version;
        if (counts) ({ snapshot } = record);
        return { ...nothing, entries: learnt, snapshot: counts };
      }
      if ('rejected' in record) {
        const fresh = record.rejected.ids.filter((id) => !rejected.has(id));
        for (const id of fresh) rejected.set(id, record.rejected.code);
        return { ...nothing, rejected: fresh };
      }
      const fresh = record.accepted.ids.filter((id) => !accepted.has(id));
      for (const id of fresh) accepted.set(id, record.accepted.version);
      return { ...nothing, accepted: fresh };
    },
  };
}

/**
 * The event with its id taken apart, or undefined when the id is none (T2). Files, stored logs and the network all come
 * by here: it is where older versions are brought up to the newest (E7).
 */
export function entryOf(event: AnyEvent): LogEntry | undefined {
  const parts = parseEventId(event.id);
  return parts && { event, known: understood(event), ...parts };
}

/** T5: wall, counter, replica id, sequence number. */
export function compareEntries(a: LogEntry, b: LogEntry): number {
  return compareStamps(a.event.at, b.event.at) || compareText(a.replicaId, b.replicaId) || a.seq - b.seq;
}
