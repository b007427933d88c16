/**
 * Calculates versions, and which events an answer of the server contains. A snapshot server's cart names no events, so
 * the phone has to conclude it. Pure.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { Knowledge, Log } from '#events/records/log.ts';
import { blankVector, reach, union, type VersionVector } from '#events/log/version-vector.ts';

/** Returns the highest version in the log, or 0. With a snapshot server this is the number of the last GET. */
export function newestVersion({ snapshot, accepted }: Knowledge): number {
  let newest = snapshot?.version ?? 0;
  for (const version of accepted.values()) newest = Math.max(newest, version);
  return newest;
}

/**
 * Returns the events that the answer to a GET will contain if the phone sends the GET now:
 *
 * - the phone's own accepted events
 * - the events received from other phones, because a phone publishes an event after the server has accepted it
 * - every event that one of these has `seen`, even if this phone has not received it
 * - the events that were covered before (P2)
 *
 * @param heard events that the phone's other tabs have received
 */
export function coversOfNext(
  { covers, entries, local, accepted, pending }: Log,
  heard: VersionVector = {},
): VersionVector {
  const known: AnyEvent[] = [];
  for (const [id, { event }] of entries) if (!local.has(id) || accepted.has(id)) known.push(event);
  const next = { ...withEvents(union(covers, heard), known) };
  // A faulty peer may name this phone's pending events in its `seen`. The server's cart cannot contain them.
  for (const id of pending) {
    const parts = parseEventId(id);
    if (parts && reach(next, parts.replicaId) >= parts.seq)
      next[parts.replicaId] = Math.max(parts.seq - 1, reach(covers, parts.replicaId));
  }
  return next;
}

/** Returns `covers` with these events and everything in their `seen`. */
export function withEvents(covers: VersionVector, events: readonly AnyEvent[]): VersionVector {
  const more = Object.assign(blankVector(), withIds(covers, events));
  for (const { seen } of events) {
    for (const [replicaId, seq] of Object.entries(seen))
      more[replicaId] = Math.max(more[replicaId] ?? 0, seq);
  }
  return { ...more };
}

/** Returns the vector with these events, but without their `seen`. */
export function withIds(known: VersionVector, events: readonly AnyEvent[]): VersionVector {
  const more = Object.assign(blankVector(), known);
  for (const { id } of events) {
    const parts = parseEventId(id);
    if (parts) more[parts.replicaId] = Math.max(more[parts.replicaId] ?? 0, parts.seq);
  }
  return { ...more };
}
