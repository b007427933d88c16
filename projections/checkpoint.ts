/**
 * F4: the fold of a table's first versions, kept so that only what came later is folded again. It is a snapshot (F1)
 * that bears carts, and stands for its events exactly as long as `standsBefore` holds for each later one.
 */
import { compareStamps, type Stamp } from '#events/clock.ts';
import { compareText, serverReplica } from '#events/event-id.ts';
import type { Knowledge, LogEntry } from '#events/log.ts';
import type { Snapshot } from '#events/records.ts';
import { includes, reach, type VersionVector } from '#events/version-vector.ts';
import { isCut } from './cuts.ts';

/** A place in the total order (T5). */
export interface Place {
  readonly at: Stamp;
  readonly replicaId: string;
  readonly seq: number;
}

export interface Checkpoint extends Snapshot {
  /** Of its last event. */
  readonly last: Place;
  /** F4, of what it covers. */
  readonly settled: VersionVector;
  /** How many accepted events it covers beyond `settled`. */
  readonly unsettled: number;
  /** Sequence number of its last order on replica `server`; 0: none. */
  readonly lastOrderSeq: number;
}

/** The checkpoint that the knowledge stands on. Any other snapshot is what a server says of its own carts. */
export function checkpointIn({ snapshot }: Pick<Knowledge, 'snapshot'>): Checkpoint | undefined {
  return snapshot && 'lastOrderSeq' in snapshot ? (snapshot as Checkpoint) : undefined;
}

/**
 * F4: true when the checkpoint counts before this later event: the event sorts after all of it, and a cut has seen all
 * of it and keeps nothing (O5), so that nothing of its scope is left in there.
 */
export function standsBefore(
  { covers, last }: Pick<Checkpoint, 'covers' | 'last'>,
  entry: LogEntry,
): boolean {
  if (comparePlaces(placeOf(entry), last) <= 0) return false;
  if (!entry.known || !isCut(entry.known)) return true;
  const keepsSome = entry.known.type === 'orderPlaced' && (entry.known.kept ?? []).length > 0;
  return !keepsSome && includes(entry.known.seen, covers);
}

/** `standsBefore` of every entry that the checkpoint does not cover. */
export function standsBeforeAll(
  checkpoint: Pick<Checkpoint, 'covers' | 'last'>,
  entries: Iterable<LogEntry>,
): boolean {
  for (const entry of entries)
    if (entry.seq > reach(checkpoint.covers, entry.replicaId) && !standsBefore(checkpoint, entry))
      return false;
  return true;
}

/** O3: false when the author of a change had not seen some order that is folded into the checkpoint. */
export function hasSeenOrders({ lastOrderSeq }: Checkpoint, { event }: LogEntry): boolean {
  return reach(event.seen, serverReplica) >= lastOrderSeq;
}

export function placeOf({ event: { at }, replicaId, seq }: LogEntry): Place {
  return { at, replicaId, seq };
}

/** T5 */
export function comparePlaces(a: Place, b: Place): number {
  return compareStamps(a.at, b.at) || compareText(a.replicaId, b.replicaId) || a.seq - b.seq;
}
