/** Recorded runs beside the log: rows `['run', at, merchant, table, session, user, replica, index]`, each a few lines. */
import { promisifyRequest } from 'idb-keyval';
import type { LogKey } from '#sync/ports/storage.ts';
import { createIdbConnection } from './indexeddb-connection.ts';
import { parseOwner, putRow, readRows, getKeyRange, type Key } from './indexeddb-rows.ts';
import { getLogPath } from './log-name.ts';

/** So many runs of a phone are kept, of all its tables together. */
export const maxRuns = 3;

/** Which run: one engine's, by the log that it wrote and when it opened it, ms. */
export interface RunKey {
  readonly at: number;
  readonly log: LogKey;
  readonly replicaId: string;
}

export interface StoredRun extends RunKey {
  /** Each JSON without a line feed, the opening first (`sync/recording/recording.ts`). */
  readonly lines: readonly string[];
}

/** Every method rejects with a StorageError. */
export interface RunStorage {
  /** Writes the next lines of a run; with the first ones (index 0) the oldest runs go. */
  append(run: RunKey, index: number, lines: readonly string[]): Promise<void>;
  /** The runs of this phone, oldest first; one whose beginning is gone is left out. */
  loadRuns(): Promise<readonly StoredRun[]>;
  close(): void;
}

export function createIdbRunStorage(factory: () => IDBFactory = () => indexedDB): RunStorage {
  const connection = createIdbConnection(factory);
  return {
    append: (run, index, lines) =>
      connection.use('readwrite', async (store) => {
        putRow(store, [...getRunKey(run), index], lines);
        if (index === 0) await deleteOldestRuns(store);
        // A page that ends waits for nothing: what is committed stays.
        store.transaction.commit();
        await promisifyRequest(store.transaction);
      }),
    loadRuns: () =>
      connection.use('readonly', async (store) => {
        const rows = await readRows(store, ['run']);
        return [...groupByRun(rows).values()].flatMap(readRun);
      }),
    close: connection.close,
  };
}

function getRunKey({ at, log, replicaId }: RunKey): Key {
  return ['run', at, ...getLogPath(log), replicaId];
}

async function deleteOldestRuns(store: IDBObjectStore): Promise<void> {
  const keys = (await promisifyRequest(store.getAllKeys(getKeyRange(['run'])))) as unknown as Key[];
  const runs = [...groupByRun(keys.map((key) => [key, undefined] as const)).values()];
  for (const [[key]] of runs.slice(0, -maxRuns)) store.delete(getKeyRange(key.slice(0, -1)));
}

type Rows<Value> = [readonly [Key, Value], ...(readonly [Key, Value])[]];

/** Sorted as the keys are: by time. */
function groupByRun<Value>(rows: readonly (readonly [Key, Value])[]): Map<string, Rows<Value>> {
  const runs = new Map<string, Rows<Value>>();
  for (const row of rows) {
    const run = JSON.stringify(row[0].slice(0, -1));
    const before = runs.get(run);
    if (before) before.push(row);
    else runs.set(run, [row]);
  }
  return runs;
}

function readRun(rows: Rows<unknown>): StoredRun[] {
  const [[key]] = rows;
  const lines: string[] = [];
  for (const [index, [each, value]] of rows.entries()) {
    // What comes after a gap can't be replayed.
    if (Number(each.at(-1)) !== index || !Array.isArray(value)) break;
    lines.push(...(value as string[]));
  }
  return lines.length > 0 ? [{ ...parseOwner(key, 2), at: Number(key[1]), lines }] : [];
}
