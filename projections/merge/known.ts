/**
 * Decides which events are known: those whose whole past is here. An event that arrives before its past is blocked, and
 * does not show until the gap is closed (V1).
 *
 * replica ra:   1  2  3  .  5          ra:4 is missing, so ra:5 is blocked
 * replica rb:   1  2                   rb:2 has seen ra:5, so rb:2 is blocked
 * known:        { ra: 3, rb: 1 }       blocked: ra:5, rb:2
 *
 * When `ra:4` arrives, or the server rejects it, `ra:5` and then `rb:2` become known. Invariants:
 *
 * - The vector only grows.
 * - An event is released once, and only after everything in its `seen`.
 * - The result is an immutable value. The usual case, one event that arrives when it is due, costs one look at its `seen`.
 */
import { formatEventId, parseEventId } from '#events/log/event-id.ts';
import { GrowingMap } from '#events/log/growing.ts';
import type { Knowledge, News, LogEntry } from '#events/records/log.ts';
import { hasAllEvents, reach, type VersionVector } from '#events/log/version-vector.ts';

export interface Known {
  /** Without zeros. */
  readonly vector: VersionVector;
  /** Ids that are neither covered nor rejected nor known, sorted as text. */
  readonly blocked: readonly string[];
  /** By replica, the events beyond its next missing one. */
  readonly stalled: ReadonlyMap<string, Stalled>;
}

interface Stalled {
  /** By sequence number. Events that became known meanwhile may still be here. */
  readonly entries: GrowingMap<number, LogEntry>;
  /** The highest sequence number that is mentioned by an event or a rejection. */
  readonly last: number;
}

/** `live` are the events that became known by this step, in no particular order. */
type Step = { readonly known: Known; readonly live: LogEntry[] };

/** Computes it from everything. */
export function findKnown({ covers, entries, rejected }: Knowledge): Step {
  const vector = Object.fromEntries(Object.entries(covers).filter(([, seq]) => seq > 0));
  const before = { vector, blocked: [], stalled: new Map() };
  return extendKnown(before, rejected, { entries: [...entries.values()], rejected: [...rejected.keys()] });
}

/** Continues with more events and rejections. `rejected` already contains them. */
export function extendKnown(
  before: Known,
  rejected: Knowledge['rejected'],
  news: Pick<News, 'entries' | 'rejected'>,
): Step {
  const [entry, another] = news.entries;
  // The usual case: one event that arrives when it is due.
  if (entry && !another && news.rejected.length === 0 && before.stalled.size === 0 && isDue(before, entry)) {
    const vector = { ...before.vector, [entry.replicaId]: entry.seq };
    return { known: { ...before, vector }, live: [entry] };
  }
  const reached = new Map(Object.entries(before.vector));
  const stalled = new Map(before.stalled);
  const live: LogEntry[] = [];
  const getNextSeq = (replica: string) => (reached.get(replica) ?? 0) + 1;
  const isPastKnown = ({ event: { seen } }: LogEntry) => {
    for (const replica in seen) if (getNextSeq(replica) <= seen[replica]!) return false;
    return true;
  };
  /** @param event undefined for a rejected one */
  const stall = (replica: string, seq: number, event?: LogEntry) => {
    if (seq < getNextSeq(replica)) return;
    const { entries = GrowingMap.of<number, LogEntry>(), last = 0 } = stalled.get(replica) ?? {};
    stalled.set(replica, {
      entries: event ? entries.with(seq, event) : entries,
      last: Math.max(last, seq),
    });
  };

  for (const id of news.rejected) {
    const parts = parseEventId(id);
    if (parts) stall(parts.replicaId, parts.seq);
  }
  for (const each of news.entries) {
    const { replicaId, seq } = each;
    // Most events of a whole log are due when their turn comes.
    if (seq === getNextSeq(replicaId) && !stalled.has(replicaId) && isPastKnown(each)) {
      reached.set(replicaId, seq);
      live.push(each);
    } else stall(replicaId, seq, each);
  }

  // An event that is released may be the past of events of another replica.
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const [replica, { entries, last }] of stalled) {
      let seq = getNextSeq(replica);
      for (; seq <= last; seq += 1) {
        const each = entries.get(seq);
        const isRejected = rejected.has(formatEventId(replica, seq));
        if (!isRejected && (!each || !isPastKnown(each))) break;
        if (!isRejected) live.push(each!);
        reached.set(replica, seq);
        isMoving = true;
      }
      if (seq > last) stalled.delete(replica);
    }
  }

  const isBlocked = ({ replicaId, seq, event }: LogEntry) =>
    seq >= getNextSeq(replicaId) && !rejected.has(event.id);
  const blocked = [...stalled.values()]
    .flatMap(({ entries }) => [...entries.values()].filter(isBlocked))
    .map(({ event }) => event.id)
    .sort();
  return { known: { vector: Object.fromEntries(reached), blocked, stalled }, live };
}

/** The same as `findKnown`, as a flat object. */
export function findKnownEvents(knowledge: Knowledge) {
  const { known, live } = findKnown(knowledge);
  return { known: known.vector, blocked: known.blocked, live };
}

function isDue({ vector }: Known, { replicaId, seq, event: { seen } }: LogEntry): boolean {
  // An own event has usually seen the very vector that was shown last.
  return seq === reach(vector, replicaId) + 1 && (seen === vector || hasAllEvents(vector, seen));
}
