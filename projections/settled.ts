/** F4: which events the server may leave out of its answers. */
import { eventId, parseEventId } from '#events/event-id.ts';
import type { Knowledge, Learnt, LogEntry } from '#events/log.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import { cutsOf, isCut, voidedBy, voids } from './cuts.ts';
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
  const { covers } = knowledge;
  const isVoid = voidedBy(cutsOf(live));
  const byReplica = new Map<string, Map<number, LogEntry>>();
  for (const entry of live) {
    const chain = byReplica.get(entry.replicaId);
    if (chain) chain.set(entry.seq, entry);
    else byReplica.set(entry.replicaId, new Map([[entry.seq, entry]]));
  }

  const settled = new Map<string, number>();
  for (const [replicaId, last] of Object.entries(known)) {
    let seq = reach(covers, replicaId);
    // What is known and not live was rejected.
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
  if (entries.some(({ known }) => known && isCut(known))) return settledPrefix(knowledge);
  const setsValue = ({ known }: LogEntry): boolean => known !== undefined && !isLineEvent(known);
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

function isSettledAlone(entry: LogEntry | undefined, isVoid: (entry: LogEntry) => boolean): boolean {
  if (!entry) return true;
  // E7: what this program does not know may be anything.
  if (!entry.known) return false;
  return !isLineEvent(entry.known) || isVoid(entry);
}
