/**
 * Finds the stable prefix of a log: the events that a snapshot may stand for, so that the server need not send them (F4).
 *
 * An event is stable if no later event can bring it back into the cart: it is covered, rejected or removed, or it sets a
 * register, whose last stamp is in the snapshot. A clear or an order is stable only together with every event that it
 * removes.
 *
 *   ra:  1 add   2 add   3 guests   4 add
 *   rb:  1 clear { seen: { ra: 2 } }
 *   stable: { ra: 3, rb: 1 }      ra:4 is in the cart, so the prefix of ra ends before it
 *
 * The prefix never shrinks as the log grows. Removed and rejected events stay so, and a removal has seen only earlier
 * events, so it removes no later one. A snapshot does not change the prefix either, because the removals that it covers
 * remove nothing outside it.
 */
import { formatEventId, parseEventId } from '#events/log/event-id.ts';
import type { Knowledge, News, LogEntry } from '#events/records/log.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';
import { listRemovals, createRemovedCheck, shouldRemove } from './removals.ts';
import { findKnownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/** Returns the stable prefix of each replica. */
export function findStablePrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = findKnownEvents(knowledge);
  const removals = listRemovals(live);
  const isRemoved = createRemovedCheck(removals);
  // A known event that is not live is covered or rejected.
  const stable = new Map(Object.entries(known));
  const isStable = ({ replicaId, seq }: LogEntry) => seq <= stable.get(replicaId)!;
  const shorten = ({ replicaId, seq }: LogEntry) => stable.set(replicaId, seq - 1);
  const items = live.filter((entry) => entry.upcast && isLineEvent(entry.upcast));
  for (const entry of items) if (!isRemoved(entry) && isStable(entry)) shorten(entry);
  // An event of an unknown type may mean anything.
  for (const entry of live) if (!entry.upcast && isStable(entry)) shorten(entry);
  // A removal that leaves the prefix takes the end of a prefix with it, and other removals may depend on that.
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const removal of removals) {
      if (!isStable(removal) || items.every((entry) => isStable(entry) || !shouldRemove(removal, entry)))
        continue;
      shorten(removal);
      isMoving = true;
    }
  }
  return Object.fromEntries([...stable].filter(([, seq]) => seq > 0));
}

/**
 * Returns `findStablePrefix(knowledge)`, computed from the prefix before the new entries. It returns the same object if nothing
 * changed.
 *
 * @param knowledge including the new entries
 */
export function findStablePrefixAfter(
  before: VersionVector,
  knowledge: Knowledge,
  { entries, rejected }: Pick<News, 'entries' | 'rejected'>,
): VersionVector {
  // Only a removal makes earlier events stable.
  if (listRemovals(entries).length > 0) return findStablePrefix(knowledge);
  const isValueEvent = ({ upcast }: LogEntry): boolean => upcast !== undefined && !isLineEvent(upcast);
  const alone = new Set([...rejected, ...entries.filter(isValueEvent).map(({ event }) => event.id)]);
  const stable = { ...before };
  let moved = false;
  for (const id of alone) {
    const { replicaId } = parseEventId(id)!;
    while (alone.has(formatEventId(replicaId, reach(stable, replicaId) + 1))) {
      stable[replicaId] = reach(stable, replicaId) + 1;
      moved = true;
    }
  }
  return moved ? stable : before;
}
