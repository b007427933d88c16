import type { LogRecord } from '#events/records.ts';
import type { CartStorage, LogKey, ReplicaState } from './cart-storage.ts';

interface Held {
  state: ReplicaState;
  batches: Map<number, readonly LogRecord[]>;
}

/** Lives as long as the page: for browsers without a database, and for tests. */
export function memoryStorage(): CartStorage {
  const logs = new Map<string, Map<string, Held>>();
  return {
    load: async (log) =>
      [...(logs.get(textOf(log)) ?? [])].map(([replicaId, { state, batches }]) => ({
        replicaId,
        state,
        records: [...batches.keys()].sort((a, b) => a - b).flatMap((index) => batches.get(index)!),
      })),
    append: async (log, replicaId, { index, records, state, replaces }) => {
      const replicas = logs.get(textOf(log)) ?? new Map<string, Held>();
      logs.set(textOf(log), replicas);
      const held = replicas.get(replicaId) ?? { state, batches: new Map() };
      replicas.set(replicaId, held);
      held.state = state;
      if (replaces) held.batches.clear();
      if (records.length > 0) held.batches.set(index, records);
    },
    remove: async (log, replicaId) => {
      logs.get(textOf(log))?.delete(replicaId);
    },
    archive: async (log) => {
      logs.delete(textOf(log));
    },
    close: async () => {},
  };
}

function textOf(log: LogKey): string {
  return JSON.stringify([log.merchantId, log.tableId, log.sessionId, log.userId]);
}
