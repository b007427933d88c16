/** F4: which events the server may leave out of its answers. */
import type { Knowledge, LogEntry } from '#events/log.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { cutsOf, voidedBy, voids } from './cuts.ts';
import { knownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/**
 * F4: of each replica the longest prefix in which every event is covered, rejected, void, or sets a value (of which the
 * snapshot carries the last stamp); a cut only together with everything that it voids. Grows with the log, never
 * shrinks, and is the same where a snapshot covers what was settled before.
 */
export function settledPrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = knownEvents(knowledge);
  const cuts = cutsOf(live);
  const isVoid = voidedBy(cuts);
  // What is known and not live is covered or was rejected.
  const settled = new Map(Object.entries(known));
  const isSettled = ({ replicaId, seq }: LogEntry) => seq <= settled.get(replicaId)!;
  const takeBack = ({ replicaId, seq }: LogEntry) => settled.set(replicaId, seq - 1);
  const items = live.filter((entry) => entry.known && isLineEvent(entry.known));
  for (const entry of items) if (!isVoid(entry) && isSettled(entry)) takeBack(entry);
  // E7: what this program does not know may be anything.
  for (const entry of live) if (!entry.known && isSettled(entry)) takeBack(entry);
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
