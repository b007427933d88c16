/** V1: what is known, and what waits for something that is missing. An immutable value that goes on event by event. */
import { compareText, eventId, parseEventId } from '#events/event-id.ts';
import { GrowingMap } from '#events/growing.ts';
import type { Knowledge, Learnt, LogEntry } from '#events/log.ts';
import { includes, reach, type VersionVector } from '#events/version-vector.ts';

export interface Known {
  /** T6, without zeros. */
  readonly vector: VersionVector;
  /** Ids that are neither covered nor rejected nor known, in order of their text. */
  readonly waiting: readonly string[];
  /** By replica, what lies beyond the next one that is missing. */
  readonly stalled: ReadonlyMap<string, Stalled>;
}

interface Stalled {
  /** By sequence number; those that are known by now may still be there. */
  readonly entries: GrowingMap<number, LogEntry>;
  /** The highest sequence number that was heard of, as an event or as a rejection. */
  readonly last: number;
}

/** What is known of the covers alone. */
export function coveredBy(covers: VersionVector): Known {
  const vector = Object.fromEntries(Object.entries(covers).filter(([, seq]) => seq > 0));
  return { vector, waiting: [], stalled: new Map() };
}

/** V1, V2: after more events and rejections; `live` are the events that became known by it, in no particular order. */
export function withNews(
  before: Known,
  rejected: Knowledge['rejected'],
  news: Pick<Learnt, 'entries' | 'rejected'>,
): { readonly known: Known; readonly live: LogEntry[] } {
  const [entry, another] = news.entries;
  // The usual case: one event, and it comes when it is due.
  if (entry && !another && news.rejected.length === 0 && before.stalled.size === 0 && isDue(before, entry)) {
    const vector = { ...before.vector, [entry.replicaId]: entry.seq };
    return { known: { vector, waiting: before.waiting, stalled: before.stalled }, live: [entry] };
  }
  const walk = new Walk(before, rejected);
  for (const id of news.rejected) walk.reject(id);
  for (const each of news.entries) walk.take(each);
  return walk.end();
}

function isDue({ vector }: Known, { replicaId, seq, event: { seen } }: LogEntry): boolean {
  // What this phone's own events have seen is what was shown last.
  return seq === reach(vector, replicaId) + 1 && (seen === vector || includes(vector, seen));
}

/** V1, V2: from everything. */
export function knownEvents({ covers, entries, rejected }: Knowledge): {
  readonly known: VersionVector;
  readonly live: readonly LogEntry[];
  readonly waiting: readonly string[];
} {
  const news = { entries: [...entries.values()], rejected: [...rejected.keys()] };
  const { known, live } = withNews(coveredBy(covers), rejected, news);
  return { known: known.vector, live, waiting: known.waiting };
}

class Walk {
  private readonly reached: Map<string, number>;
  private hasMoved = false;
  private stalled: Map<string, Stalled> | undefined;
  private readonly live: LogEntry[] = [];
  /** Ids that wait since now, and ids that do not wait any more. */
  private readonly blocked: string[] = [];
  private readonly released = new Set<string>();

  constructor(
    private readonly before: Known,
    private readonly rejected: Knowledge['rejected'],
  ) {
    this.reached = new Map(Object.entries(before.vector));
  }

  reject(id: string): void {
    const parts = parseEventId(id);
    if (!parts || parts.seq <= this.reach(parts.replicaId)) return;
    this.stall(parts.replicaId, parts.seq);
    this.released.add(id);
  }

  /** Most events are known as they come. */
  take(entry: LogEntry): void {
    const { replicaId, seq, event } = entry;
    const next = this.reach(replicaId) + 1;
    if (seq < next) return;
    if (seq === next && !this.stalledOnes.has(replicaId) && this.isSeenKnown(event.seen)) {
      this.know(replicaId, seq);
      this.live.push(entry);
      return;
    }
    this.stall(replicaId, seq, entry);
    if (!this.rejected.has(event.id)) this.blocked.push(event.id);
  }

  end(): { known: Known; live: LogEntry[] } {
    for (let isMoving = this.stalledOnes.size > 0; isMoving;) {
      isMoving = false;
      for (const replica of [...this.stalledOnes.keys()]) isMoving = this.step(replica) || isMoving;
    }
    const { before, reached, live } = this;
    const vector = this.hasMoved ? Object.fromEntries(reached) : before.vector;
    return { known: { vector, waiting: this.waiting(), stalled: this.stalledOnes }, live };
  }

  /** Goes on with one replica as far as it goes; true when something became known. */
  private step(replica: string): boolean {
    const { entries, last } = this.stalledOnes.get(replica)!;
    const start = this.reach(replica) + 1;
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
    if (next > last) this.ownStalled().delete(replica);
    return next > start;
  }

  private know(replica: string, seq: number): void {
    this.reached.set(replica, seq);
    this.hasMoved = true;
  }

  private reach(replica: string): number {
    return this.reached.get(replica) ?? 0;
  }

  private isSeenKnown(seen: VersionVector): boolean {
    for (const replica in seen) if (this.reach(replica) < seen[replica]!) return false;
    return true;
  }

  private stall(replica: string, seq: number, entry?: LogEntry): void {
    const { entries = GrowingMap.of<number, LogEntry>(), last = 0 } = this.stalledOnes.get(replica) ?? {};
    const more = entry ? entries.with(seq, entry) : entries;
    this.ownStalled().set(replica, { entries: more, last: Math.max(last, seq) });
  }

  private get stalledOnes(): ReadonlyMap<string, Stalled> {
    return this.stalled ?? this.before.stalled;
  }

  private ownStalled(): Map<string, Stalled> {
    return (this.stalled ??= new Map(this.before.stalled));
  }

  private waiting(): readonly string[] {
    const { released } = this;
    const before = this.before.waiting;
    const old = released.size > 0 && before.length > 0 ? before.filter((id) => !released.has(id)) : before;
    const fresh = this.blocked.filter((id) => !released.has(id));
    if (fresh.length === 0) return old.length === before.length ? before : old;
    if (fresh.length > 1) return [...old, ...fresh].sort(compareText);
    return old.toSpliced(placeFor(old, fresh[0]!), 0, fresh[0]!);
  }
}

/** The first place in a sorted list whose text is not less. */
function placeFor(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
