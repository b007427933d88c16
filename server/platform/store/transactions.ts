import { PostgresAdapter, type Kysely, type Selectable, type Transaction } from 'kysely';
import { errorCode } from '#server/platform/error-code.ts';
import { recordWrite } from './storage-health.ts';
import { commitTogether } from './group-commit.ts';
import { runDurably } from './transaction-cache.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export function isPostgres(db: Kysely<never> | Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** PostgreSQL's codes for a serialization failure and a deadlock: the same transaction may succeed when repeated. */
const repeatable = new Set(['40001', '40P01']);
const maxAttempts = 5;

/** What became of a transaction, waiting and repeats included. */
type TransactionObserver = (seconds: number, attempts: number, isCommitted: boolean) => void;

const observers = new WeakMap<object, TransactionObserver>();

export function observeTransactions(db: Db, observer: TransactionObserver): void {
  observers.set(db, observer);
}

/**
 * Runs `change` in one transaction: all of it or nothing. It may run more than once, so it touches nothing but `trx`.
 * On SQLite transactions run one after the other on the only connection: a query on `db` from inside waits for ever.
 * Those that wait for each other are made durable together.
 */
export async function inTransaction<T>(db: Db, change: (trx: Trx) => Promise<T>): Promise<T> {
  const report = watch(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const value = isPostgres(db) ? await runDurably(db, change) : await commitTogether(db, change);
      report(attempt, true);
      recordWrite(db);
      return value;
    } catch (error) {
      if (attempt < maxAttempts && isRepeatable(error)) continue;
      report(attempt, false);
      recordWrite(db, error);
      throw error;
    }
  }
}

/** A transaction in one round trip. Undefined when it met another one and did nothing. */
export async function inOneStatement<T>(db: Db, statement: () => Promise<T>): Promise<T | undefined> {
  const report = watch(db);
  try {
    const value = await statement();
    report(1, true);
    recordWrite(db);
    return value;
  } catch (error) {
    report(1, false);
    if (isRepeatable(error)) return undefined;
    recordWrite(db, error);
    throw error;
  }
}

function watch(db: Db): (attempts: number, isCommitted: boolean) => void {
  const start = performance.now();
  return (attempts, isCommitted) =>
    observers.get(db)?.((performance.now() - start) / 1000, attempts, isCommitted);
}

export type SessionRow = Selectable<Database['table_sessions']>;

/** Until this transaction ends no other gets past here for the same session; look at `closed_at`. */
export async function lockSession(trx: Trx, sessionId: string): Promise<SessionRow | undefined> {
  return await trx
    .selectFrom('table_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
}

function isRepeatable(error: unknown): boolean {
  return repeatable.has(errorCode(error) ?? '');
}
