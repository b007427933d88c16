/**
 * What was made of the database's state, kept beside the version that it was made of, so that it is not made again. What a
 * transaction makes is its own until it is durable, and never was where it fails.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

export interface TransactionCache<Value> {
  /** What was kept last under this name; whoever reads compares its version. */
  get(db: Db, key: string): Value | undefined;
  set(db: Db, key: string, value: Value): void;
  /** What it was made of has changed without another version. */
  drop(db: Db, key: string): void;
}

/** Undone with the change that did it, done for everybody once that is durable. */
interface Written {
  readonly kept: object;
  readonly key: string;
  /** undefined: dropped. */
  readonly value: unknown;
  share(): void;
}

const written = new WeakMap<Trx, Written[]>();

function writtenIn(trx: Trx): Written[] {
  const there = written.get(trx) ?? [];
  written.set(trx, there);
  return there;
}

/** Takes back what is written from now on, when it is called. */
export function markCacheWrites(trx: Trx): () => void {
  const there = writtenIn(trx);
  const { length } = there;
  return () => void (there.length = length);
}

/** Calls `run` once the transaction is durable, and never if it fails. `run` must not throw. */
export function afterCommit(trx: Trx, run: () => void): void {
  writtenIn(trx).push({ kept: trx, key: '', value: undefined, share: run });
}

/** Runs `work` in one transaction; what it kept is everybody's once that is durable. */
export async function runDurably<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { trx, value } = await db
    .transaction()
    .execute(async (own) => ({ trx: own, value: await work(own) }));
  for (const { share } of writtenIn(trx)) share();
  return value;
}

interface Shared<Value> {
  readonly values: Map<string, { readonly value: Value; readonly since: number }>;
  size: number;
}

/** What changes without another version, on another server, is told no longer than that, ms. */
const mostMs = 3_600_000;

/**
 * @param most of all that is kept of one database, in what `sizeOf` measures by: what was not asked for the longest goes
 * @param now ms, never goes back
 */
export function createTransactionCache<Value>(
  most: number,
  sizeOf: (value: Value) => number,
  now = () => performance.now(),
): TransactionCache<Value> {
  /** A transaction shares it with its database. */
  const ofDatabase = new WeakMap<object, Shared<Value>>();
  const sharedOf = (db: Db): Shared<Value> => {
    const { adapter } = db.getExecutor();
    const shared: Shared<Value> = ofDatabase.get(adapter) ?? { values: new Map(), size: 0 };
    ofDatabase.set(adapter, shared);
    return shared;
  };
  const remove = (shared: Shared<Value>, key: string): void => {
    const there = shared.values.get(key);
    if (there && shared.values.delete(key)) shared.size -= sizeOf(there.value);
  };
  const share = (shared: Shared<Value>, key: string, value: Value | undefined): void => {
    remove(shared, key);
    if (value === undefined) return;
    shared.values.set(key, { value, since: now() });
    shared.size += sizeOf(value);
    for (const oldest of shared.values.keys()) {
      if (shared.size <= most) return;
      remove(shared, oldest);
    }
  };
  const write = (db: Db, key: string, value: Value | undefined): void => {
    const shared = sharedOf(db);
    if (!db.isTransaction) share(shared, key, value);
    else writtenIn(db as Trx).push({ kept, key, value, share: () => share(shared, key, value) });
  };
  const kept: TransactionCache<Value> = {
    get(db, key) {
      const own = db.isTransaction
        ? written.get(db as Trx)?.findLast((each) => each.kept === kept && each.key === key)
        : undefined;
      if (own) return own.value as Value | undefined;
      const { values } = sharedOf(db);
      const there = values.get(key);
      if (!there || now() - there.since > mostMs) return undefined;
      // The newest of all again.
      values.delete(key);
      values.set(key, there);
      return there.value;
    },
    set: write,
    drop: (db, key) => write(db, key, undefined),
  };
  return kept;
}
