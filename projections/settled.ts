/** F4: which events the server may leave out of its answers. */
import type { Knowledge, LogEntry } from '#events/log.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { cutsOf, isCut, voidedBy, voids } from './cuts.ts';
import { knownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/**
 * F4: of each replica the longest prefix in which every event is covered, rejected, void, or sets a value (of which the
 * snapshot carries the last stamp); a cut only together with everything that it voids. Grows with the log, never
 * shrinks, and is the same where a snapshot covers what was settled before.
 */
export function settledPrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = knownEvents(knowledge);
  const isVoid = voidedBy(cutsOf(live));
  const byReplica = new Map<string, Map<number, LogEntry>>();
  for (const entry of live) {
    const chain = byReplica.get(entry.replicaId);
    if (chain) chain.set(entry.seq, entry);
    else byReplica.set(entry.replicaId, new Map([[entry.seq, entry]]));
  }

  const settled = new Map<string, number>();
  for (const [replicaId, last] of Object.entries(known)) {
    let seq = 0;
    // What is known and not live is covered or was rejected.
    while (seq < last && isSettledAlone(byReplica.get(replicaId)?.get(seq + 1), isVoid)) seq += 1;
    settled.set(replicaId, seq);
  }

  const voidsBeyond = ({ known: cut }: LogEntry): boolean =>
    cut !== undefined &&
    isCut(cut) &&
    Object.keys(cut.seen).some((replicaId) => {
      const chain = byReplica.get(replicaId);
      for (let seq = (settled.get(replicaId) ?? 0) + 1; seq <= cut.seen[replicaId]!; seq += 1) {
        const entry = chain?.get(seq);
        if (entry?.known && isLineEvent(entry.known) && voids(cut, entry)) return true;
      }
      return false;
    });
  // Taking one cut back leaves what it voids beyond the prefix of others: until none is left.
  const cuts = live.filter((entry) => entry.known && isCut(entry.known));
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const entry of cuts) {
      if (entry.seq > settled.get(entry.replicaId)! || !voidsBeyond(entry)) continue;
      settled.set(entry.replicaId, entry.seq - 1);
      isMoving = true;
    }
  }
  return Object.fromEntries([...settled].filter(([, seq]) => seq > 0));
}

function isSettledAlone(entry: LogEntry | undefined, isVoid: (entry: LogEntry) => boolean): boolean {
  if (!entry) return true;
  // E7: what this program does not know may be anything.
  if (!entry.known) return false;
  return !isLineEvent(entry.known) || isVoid(entry);
}
