/** F4: which events the server may leave out of its answers. */
import { eventId, parseEventId } from '#events/event-id.ts';
import type { Knowledge, Learnt, LogEntry } from '#events/log.ts';
import { blankVector, reach, type VersionVector } from '#events/version-vector.ts';
import { CutCover, isCut, scopeOf, type Cut } from './cut-cover.ts';
import { knownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/**
 * F4: of each replica the longest prefix in which every event is rejected, void, or sets a value (of which the
 * snapshot carries the last stamp); a cut only together with everything that it voids.
 *
 * It never shrinks as the log grows: what is void stays void, what was rejected stays rejected, and a cut has seen only
 * what was known before it (V1), so no later event is ever voided by it. And what the snapshot covers of an earlier prefix
 * does not have to be there to find the next one: its cuts void nothing outside it.
 */
export function settledPrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = knownEvents(knowledge);
  const { covers } = knowledge;
  const cover = new CutCover();
  const cuts: SeenCut[] = [];
  const liveByReplica = new Map<string, Map<number, LogEntry>>();
  for (const entry of live) {
    const event = entry.known;
    if (event && isCut(event)) {
      cover.add(event);
      cuts.push({ cut: event, entry });
    }
    let chain = liveByReplica.get(entry.replicaId);
    if (!chain) liveByReplica.set(entry.replicaId, (chain = new Map()));
    chain.set(entry.seq, entry);
  }

  const settled = blankVector();
  for (const [replicaId, last] of Object.entries(known)) {
    let seq = reach(covers, replicaId);
    // What is known and not live was rejected.
    while (seq < last && isSettledAlone(liveByReplica.get(replicaId)?.get(seq + 1), cover)) seq += 1;
    settled[replicaId] = seq;
  }

  const voidsBeyond = (cut: Cut): boolean => {
    for (const replicaId in cut.seen) {
      const chain = liveByReplica.get(replicaId);
      for (let seq = (settled[replicaId] ?? 0) + 1; seq <= cut.seen[replicaId]!; seq += 1) {
        const event = chain?.get(seq)?.known;
        if (event && isLineEvent(event) && (scopeOf(cut) ?? event.userId) === event.userId) return true;
      }
    }
    return false;
  };
  // Taking one cut back leaves what it voids beyond the prefix of others: until none is left.
  for (let moved = true; moved;) {
    moved = false;
    for (const { cut, entry } of cuts) {
      if (entry.seq > settled[entry.replicaId]! || !voidsBeyond(cut)) continue;
      settled[entry.replicaId] = entry.seq - 1;
      moved = true;
    }
  }
  return Object.fromEntries(Object.entries(settled).filter(([, seq]) => seq > 0));
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

interface SeenCut {
  readonly cut: Cut;
  readonly entry: LogEntry;
}

function isSettledAlone(entry: LogEntry | undefined, cover: CutCover): boolean {
  if (!entry) return true;
  // E7: what this program does not know may be anything.
  if (!entry.known) return false;
  return !isLineEvent(entry.known) || cover.voids(entry);
}
