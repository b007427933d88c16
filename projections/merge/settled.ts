/** Finds the events that the server may leave out of its answers (F4). */
import { eventId, parseEventId } from '#events/log/event-id.ts';
import type { Knowledge, Learnt, LogEntry } from '#events/records/log.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';
import { cutsOf, voidedBy, voids } from './cuts.ts';
import { knownEvents } from './known.ts';
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
export function settledPrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = knownEvents(knowledge);
  const cuts = cutsOf(live);
  const isVoid = voidedBy(cuts);
  // A known event that is not live is covered or rejected.
  const settled = new Map(Object.entries(known));
  const isSettled = ({ replicaId, seq }: LogEntry) => seq <= settled.get(replicaId)!;
  const takeBack = ({ replicaId, seq }: LogEntry) => settled.set(replicaId, seq - 1);
  const items = live.filter((entry) => entry.upcast && isLineEvent(entry.upcast));
  for (const entry of items) if (!isVoid(entry) && isSettled(entry)) takeBack(entry);
  // An event of an unknown type may mean anything (E7).
  for (const entry of live) if (!entry.upcast && isSettled(entry)) takeBack(entry);
  // A removal that leaves the prefix takes the end of a prefix with it, and other removals may depend on that.
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const cut of cuts) {
      if (!isSettled(cut) || items.every((entry) => isSettled(entry) || !voids(cut, entry))) continue;
      takeBack(cut);
      isMoving = true;
    }
  }
  return Object.fromEntries([...settled].filter(([, seq]) => seq > 0));
}

/**
 * Returns `settledPrefix(knowledge)` from the prefix of the log before the new entries. It returns the same object if nothing
 * changed.
 *
 * @param knowledge including the new entries
 */
export function settledAfter(
  before: VersionVector,
  knowledge: Knowledge,
  { entries, rejected }: Pick<Learnt, 'entries' | 'rejected'>,
): VersionVector {
  // Only a removal makes earlier events stable.
  if (cutsOf(entries).length > 0) return settledPrefix(knowledge);
  const setsValue = ({ upcast }: LogEntry): boolean => upcast !== undefined && !isLineEvent(upcast);
  const alone = new Set([...rejected, ...entries.filter(setsValue).map(({ event }) => event.id)]);
  const settled = { ...before };
  let moved = false;
  for (const id of alone) {
    const { replicaId } = parseEventId(id)!;
    while (alone.has(eventId(replicaId, reach(settled, replicaId) + 1))) {
      settled[replicaId] = reach(settled, replicaId) + 1;
      moved = true;
    }
  }
  return moved ? settled : before;
}
