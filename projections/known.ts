import { parseEventId } from '#events/event-id.ts';
import type { Knowledge, LogEntry } from '#events/log.ts';
import { blankVector, includes, reach, type VersionVector } from '#events/version-vector.ts';

export interface KnownEvents {
  /** V1, without zeros. */
  readonly known: VersionVector;
  /** V2: known, not covered, not rejected; in no particular order. */
  readonly live: readonly LogEntry[];
  /** V1: neither covered nor rejected nor known, as ids. */
  readonly waiting: readonly string[];
}

/** V1, V2: what is known, what of it is live, and what waits for something that is missing. */
export function knownEvents({ covers, entries, rejected }: Knowledge): KnownEvents {
  const known = blankVector();
  for (const replica in covers) if (covers[replica]! > 0) known[replica] = covers[replica]!;

  const rejectedSeqs = seqsByReplica(rejected.keys());
  const chains = new Map<string, Map<number, LogEntry>>();
  for (const entry of entries.values()) {
    if (entry.seq <= reach(covers, entry.replicaId)) continue;
    let chain = chains.get(entry.replicaId);
    if (!chain) chains.set(entry.replicaId, (chain = new Map()));
    chain.set(entry.seq, entry);
  }

  const live: LogEntry[] = [];
  const replicas = new Set([...chains.keys(), ...rejectedSeqs.keys()]);
  for (let moved = true; moved;) {
    moved = false;
    for (const replica of replicas) {
      for (;;) {
        const next = (known[replica] ?? 0) + 1;
        const entry = chains.get(replica)?.get(next);
        if (!rejectedSeqs.get(replica)?.has(next)) {
          if (!entry || !includes(known, entry.event.seen)) break;
          live.push(entry);
        }
        known[replica] = next;
        moved = true;
      }
    }
  }

  const waiting: string[] = [];
  for (const [replica, chain] of chains) {
    for (const entry of chain.values())
      if (entry.seq > (known[replica] ?? 0) && !rejected.has(entry.event.id)) waiting.push(entry.event.id);
  }
  return { known: { ...known }, live, waiting: waiting.sort() };
}

function seqsByReplica(ids: Iterable<string>): Map<string, Set<number>> {
  const byReplica = new Map<string, Set<number>>();
  for (const id of ids) {
    const parts = parseEventId(id);
    if (!parts) continue;
    let seqs = byReplica.get(parts.replicaId);
    if (!seqs) byReplica.set(parts.replicaId, (seqs = new Set()));
    seqs.add(parts.seq);
  }
  return byReplica;
}
