/** Calculates versions and version vectors from a log and its events. Pure. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { Knowledge } from '#events/records/log.ts';
import { createVector, type VersionVector } from '#events/log/version-vector.ts';

/** Returns the highest version in the log, or 0. With a snapshot server this is the number of the last GET. */
export function findNewestVersion({ snapshot, accepted }: Knowledge): number {
  let newest = snapshot?.version ?? 0;
  for (const version of accepted.values()) newest = Math.max(newest, version);
  return newest;
}

/** Returns `covers` with these events and everything in their `seen`. */
export function coverEvents(covers: VersionVector, events: readonly AnyEvent[]): VersionVector {
  const more = Object.assign(createVector(), coverIds(covers, events));
  for (const { seen } of events) {
    for (const [replicaId, seq] of Object.entries(seen))
      more[replicaId] = Math.max(more[replicaId] ?? 0, seq);
  }
  return { ...more };
}

/** Returns the vector with these events, but without their `seen`. */
export function coverIds(known: VersionVector, events: readonly AnyEvent[]): VersionVector {
  const more = Object.assign(createVector(), known);
  for (const { id } of events) {
    const parts = parseEventId(id);
    if (parts) more[parts.replicaId] = Math.max(more[parts.replicaId] ?? 0, parts.seq);
  }
  return { ...more };
}
