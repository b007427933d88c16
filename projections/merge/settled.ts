/** F4: which events the server may leave out of its answers. */
import { eventId, parseEventId } from '#events/log/event-id.ts';
import type { Knowledge, Learnt, LogEntry } from '#events/records/log.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';
import { cutsOf, voidedBy, voids } from './cuts.ts';
import { knownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/**
 * F4: of each replica the longest prefix in which every event is covered, rejected, void, or sets a value (of which the
 * snapshot carries the last stamp); a cut only together with everything that it voids.
 *
 * It never shrinks as the log grows: what is void stays void, what was rejected stays rejected, and a cut has seen only
 * what was known before it (V1), so it voids no later event. And it is the same where a snapshot covers what was settled
 * before: the cuts in there void nothing outside.
 */
export function settledPrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = knownEvents(knowledge);
  const cuts = cutsOf(live);
  const isVoid = voidedBy(cuts);
  // What is known and not live is covered or was rejected.
  const settled = new Map(Object.entries(known));
  const isSettled = ({ replicaId, seq }: LogEntry) => seq <= settled.get(replicaId)!;
  const takeBack = ({ replicaId, seq }: LogEntry) => settled.set(replicaId, seq - 1);
  const items = live.filter((entry) => entry.upcast && isLineEvent(entry.upcast));
  for (const entry of items) if (!isVoid(entry) && isSettled(entry)) takeBack(entry);
  // E7: what this program does not know may be anything.
  for (const entry of live) if (!entry.upcast && isSettled(entry)) takeBack(entry);
  // Taking one cut back leaves what it voids beyond the prefix of others: until none is left.
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
 * `settledPrefix` of knowledge of which `before` was settled before `news` came. The same object when nothing changed.
 *
 * @param knowledge with the news
 */
export function settledAfter(
  before: VersionVector,
  knowledge: Knowledge,
  { entries, rejected }: Pick<Learnt, 'entries' | 'rejected'>,
): VersionVector {
  // Nothing but a cut settles what came before it.
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
