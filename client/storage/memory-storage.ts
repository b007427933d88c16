import type { LogRecord } from '#events/records/records.ts';
import { bounded, partsToKeep, sizeOf } from './archive-bounds.ts';
import { logName } from './log-name.ts';
import type { ArchivedPart, CartStorage, ReplicaState } from '#sync/ports/storage.ts';

interface Held {
  state: ReplicaState;
  batches: Map<number, readonly LogRecord[]>;
  /** So many of the first records sum up what was put away. */
  summary: number;
}

/** Lives as long as the page: for browsers without a database, and for tests. */
export function memoryStorage(): CartStorage {
  const logs = new Map<string, Map<string, Held>>();
  let parts: ArchivedPart[] = [];

  const putAway = (part: ArchivedPart) => {
    if (part.records.length === 0) return;
    const all = [...parts, bounded(part)];
    const kept = partsToKeep(all.map(sizeOf), part.at);
    parts = all.slice(all.length - kept);
  };

  return {
    load: async (log) =>
      [...(logs.get(logName(log)) ?? [])].map(([replicaId, held]) => ({
        replicaId,
        state: held.state,
        records: recordsOf(held),
        summary: held.summary,
        nextIndex: Math.max(-1, ...held.batches.keys()) + 1,
        isDamaged: false,
      })),
    append: async (log, replicaId, { index, at, records, state, replaces }) => {
      const replicas = logs.get(logName(log)) ?? new Map<string, Held>();
      logs.set(logName(log), replicas);
      const held = replicas.get(replicaId) ?? { state, batches: new Map(), summary: 0 };
      replicas.set(replicaId, held);
      held.state = state;
      if (replaces) {
        putAway({ log, replicaId, at, reason: replaces, summary: held.summary, records: recordsOf(held) });
        held.batches.clear();
        held.summary = replaces.why === 'settled' ? records.length : 0;
      }
      if (records.length > 0) held.batches.set(index, records);
    },
    archive: async (log, at, replicaId) => {
      const replicas = logs.get(logName(log)) ?? new Map<string, Held>();
      const reason = { why: replicaId === undefined ? 'closed' : 'takenOver' } as const;
      for (const [id, held] of replicas) {
        if (replicaId !== undefined && id !== replicaId) continue;
        putAway({ log, replicaId: id, at, reason, summary: held.summary, records: recordsOf(held) });
        replicas.delete(id);
      }
    },
    history: async (of) => {
      const names = of && new Set(of.map(logName));
      return names ? parts.filter(({ log }) => names.has(logName(log))) : parts;
    },
    close: async () => {},
  };
}

function recordsOf({ batches }: Held): LogRecord[] {
  return [...batches.keys()].sort((a, b) => a - b).flatMap((index) => batches.get(index)!);
}
