/**
 * A cache for values that are computed from database rows, e.g. the view of a cart. A value carries the version of its
 * rows, and the reader compares it. The cache follows transactions:
 *
 *     transaction ── set ──► visible only in this transaction ──┬── commit ───► visible to all
 *                                                               └── rollback ─► dropped
 *
 * Example: a change folds an event onto the cart and sets the new cart at version 8. Other requests read version 7 until
 * the commit.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

export interface TransactionCache<Value> {
  /** Returns the newest value. The caller must compare its version. */
  get(db: Db, key: string): Value | undefined;
  set(db: Db, key: string, value: Value): void;
  /** Removes a value whose rows have changed without a new version. */
  drop(db: Db, key: string): void;
}

/** A write to a cache inside a transaction. */
interface CacheWrite {
  readonly cache: object;
  readonly key: string;
  /** undefined: the value was dropped. */
  readonly value: unknown;
  /** Makes the write visible to all, after the commit. */
  share(): void;
}

const writesByTrx = new WeakMap<Trx, CacheWrite[]>();

function getWrites(trx: Trx): CacheWrite[] {
  const writes = writesByTrx.get(trx) ?? [];
  writesByTrx.set(trx, writes);
  return writes;
}

/** Returns a function that undoes all cache writes of the transaction since this call. */
export function markCacheWrites(trx: Trx): () => void {
  const writes = getWrites(trx);
  const { length } = writes;
  return () => void (writes.length = length);
}

/** Calls `run` once the transaction is durable, and never if it fails. `run` must not throw. */
export function runAfterCommit(trx: Trx, run: () => void): void {
  getWrites(trx).push({ cache: trx, key: '', value: undefined, share: run });
}

/** Runs `work` in one transaction. After the commit its cache writes become visible and its `afterCommit` calls run. */
export async function runDurably<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { trx, value } = await db
    .transaction()
    .execute(async (own) => ({ trx: own, value: await work(own) }));
  for (const { share } of getWrites(trx)) share();
  return value;
}

interface Shared<Value> {
  readonly values: Map<string, { readonly value: Value; readonly since: number }>;
  size: number;
}

/** The maximum age of a value, in ms. Another server may change rows without a new version; this bounds the error. */
const maxAgeMs = 3_600_000;

/**
 * @param maxSize the maximum total size for one database, in the unit of `sizeOf`. Least recently used values go first.
 * @param now a monotonic clock, in ms
 */
export function createTransactionCache<Value>(
  maxSize: number,
  sizeOf: (value: Value) => number,
  now = () => performance.now(),
): TransactionCache<Value> {
  // A transaction has the same adapter as its database, and no other database has it.
  const sharedByAdapter = new WeakMap<object, Shared<Value>>();
  const getShared = (db: Db): Shared<Value> => {
    const { adapter } = db.getExecutor();
    const shared: Shared<Value> = sharedByAdapter.get(adapter) ?? { values: new Map(), size: 0 };
    sharedByAdapter.set(adapter, shared);
    return shared;
  };
  const remove = (shared: Shared<Value>, key: string): void => {
    const entry = shared.values.get(key);
    if (entry && shared.values.delete(key)) shared.size -= sizeOf(entry.value);
  };
  const share = (shared: Shared<Value>, key: string, value: Value | undefined): void => {
    remove(shared, key);
    if (value === undefined) return;
    shared.values.set(key, { value, since: now() });
    shared.size += sizeOf(value);
    for (const oldest of shared.values.keys()) {
      if (shared.size <= maxSize) return;
      remove(shared, oldest);
    }
  };
  const write = (db: Db, key: string, value: Value | undefined): void => {
    const shared = getShared(db);
    if (!db.isTransaction) share(shared, key, value);
    else getWrites(db as Trx).push({ cache, key, value, share: () => share(shared, key, value) });
  };
  const cache: TransactionCache<Value> = {
    get(db, key) {
      const own = db.isTransaction
        ? writesByTrx.get(db as Trx)?.findLast((each) => each.cache === cache && each.key === key)
        : undefined;
      if (own) return own.value as Value | undefined;
      const { values } = getShared(db);
      const entry = values.get(key);
      if (!entry || now() - entry.since > maxAgeMs) return undefined;
      // Moves the entry to the end, which marks it as recently used.
      values.delete(key);
      values.set(key, entry);
      return entry.value;
    },
    set: write,
    drop: (db, key) => write(db, key, undefined),
  };
  return cache;
}
