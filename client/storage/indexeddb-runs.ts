/** Stores recordings of engines: rows `['run', at, …log, replica, index]`, each with some lines. */
import { promisifyRequest } from 'idb-keyval';
import type { LogKey } from '#sync/ports/storage.ts';
import { createIdbConnection } from './indexeddb-connection.ts';
import { parseOwner, putRow, readRows, getKeyRange, type Key } from './indexeddb-rows.ts';
import { getLogPath } from './log-name.ts';

/** The number of runs that a phone keeps, for all its tables together. */
export const maxRuns = 3;

/** One engine's run. */
export interface RunKey {
  /** When the engine was opened, ms by the server's clock. */
  readonly at: number;
  readonly log: LogKey;
  readonly replicaId: string;
}

export interface StoredRun extends RunKey {
  /** Each is JSON without a line feed. The first is the opening, see `sync/recording/recording.ts`. */
  readonly lines: readonly string[];
}

/** Every method rejects with a StorageError. */
export interface RunStorage {
  /** Writes the next lines of a run. For index 0, the first lines, it also deletes the oldest runs. */
  append(run: RunKey, index: number, lines: readonly string[]): Promise<void>;
  /** Returns this phone's runs, oldest first, without those whose beginning is missing. */
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
        // The page may end at any moment. A transaction with an explicit commit is still completed.
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

/** Groups rows by run, in the order of the keys: by time. */
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
    // Lines after a gap cannot be replayed.
    if (Number(each.at(-1)) !== index || !Array.isArray(value)) break;
    lines.push(...(value as string[]));
  }
  return lines.length > 0 ? [{ ...parseOwner(key, 2), at: Number(key[1]), lines }] : [];
}
