/** The store of a simulated server, in memory. Checkpoints are stored as text, so that no reader shares their objects. */
import type { DecisionRow } from '#server/ordering/cart/log/decision-rows.ts';
import { logFromCheckpoint, type Checkpoint } from '#server/ordering/cart/log/compaction.ts';
import type { LogStore } from '#server/ordering/cart/log/log-store.ts';

interface StoredSession {
  readonly rows: DecisionRow[];
  readonly owners: Map<string, string>;
  checkpoint?: string;
}

interface MemoryStore extends LogStore {
  /** All decisions of a session, in order. */
  rowsOf(sessionId: string): readonly DecisionRow[];
}

export function createMemoryStore(): MemoryStore {
  const sessions = new Map<string, StoredSession>();
  const getStoredSession = (sessionId: string): StoredSession => {
    let stored = sessions.get(sessionId);
    if (!stored) sessions.set(sessionId, (stored = { rows: [], owners: new Map() }));
    return stored;
  };
  return {
    rowsOf: (sessionId) => getStoredSession(sessionId).rows,
    decisions: async (sessionId, after, upTo) => getStoredSession(sessionId).rows.slice(after, upTo),
    decisionsOn: async (sessionId, ids) =>
      getStoredSession(sessionId).rows.filter(({ id }) => ids.includes(id)),
    checkpoint: async (sessionId) => {
      const { checkpoint, owners } = getStoredSession(sessionId);
      if (checkpoint === undefined) return undefined;
      return logFromCheckpoint(sessionId, JSON.parse(checkpoint) as Checkpoint, new Map(owners));
    },
    storeCheckpoint: async (sessionId, checkpoint) => {
      getStoredSession(sessionId).checkpoint = JSON.stringify(checkpoint);
    },
    append: async ({ log, rows, bound }) => {
      const stored = getStoredSession(log.sessionId);
      stored.rows.push(...rows);
      for (const { replica_id: replicaId, user_id: userId } of bound) stored.owners.set(replicaId, userId);
    },
  };
}
