import { PostgresAdapter, type Kysely, type Selectable, type Transaction } from 'kysely';
import { readErrorCode } from '#server/platform/error-code.ts';
import { recordWrite } from './storage-health.ts';
import { commitTogether } from './group-commit.ts';
import { runDurably } from './transaction-cache.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export function isPostgres(db: Kysely<never> | Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** PostgreSQL's codes of a serialization failure and a deadlock. The same transaction may succeed when repeated. */
const repeatable = new Set(['40001', '40P01']);
const maxAttempts = 5;

/** Called after each transaction. The time includes waiting and repeats. */
type TransactionObserver = (seconds: number, attempts: number, isCommitted: boolean) => void;

const observers = new WeakMap<object, TransactionObserver>();

export function observeTransactions(db: Db, observer: TransactionObserver): void {
  observers.set(db, observer);
}

/**
 * Runs `change` in one transaction, completely or not at all. It may run more than once, so it must touch only `trx`.
 *
 * SQLite has one connection. A query on `db` inside `change` would wait forever. Transactions that wait for each other
 * are committed together.
 */
export async function runInTransaction<T>(db: Db, change: (trx: Trx) => Promise<T>): Promise<T> {
  const report = startMeasuring(db);
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

/** Runs a transaction of one statement. Returns undefined if it conflicted with another one and did nothing. */
export async function runInOneStatement<T>(db: Db, statement: () => Promise<T>): Promise<T | undefined> {
  const report = startMeasuring(db);
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

function startMeasuring(db: Db): (attempts: number, isCommitted: boolean) => void {
  const start = performance.now();
  return (attempts, isCommitted) =>
    observers.get(db)?.((performance.now() - start) / 1000, attempts, isCommitted);
}

export type SessionRow = Selectable<Database['table_sessions']>;

/** Locks the session until the transaction ends, and returns its row. The caller must check `closed_at`. */
export async function lockSession(trx: Trx, sessionId: string): Promise<SessionRow | undefined> {
  return await trx
    .selectFrom('table_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
}

function isRepeatable(error: unknown): boolean {
  return repeatable.has(readErrorCode(error) ?? '');
}
