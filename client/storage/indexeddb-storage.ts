import { promisifyRequest } from 'idb-keyval';
import type { LogRecord } from '#events/records/records.ts';
import {
  blankState,
  StorageError,
  type CartStorage,
  type LogKey,
  type Replacement,
  type ReplicaState,
  type StoredReplica,
} from '#sync/ports/storage.ts';
import { createArchivePacker } from './archive-packing.ts';
import { readArchiveRows, readParts, deleteOldRows, archivePart } from './indexeddb-archive.ts';
import { createIdbConnection } from './indexeddb-connection.ts';
import {
  getBatchPrefix,
  parseOwner,
  putRow,
  readRows,
  getStateKey,
  getKeyRange,
  type Key,
} from './indexeddb-rows.ts';
import { getLogPath } from './log-name.ts';

/** A row of records; `isSummary`: they only sum up what was put away before. */
interface BatchRow {
  readonly records: readonly LogRecord[];
  readonly isSummary: boolean;
}

/** Logs in the browser's database. @param rest between two steps of packing the archive; absent: some seconds */
export function createIdbStorage(
  factory: () => IDBFactory = () => indexedDB,
  rest?: () => Promise<void>,
): CartStorage {
  const connection = createIdbConnection(factory);
  const transact = connection.use;
  const packer = createArchivePacker(transact, rest);
  let isPruned = false;
  let appends = 0;

  /** A full disk: the archive and what was recorded give way to the diner's cart. */
  const withRoom = async (work: () => Promise<void>, mayTryAgain: () => boolean): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StorageError) || error.failure.kind !== 'quota' || !mayTryAgain()) throw error;
      console.warn('cart storage: the disk is full, the archive is dropped');
      await transact('readwrite', (store) => {
        for (const kind of ['archive', 'block', 'run']) store.delete(getKeyRange([kind]));
        return promisifyRequest(store.transaction);
      });
      await work();
    }
  };

  return {
    load: (log) =>
      transact('readonly', async (store) => {
        const states = await readRows(store, ['state', ...getLogPath(log)]);
        const batches = await readRows(store, ['batch', ...getLogPath(log)]);
        const ids = new Set([...states, ...batches].map(([key]) => parseOwner(key).replicaId));
        return [...ids].map((replicaId): StoredReplica => {
          const state = states.find(([key]) => parseOwner(key).replicaId === replicaId)?.[1];
          if (!isState(state)) console.warn(`cart storage: the state of replica ${replicaId} is unreadable`);
          const { records, summary, nextIndex, isDamaged } = readBatches(batches, replicaId);
          return {
            replicaId,
            state: readState(state),
            records,
            summary,
            nextIndex,
            isDamaged: isDamaged || !isState(state),
          };
        });
      }),
    append: async (log, replicaId, { index, at, records, state, replaces }) => {
      appends += 1;
      const turn = appends;
      const write = () =>
        transact('readwrite', async (store) => {
          if (replaces) await replaceRows(store, log, { replicaId, at, replaces });
          putRow(store, getStateKey(log, replicaId), { ...state, at });
          const row: BatchRow = { records, isSummary: replaces?.why === 'settled' };
          if (records.length > 0) putRow(store, [...getBatchPrefix(log, replicaId), index], row);
          if (replaces) await deleteOldRows(store, at);
          // A page that ends waits for nothing: what is committed stays.
          store.transaction.commit();
          await promisifyRequest(store.transaction);
        });
      // Nothing that was written since may be overtaken by a second try.
      await withRoom(write, () => turn === appends);
      if (replaces || !isPruned) packer.wake();
      if (isPruned) return;
      isPruned = true;
      void transact('readwrite', async (store) => {
        await deleteOldRows(store, at);
        await promisifyRequest(store.transaction);
      }).catch((error: unknown) => console.warn('cart storage: old rows could not be dropped', error));
    },
    archive: async (log, at, replicaId) => {
      await transact('readwrite', async (store) => {
        const prefix = replicaId === undefined ? getLogPath(log) : [...getLogPath(log), replicaId];
        const batches = await readRows(store, ['batch', ...prefix]);
        const reason = { why: replicaId === undefined ? 'closed' : 'takenOver' } as const;
        for (const id of new Set(batches.map(([key]) => parseOwner(key).replicaId))) {
          const { records, summary } = readBatches(batches, id);
          await archivePart(store, { log, replicaId: id, at, reason, summary, records });
        }
        store.delete(getKeyRange(['batch', ...prefix]));
        store.delete(getKeyRange(['state', ...prefix]));
        await deleteOldRows(store, at);
        await promisifyRequest(store.transaction);
      });
      packer.wake();
    },
    loadArchive: async (logs) =>
      await readParts(await transact('readonly', (store) => readArchiveRows(store, logs))),
    close: async () => {
      packer.stop();
      connection.close();
    },
  };
}

/** What stood there goes to the archive. */
async function replaceRows(
  store: IDBObjectStore,
  log: LogKey,
  { replicaId, at, replaces }: { replicaId: string; at: number; replaces: Replacement },
): Promise<void> {
  const rows = await readRows(store, getBatchPrefix(log, replicaId));
  const { records, summary } = readBatches(rows, replicaId);
  await archivePart(store, { log, replicaId, at, reason: replaces, summary, records });
  store.delete(getKeyRange(getBatchPrefix(log, replicaId)));
}

/** What the batches of a replica hold, in their order; a row that can't be read is left out. */
function readBatches(batches: readonly [Key, unknown][], replicaId: string) {
  const records: LogRecord[] = [];
  let summary = 0;
  let nextIndex = 0;
  let isDamaged = false;
  for (const [key, value] of batches) {
    if (parseOwner(key).replicaId !== replicaId) continue;
    nextIndex = Math.max(nextIndex, Number(key.at(-1)) + 1);
    const row = value as Partial<BatchRow> | null | undefined;
    if (!Array.isArray(row?.records)) {
      console.warn(`cart storage: records of replica ${replicaId} are unreadable`);
      isDamaged = true;
      continue;
    }
    records.push(...(row.records as readonly LogRecord[]));
    if (row.isSummary) summary = row.records.length;
  }
  return { records, summary, nextIndex, isDamaged };
}

function isState(value: unknown): value is ReplicaState {
  const state = value as Partial<ReplicaState> | null | undefined;
  return typeof state?.lastSeq === 'number' && Array.isArray(state.clock);
}

function readState(value: unknown): ReplicaState {
  if (!isState(value)) return blankState;
  const { lastSeq, clock, placement, successor, renamed, unanswered } = value;
  return { lastSeq, clock, placement, successor, renamed, unanswered: unanswered ?? [] };
}
