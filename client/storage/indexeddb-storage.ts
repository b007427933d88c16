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
import { archivePacker } from './archive-packing.ts';
import { archiveRows, partsOf, prune, putAway } from './indexeddb-archive.ts';
import { idbConnection } from './indexeddb-connection.ts';
import { batchesOf, ownerOf, put, rowsUnder, stateKey, under, type Key } from './indexeddb-rows.ts';
import { logPath } from './log-name.ts';

/** A row of records; `isSummary`: they only sum up what was put away before. */
interface BatchRow {
  readonly records: readonly LogRecord[];
  readonly isSummary: boolean;
}

/** Logs in the browser's database. @param rest between two steps of packing the archive; absent: some seconds */
export function idbStorage(
  factory: () => IDBFactory = () => indexedDB,
  rest?: () => Promise<void>,
): CartStorage {
  const connection = idbConnection(factory);
  const transact = connection.use;
  const packer = archivePacker(transact, rest);
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
        for (const kind of ['archive', 'block', 'run']) store.delete(under([kind]));
        return promisifyRequest(store.transaction);
      });
      await work();
    }
  };

  return {
    load: (log) =>
      transact('readonly', async (store) => {
        const states = await rowsUnder(store, ['state', ...logPath(log)]);
        const batches = await rowsUnder(store, ['batch', ...logPath(log)]);
        const ids = new Set([...states, ...batches].map(([key]) => ownerOf(key).replicaId));
        return [...ids].map((replicaId): StoredReplica => {
          const state = states.find(([key]) => ownerOf(key).replicaId === replicaId)?.[1];
          if (!isState(state)) console.warn(`cart storage: the state of replica ${replicaId} is unreadable`);
          const { records, summary, nextIndex, isDamaged } = contentOf(batches, replicaId);
          return {
            replicaId,
            state: stateOf(state),
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
          put(store, stateKey(log, replicaId), { ...state, at });
          const row: BatchRow = { records, isSummary: replaces?.why === 'settled' };
          if (records.length > 0) put(store, [...batchesOf(log, replicaId), index], row);
          if (replaces) await prune(store, at);
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
        await prune(store, at);
        await promisifyRequest(store.transaction);
      }).catch((error: unknown) => console.warn('cart storage: old rows could not be dropped', error));
    },
    archive: async (log, at, replicaId) => {
      await transact('readwrite', async (store) => {
        const prefix = replicaId === undefined ? logPath(log) : [...logPath(log), replicaId];
        const batches = await rowsUnder(store, ['batch', ...prefix]);
        const reason = { why: replicaId === undefined ? 'closed' : 'takenOver' } as const;
        for (const id of new Set(batches.map(([key]) => ownerOf(key).replicaId))) {
          const { records, summary } = contentOf(batches, id);
          await putAway(store, { log, replicaId: id, at, reason, summary, records });
        }
        store.delete(under(['batch', ...prefix]));
        store.delete(under(['state', ...prefix]));
        await prune(store, at);
        await promisifyRequest(store.transaction);
      });
      packer.wake();
    },
    history: async (logs) => await partsOf(await transact('readonly', (store) => archiveRows(store, logs))),
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
  const rows = await rowsUnder(store, batchesOf(log, replicaId));
  const { records, summary } = contentOf(rows, replicaId);
  await putAway(store, { log, replicaId, at, reason: replaces, summary, records });
  store.delete(under(batchesOf(log, replicaId)));
}

/** What the batches of a replica hold, in their order; a row that can't be read is left out. */
function contentOf(batches: readonly [Key, unknown][], replicaId: string) {
  const records: LogRecord[] = [];
  let summary = 0;
  let nextIndex = 0;
  let isDamaged = false;
  for (const [key, value] of batches) {
    if (ownerOf(key).replicaId !== replicaId) continue;
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

function stateOf(value: unknown): ReplicaState {
  if (!isState(value)) return blankState;
  const { lastSeq, clock, placement, successor, renamed, unanswered } = value;
  return { lastSeq, clock, placement, successor, renamed, unanswered: unanswered ?? [] };
}
