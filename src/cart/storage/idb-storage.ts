import { promisifyRequest, setMany } from 'idb-keyval';
import type { LogRecord } from '#events/records.ts';
import type { CartStorage, LogKey, ReplicaState, StoredReplica } from './cart-storage.ts';
import { idbConnection } from './idb-connection.ts';

// Keys: [part, merchant, table, session, user, replica, …]; IndexedDB sorts arrays part by part.
type Key = readonly (string | number)[];

const pathOf = (log: LogKey): Key => [log.merchantId, log.tableId, log.sessionId, log.userId];

/** Logs in the browser's database. */
export function idbStorage(factory: () => IDBFactory = () => indexedDB): CartStorage {
  const connection = idbConnection(factory);
  const transact = connection.use;

  const rowsUnder = async (prefix: Key): Promise<[Key, unknown][]> => {
    const range = IDBKeyRange.bound([...prefix], [...prefix, []]);
    return await transact('readonly', async (store) => {
      const [keys, values] = await Promise.all([
        promisifyRequest(store.getAllKeys(range)),
        promisifyRequest(store.getAll(range)),
      ]);
      return keys.map((key, index): [Key, unknown] => [key as unknown as Key, values[index]]);
    });
  };

  const deleteUnder = (prefix: Key) =>
    transact('readwrite', (store) => {
      store.delete(IDBKeyRange.bound([...prefix], [...prefix, []]));
      return promisifyRequest(store.transaction);
    });

  return {
    async load(log) {
      const [states, batches, closed] = [
        await rowsUnder(['state', ...pathOf(log)]),
        await rowsUnder(['batch', ...pathOf(log)]),
        await rowsUnder(['closed', ...pathOf(log)]),
      ];
      if (closed.length > 0) return [];
      const replicas: StoredReplica[] = [];
      for (const [key, state] of states) {
        const replicaId = String(key[5]);
        if (!isState(state)) {
          console.warn(`cart storage: the state of replica ${replicaId} is unreadable`);
          continue;
        }
        const records = batches
          .filter(([batchKey]) => batchKey[5] === replicaId)
          .flatMap(([, value]) => (Array.isArray(value) ? (value as LogRecord[]) : []));
        replicas.push({ replicaId, state, records });
      }
      return replicas;
    },
    async append(log, replicaId, { index, records, state, replaces }) {
      const entries: [IDBValidKey, unknown][] = [[['state', ...pathOf(log), replicaId], state]];
      if (records.length > 0) entries.push([['batch', ...pathOf(log), replicaId, index], records]);
      if (!replaces) return await setMany(entries, transact);
      const path = ['batch', ...pathOf(log), replicaId];
      const old = (await rowsUnder(path)).flatMap(([, value]) => (Array.isArray(value) ? value : []));
      await transact('readwrite', (store) => {
        store.put({ ...replaces, records: old }, ['replaced', ...pathOf(log), replicaId, replaces.at]);
        store.delete(IDBKeyRange.bound(path, [...path, []]));
        for (const [key, value] of entries) store.put(value, key);
        return promisifyRequest(store.transaction);
      });
    },
    async remove(log, replicaId) {
      await deleteUnder(['state', ...pathOf(log), replicaId]);
      await deleteUnder(['batch', ...pathOf(log), replicaId]);
    },
    async archive(log) {
      await setMany([[['closed', ...pathOf(log)], true]], transact);
    },
    close: async () => connection.close(),
  };
}

function isState(value: unknown): value is ReplicaState {
  const state = value as Partial<ReplicaState> | null;
  return typeof state?.lastSeq === 'number' && Array.isArray(state.clock);
}
