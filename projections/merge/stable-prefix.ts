/** Finds the events that the server may leave out of its answers (F4). */
import { eventId, parseEventId } from '#events/log/event-id.ts';
import type { Knowledge, News, LogEntry } from '#events/records/log.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';
import { removalsIn, createRemovedCheck, voids } from './removals.ts';
import { findKnownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/**
 * Returns the stable prefix of each replica: the events that no later event can bring back, so that a snapshot may stand for
 * them (F4). An event is stable if it is covered, rejected or removed, or if it sets a value of the table, whose last stamp the
 * snapshot carries. A removal (a clear or an order) is stable only together with every event that it removes.
 *
 * The prefix never shrinks as the log grows. Removed and rejected events stay so, and a removal has seen only earlier
 * events, so it removes no later one. A snapshot does not change the prefix either, because the removals that it covers
 * remove nothing outside it.
 */
export function stablePrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = findKnownEvents(knowledge);
  const removals = removalsIn(live);
  const isRemoved = createRemovedCheck(removals);
  // A known event that is not live is covered or rejected.
  const stable = new Map(Object.entries(known));
  const isStable = ({ replicaId, seq }: LogEntry) => seq <= stable.get(replicaId)!;
  const takeBack = ({ replicaId, seq }: LogEntry) => stable.set(replicaId, seq - 1);
  const items = live.filter((entry) => entry.upcast && isLineEvent(entry.upcast));
  for (const entry of items) if (!isRemoved(entry) && isStable(entry)) takeBack(entry);
  // An event of an unknown type may mean anything (E7).
  for (const entry of live) if (!entry.upcast && isStable(entry)) takeBack(entry);
  // A removal that leaves the prefix takes the end of a prefix with it, and other removals may depend on that.
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const removal of removals) {
      if (!isStable(removal) || items.every((entry) => isStable(entry) || !removes(removal, entry))) continue;
      takeBack(removal);
      isMoving = true;
    }
  }
  return Object.fromEntries([...stable].filter(([, seq]) => seq > 0));
}

/**
 * Returns `settledPrefix(knowledge)` from the prefix of the log before the new entries. It returns the same object if nothing
 * changed.
 *
 * @param knowledge including the new entries
 */
export function stablePrefixAfter(
  before: VersionVector,
  knowledge: Knowledge,
  { entries, rejected }: Pick<News, 'entries' | 'rejected'>,
): VersionVector {
  // Only a removal makes earlier events stable.
  if (removalsIn(entries).length > 0) return stablePrefix(knowledge);
  const setsValue = ({ upcast }: LogEntry): boolean => upcast !== undefined && !isLineEvent(upcast);
  const alone = new Set([...rejected, ...entries.filter(setsValue).map(({ event }) => event.id)]);
  const stable = { ...before };
  let moved = false;
  for (const id of alone) {
    const { replicaId } = parseEventId(id)!;
    while (alone.has(eventId(replicaId, reach(stable, replicaId) + 1))) {
      stable[replicaId] = reach(stable, replicaId) + 1;
      moved = true;
    }
  }
  return moved ? stable : before;
}
