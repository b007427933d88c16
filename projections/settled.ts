/** F4: which events the server may leave out of its answers. */
import type { Knowledge, LogEntry } from '#events/log.ts';
import { blankVector, type VersionVector } from '#events/version-vector.ts';
import { CutCover, isCut, scopeOf, type Cut } from './cut-cover.ts';
import { knownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';

/**
 * F4: of each replica the longest prefix in which every event is rejected, void, or sets a value (of which the
 * snapshot carries the last stamp); a cut only together with everything that it voids. Grows with the log, never
 * shrinks.
 */
export function settledPrefix(knowledge: Knowledge): VersionVector {
  const { live, known } = knownEvents(knowledge);
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
    let seq = 0;
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
