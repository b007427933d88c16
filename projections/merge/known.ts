/** V1, V2: what is known, and what waits for something that is missing. An immutable value that goes on event by event. */
import { compareText, eventId, parseEventId } from '#events/log/event-id.ts';
import { GrowingMap } from '#events/log/growing.ts';
import type { Knowledge, News, LogEntry } from '#events/records/log.ts';
import { includes, reach, type VersionVector } from '#events/log/version-vector.ts';

export interface Known {
  /** T6, without zeros. */
  readonly vector: VersionVector;
  /** Ids that are neither covered nor rejected nor known, in order of their text. */
  readonly blocked: readonly string[];
  /** By replica, what lies beyond the next one that is missing. */
  readonly stalled: ReadonlyMap<string, Stalled>;
}

interface Stalled {
  /** By sequence number; those that are known by now may still be there. */
  readonly entries: GrowingMap<number, LogEntry>;
  /** The highest sequence number that was heard of, as an event or as a rejection. */
  readonly last: number;
}

/** `live` are the events that became known by it, in no particular order. */
type Step = { readonly known: Known; readonly live: LogEntry[] };

/** From everything. */
export function findKnown({ covers, entries, rejected }: Knowledge): Step {
  const vector = Object.fromEntries(Object.entries(covers).filter(([, seq]) => seq > 0));
  const before = { vector, blocked: [], stalled: new Map() };
  return withNews(before, rejected, { entries: [...entries.values()], rejected: [...rejected.keys()] });
}

/** After more events and rejections, which `rejected` has already. */
export function withNews(
  before: Known,
  rejected: Knowledge['rejected'],
  news: Pick<News, 'entries' | 'rejected'>,
): Step {
  const [entry, another] = news.entries;
  // The usual case: one event, and it comes when it is due.
  if (entry && !another && news.rejected.length === 0 && before.stalled.size === 0 && isDue(before, entry)) {
    const vector = { ...before.vector, [entry.replicaId]: entry.seq };
    return { known: { vector, blocked: before.blocked, stalled: before.stalled }, live: [entry] };
  }
  const walk = new Walk(before, rejected);
  for (const id of news.rejected) walk.reject(id);
  for (const each of news.entries) walk.take(each);
  return walk.end();
}

/** What `withNews` says of everything, in short. */
export function findKnownEvents(knowledge: Knowledge) {
  const { known, live } = findKnown(knowledge);
  return { known: known.vector, blocked: known.blocked, live };
}

function isDue({ vector }: Known, { replicaId, seq, event: { seen } }: LogEntry): boolean {
  // What this phone's own events have seen is what was shown last.
  return seq === reach(vector, replicaId) + 1 && (seen === vector || includes(vector, seen));
}

class Walk {
  private readonly reached: Map<string, number>;
  private hasMoved = false;
  private readonly stalled: Map<string, Stalled>;
  private readonly live: LogEntry[] = [];
  /** Ids that wait since now, and ids that do not wait any more. */
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

  take(entry: LogEntry): void {
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

  end(): Step {
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (const replica of this.stalled.keys()) isMoving = this.goOn(replica) || isMoving;
    }
    const vector = this.hasMoved ? Object.fromEntries(this.reached) : this.before.vector;
    return { known: { vector, blocked: this.listBlocked(), stalled: this.stalled }, live: this.live };
  }

  /** Goes on with one replica as far as it goes; true when something became known. */
  private goOn(replica: string): boolean {
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
