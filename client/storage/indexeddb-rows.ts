/**
 * The rows of the database. Keys are arrays, which IndexedDB sorts part by part:
 * `['state', merchant, table, session, user, replica]`, `['batch', …the same, index]`,
 * `['archive', at, merchant, table, session, user, replica, count]`, `['block', …the same]`,
 * `['run', at, merchant, table, session, user, replica, index]`.
 */
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

/** The log that a `state` or `batch` key belongs to, and the replica. */
export function parseOwner(key: Key, from = 1): { log: LogKey; replicaId: string } {
  const [merchantId, tableId, sessionId, userId, replicaId] = key.slice(from, from + 5).map(String) as [
    string, string, string, string, string,
  ]; // prettier-ignore
  return { log: { merchantId, tableId, sessionId, userId }, replicaId };
}

/** Every key that begins with `prefix`: an array sorts after every number and text. */
export function getKeyRange(prefix: Key): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}

/** Keys and values that begin with `prefix`, in the order of the keys. */
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
