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
import { compareText, eventId, parseEventId } from '#events/log/event-id.ts';
import { GrowingMap } from '#events/log/growing.ts';
import type { Knowledge, News, LogEntry } from '#events/records/log.ts';
import { includes, reach, type VersionVector } from '#events/log/version-vector.ts';

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
    return { known: { vector, blocked: before.blocked, stalled: before.stalled }, live: [entry] };
  }
  const walk = new Walk(before, rejected);
  for (const id of news.rejected) walk.reject(id);
  for (const each of news.entries) walk.add(each);
  return walk.finish();
}

/** The same as `findKnown`, as a flat object. */
export function findKnownEvents(knowledge: Knowledge) {
  const { known, live } = findKnown(knowledge);
  return { known: known.vector, blocked: known.blocked, live };
}

function isDue({ vector }: Known, { replicaId, seq, event: { seen } }: LogEntry): boolean {
  // An own event has usually seen the very vector that was shown last.
  return seq === reach(vector, replicaId) + 1 && (seen === vector || includes(vector, seen));
}

class Walk {
  private readonly reached: Map<string, number>;
  private hasMoved = false;
  private readonly stalled: Map<string, Stalled>;
  private readonly live: LogEntry[] = [];
  /** Ids that became blocked, and ids that are no longer blocked. */
  private readonly newlyBlocked: string[] = [];
  private readonly released = new Set<string>();

  constructor(
    private readonly before: Known,
    private readonly rejected: Knowledge['rejected'],
  ) {
    this.reached = new Map(Object.entries(before.vector));
    this.stalled = new Map(before.stalled);
  }

  reject(id: string): void {
    const parts = parseEventId(id);
    if (!parts || parts.seq < this.next(parts.replicaId)) return;
    this.stall(parts.replicaId, parts.seq);
    this.released.add(id);
  }

  add(entry: LogEntry): void {
    const { replicaId, seq, event } = entry;
    const next = this.next(replicaId);
    if (seq === next && !this.stalled.has(replicaId) && this.isSeenKnown(event.seen)) {
      this.know(replicaId, seq);
      this.live.push(entry);
    } else if (seq >= next) {
      this.stall(replicaId, seq, entry);
      if (!this.rejected.has(event.id)) this.newlyBlocked.push(event.id);
    }
  }

  finish(): Step {
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (const replica of this.stalled.keys()) isMoving = this.release(replica) || isMoving;
    }
    const vector = this.hasMoved ? Object.fromEntries(this.reached) : this.before.vector;
    return { known: { vector, blocked: this.listBlocked(), stalled: this.stalled }, live: this.live };
  }

  /** Releases events of one replica as far as possible. Returns whether any became known. */
  private release(replica: string): boolean {
    const { entries, last } = this.stalled.get(replica)!;
    const start = this.next(replica);
    let next = start;
    for (; next <= last; next += 1) {
      const entry = entries.get(next);
      const id = entry?.event.id ?? eventId(replica, next);
      const isRejected = this.rejected.has(id);
      if (!isRejected && (!entry || !this.isSeenKnown(entry.event.seen))) break;
      this.know(replica, next);
      this.released.add(id);
      if (!isRejected) this.live.push(entry!);
    }
    if (next > last) this.stalled.delete(replica);
    return next > start;
  }

  private stall(replica: string, seq: number, entry?: LogEntry): void {
    const { entries = GrowingMap.of<number, LogEntry>(), last = 0 } = this.stalled.get(replica) ?? {};
    const more = entry ? entries.with(seq, entry) : entries;
    this.stalled.set(replica, { entries: more, last: Math.max(last, seq) });
  }

  private know(replica: string, seq: number): void {
    this.reached.set(replica, seq);
    this.hasMoved = true;
  }

  private next(replica: string): number {
    return (this.reached.get(replica) ?? 0) + 1;
  }

  private isSeenKnown(seen: VersionVector): boolean {
    for (const replica in seen) if (this.next(replica) <= seen[replica]!) return false;
    return true;
  }

  private listBlocked(): readonly string[] {
    const { before, released } = this;
    const old = before.blocked.filter((id) => !released.has(id));
    const fresh = this.newlyBlocked.filter((id) => !released.has(id));
    if (fresh.length > 0) return [...old, ...fresh].sort(compareText);
    return old.length < before.blocked.length ? old : before.blocked;
  }
}
