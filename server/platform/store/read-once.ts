/**
 * Reads that a long transaction makes once, although several parts of it ask for the same rows. Each read is a round trip
 * during which the transaction holds its locks.
 *
 * Example: placing an order asks six times for the restaurant's settings. After `keepReads(trx)` it reads them once.
 */
import type { Db, Trx } from './transactions.ts';

const keptByTrx = new WeakMap<Db, Map<string, Promise<unknown>>>();

/** Makes `readOnce` keep its results until the transaction ends. The transaction must not change these rows. */
export function keepReads(trx: Trx): void {
  keptByTrx.set(trx, new Map());
}

/** @param key names the rows, such as `settings 1001` */
export async function readOnce<T>(db: Db, key: string, read: () => Promise<T>): Promise<T> {
  const kept = keptByTrx.get(db);
  if (!kept) return await read();
  const earlier = kept.get(key) as Promise<T> | undefined;
  if (earlier) return await earlier;
  const reading = read();
  kept.set(key, reading);
  return await reading;
}
