/** Joins what two replicas know. The result is the same in whatever order and however often it is joined. */
import type { AnyEvent } from '../log/event-fields.ts';
import { readCovers, type Knowledge, type LogEntry } from './log.ts';
import type { Snapshot } from './records.ts';
import { union } from '../log/version-vector.ts';

/** Joins snapshots, events, rejections, acceptances and own events. */
export function joinKnowledge(a: Knowledge, b: Knowledge): Knowledge {
  const snapshot = joinSnapshots(a.snapshot, b.snapshot);
  const joinedCovers = union(a.joinedCovers, b.joinedCovers);
  return {
    snapshot,
    covers: readCovers(snapshot, joinedCovers),
    joinedCovers,
    entries: joinMaps(a.entries, b.entries, chooseEntry),
    rejected: joinMaps(a.rejected, b.rejected, chooseLesser),
    accepted: joinMaps(a.accepted, b.accepted, Math.min),
    local: new Set([...a.local, ...b.local]),
  };
}

/**
 * Returns the ids of events that are known with different contents. The server refuses the second content; phones
 * cannot.
 */
export function findContradictions(...all: readonly Knowledge[]): string[] {
  const first = new Map<string, AnyEvent>();
  const ids = new Set<string>();
  for (const { entries } of all) {
    for (const [id, { event }] of entries) {
      const other = first.get(id);
      if (!other) first.set(id, event);
      else if (!isSameJson(other, event)) ids.add(id);
    }
  }
  return [...ids].sort();
}

/** The higher version counts. If versions are equal, the choice does not depend on the order. */
function joinSnapshots(a: Snapshot | undefined, b: Snapshot | undefined): Snapshot | undefined {
  if (!a || !b) return a ?? b;
  if (a.version !== b.version) return a.version > b.version ? a : b;
  return chooseLesser(a, b);
}

function chooseEntry(a: LogEntry, b: LogEntry): LogEntry {
  return isSameJson(a.event, b.event) || chooseLesser(a.event, b.event) === a.event ? a : b;
}

/** Whether two values are equal as JSON. Most have the same text, so the slower comparison is rare. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b) || toCanonicalJson(a) === toCanonicalJson(b);
}

/**
 * Chooses one of two values for the same id, whatever their order. Which one does not matter, as long as every replica
 * chooses the same.
 */
function chooseLesser<T>(a: T, b: T): T {
  return toCanonicalJson(a) <= toCanonicalJson(b) ? a : b;
}

function joinMaps<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  ofBoth: (a: T, b: T) => T,
): Map<string, T> {
  const joined = new Map(a);
  for (const [id, value] of b) joined.set(id, joined.has(id) ? ofBoth(joined.get(id)!, value) : value);
  return joined;
}

/** Equal JSON values have equal texts here, whatever the order of their fields. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([x], [y]) => (x < y ? -1 : 1)))
      : each,
  );
}
