/**
 * Stores the logs of all carts of this phone in IndexedDB. One object store holds all rows. Their keys are arrays:
 *
 *   key                                             value
 *   ['state', …log, replica]                        `ReplicaState`, and `at`, the time of the last write
 *   ['batch', …log, replica, index]                 records of one `append`
 *   ['archive', at, …log, replica, count]           one archived part
 *   ['block', at, …log, replica, count]             several archived parts, compressed
 *   ['run', at, …log, replica, index]               lines of a recording, see `indexeddb-runs.ts`
 *
 * `…log` is merchant, table, session and user. `count` is the number of records, so that limits can be checked by keys
 * alone.
 *
 *   append ──► batch, state ──── append with `replaces`, archive ────► archive ── packer ──► block
 *                                                                         └── too old, too many ──► deleted
 *
 * Invariants:
 * - Each arrow is one write transaction. After a crash either all of its rows are there or none.
 * - A replica's batches in the order of `index`, folded in that order, are its log. A batch with `replaces` is the
 *   first one, because the rows before it move to the archive in the same transaction.
 * - `index` only grows, also over the life of the replica. So a reader never takes an old row for a new one.
 * - State and batch are written together. So a replica that is reopened never uses a sequence number twice.
 * - A full disk costs the archive and the recordings, never the cart.
 *
 * Example: a tap writes ['batch', 'm1', 't1', 's1', 'ann', 'r1', 7] and ['state', 'm1', 't1', 's1', 'ann', 'r1']. After
 * 64 stable events the engine appends a summary that replaces batches 0 to 7. They become one 'archive' row, and the
 * summary is batch 8.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import type { LogRecord } from '#events/records/records.ts';
import {
  blankState,
  StorageError,
  type ArchivedPart,
  type Batch,
  type CartStorage,
  type LogKey,
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

interface BatchRow {
  readonly records: readonly LogRecord[];
  /** The records only summarise what was archived before. */
  readonly isSummary: boolean;
}

/** @param rest pauses between two steps of packing the archive. Default: some seconds */
export function createIdbStorage(
  factory: () => IDBFactory = () => indexedDB,
  rest?: () => Promise<void>,
): CartStorage {
  const connection = createIdbConnection(factory);
  const transact = connection.use;
  const packer = createArchivePacker(transact, rest);
  let hasDeletedOldRows = false;
  let appends = 0;

  return {
    load: (log) => transact('readonly', (store) => loadReplicas(store, log)),
    append: async (log, replicaId, batch) => {
      appends += 1;
      const number = appends;
      const write = () => transact('readwrite', (store) => writeBatch(store, log, replicaId, batch));
      // A retry must not come after a later batch.
      await writeWithRoom(transact, write, () => number === appends);
      if (batch.replaces || !hasDeletedOldRows) packer.wake();
      if (hasDeletedOldRows) return;
      hasDeletedOldRows = true;
      void transact('readwrite', async (store) => {
        await deleteOldRows(store, batch.at);
        await promisifyRequest(store.transaction);
      }).catch((error: unknown) => console.warn('cart storage: old rows could not be deleted', error));
    },
    archive: async (log, at, replicaId) => {
      await transact('readwrite', (store) => archiveReplicas(store, log, at, replicaId));
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

async function loadReplicas(store: IDBObjectStore, log: LogKey): Promise<StoredReplica[]> {
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
}

async function writeBatch(
  store: IDBObjectStore,
  log: LogKey,
  replicaId: string,
  { index, at, records, state, replaces }: Batch,
): Promise<void> {
  if (replaces) await archiveBatches(store, log, { replicaId, at, reason: replaces });
  putRow(store, getStateKey(log, replicaId), { ...state, at });
  const row: BatchRow = { records, isSummary: replaces?.why === 'settled' };
  if (records.length > 0) putRow(store, [...getBatchPrefix(log, replicaId), index], row);
  if (replaces) await deleteOldRows(store, at);
  // The page may end at any moment. A transaction with an explicit commit is still completed.
  store.transaction.commit();
  await promisifyRequest(store.transaction);
}

/**
 * Writes, and if the disk is full, deletes archive and recordings and tries once more.
 * @param mayRetry whether a second attempt would still be in order
 */
async function writeWithRoom(
  transact: UseStore,
  write: () => Promise<void>,
  mayRetry: () => boolean,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StorageError) || error.failure.kind !== 'quota' || !mayRetry()) throw error;
    console.warn('cart storage: the disk is full, the archive is deleted');
    await transact('readwrite', (store) => {
      for (const kind of ['archive', 'block', 'run']) store.delete(getKeyRange([kind]));
      return promisifyRequest(store.transaction);
    });
    await write();
  }
}

/** Moves a replica to the archive, or without `replicaId` the whole log. */
async function archiveReplicas(
  store: IDBObjectStore,
  log: LogKey,
  at: number,
  replicaId: string | undefined,
): Promise<void> {
  const prefix = replicaId === undefined ? getLogPath(log) : [...getLogPath(log), replicaId];
  const batches = await readRows(store, ['batch', ...prefix]);
  const reason = { why: replicaId === undefined ? 'closed' : 'takenOver' } as const;
  for (const id of new Set(batches.map(([key]) => parseOwner(key).replicaId)))
    await archiveBatches(store, log, { replicaId: id, at, reason });
  store.delete(getKeyRange(['batch', ...prefix]));
  store.delete(getKeyRange(['state', ...prefix]));
  await deleteOldRows(store, at);
  await promisifyRequest(store.transaction);
}

async function archiveBatches(
  store: IDBObjectStore,
  log: LogKey,
  { replicaId, at, reason }: Pick<ArchivedPart, 'replicaId' | 'at' | 'reason'>,
): Promise<void> {
  const prefix = getBatchPrefix(log, replicaId);
  const { records, summary } = readBatches(await readRows(store, prefix), replicaId);
  await archivePart(store, { log, replicaId, at, reason, summary, records });
  store.delete(getKeyRange(prefix));
}

/** Reads the batches of one replica in their order, without unreadable rows. */
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
