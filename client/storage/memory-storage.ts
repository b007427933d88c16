import type { LogRecord } from '#events/records/records.ts';
import { limitPart, countPartsToKeep, getPartSize } from './archive-bounds.ts';
import { getLogName } from './log-name.ts';
import type { ArchivedPart, CartStorage, ReplicaState } from '#sync/ports/storage.ts';

interface MemoryReplica {
  state: ReplicaState;
  batches: Map<number, readonly LogRecord[]>;
  /** How many of the first records only summarise what was archived. */
  summary: number;
}

/** A storage that lives as long as the page, for browsers without a database and for tests. */
export function createMemoryStorage(): CartStorage {
  const logs = new Map<string, Map<string, MemoryReplica>>();
  let parts: ArchivedPart[] = [];

  const archivePart = (part: ArchivedPart) => {
    if (part.records.length === 0) return;
    const all = [...parts, limitPart(part)];
    const kept = countPartsToKeep(all.map(getPartSize), part.at);
    parts = all.slice(all.length - kept);
  };

  return {
    load: async (log) =>
      [...(logs.get(getLogName(log)) ?? [])].map(([replicaId, held]) => ({
        replicaId,
        state: held.state,
        records: listRecords(held),
        summary: held.summary,
        nextIndex: Math.max(-1, ...held.batches.keys()) + 1,
        isDamaged: false,
      })),
    append: async (log, replicaId, { index, at, records, state, replaces }) => {
      const replicas = logs.get(getLogName(log)) ?? new Map<string, MemoryReplica>();
      logs.set(getLogName(log), replicas);
      const held = replicas.get(replicaId) ?? { state, batches: new Map(), summary: 0 };
      replicas.set(replicaId, held);
      held.state = state;
      if (replaces) {
        archivePart({
          log,
          replicaId,
          at,
          reason: replaces,
          summary: held.summary,
          records: listRecords(held),
        });
        held.batches.clear();
        held.summary = replaces.why === 'settled' ? records.length : 0;
      }
      if (records.length > 0) held.batches.set(index, records);
    },
    archive: async (log, at, replicaId) => {
      const replicas = logs.get(getLogName(log)) ?? new Map<string, MemoryReplica>();
      const reason = { why: replicaId === undefined ? 'closed' : 'takenOver' } as const;
      for (const [id, held] of replicas) {
        if (replicaId !== undefined && id !== replicaId) continue;
        archivePart({ log, replicaId: id, at, reason, summary: held.summary, records: listRecords(held) });
        replicas.delete(id);
      }
    },
    loadArchive: async (of) => {
      const names = of && new Set(of.map(getLogName));
      return names ? parts.filter(({ log }) => names.has(getLogName(log))) : parts;
    },
    close: async () => {},
  };
}

function listRecords({ batches }: MemoryReplica): LogRecord[] {
  return [...batches.keys()].sort((a, b) => a - b).flatMap((index) => batches.get(index)!);
}
