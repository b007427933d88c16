/** Access to rows by their keys, which are arrays. IndexedDB sorts them part by part. See `indexeddb-storage.ts`. */
import { promisifyRequest } from 'idb-keyval';
import type { LogKey } from '#sync/ports/storage.ts';
import { getLogPath } from './log-name.ts';

export type Key = readonly (string | number)[];

export const getStateKey = (log: LogKey, replicaId: string): Key => ['state', ...getLogPath(log), replicaId];
export const getBatchPrefix = (log: LogKey, replicaId: string): Key => [
  'batch',
  ...getLogPath(log),
  replicaId,
];

/** Returns log and replica of a key. @param from where they start: 1 in `state` and `batch`, 2 in all others */
export function parseOwner(key: Key, from = 1): { log: LogKey; replicaId: string } {
  const [merchantId, tableId, sessionId, userId, replicaId] = key.slice(from, from + 5).map(String) as [
    string, string, string, string, string,
  ]; // prettier-ignore
  return { log: { merchantId, tableId, sessionId, userId }, replicaId };
}

/** Returns the range of all keys that begin with `prefix`. An array sorts after every number and text. */
export function getKeyRange(prefix: Key): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}

/** Returns the rows whose keys begin with `prefix`, in the order of the keys. */
export async function readRows(store: IDBObjectStore, prefix: Key): Promise<[Key, unknown][]> {
  const range = getKeyRange(prefix);
  const [keys, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(range)),
    promisifyRequest(store.getAll(range)),
  ]);
  return keys.map((key, index): [Key, unknown] => [key as unknown as Key, values[index]]);
}

export function putRow(store: IDBObjectStore, key: Key, value: unknown): void {
  store.put(value, [...key]);
}
