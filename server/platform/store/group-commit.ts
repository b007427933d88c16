/**
 * Group commit for SQLite. While one commit waits for the disk, the changes of other requests are collected. They are then
 * committed in one transaction, each in its own savepoint, so a failed change does not affect the others.
 *
 *     change A ──► commit ───────────────►
 *     change B ──────► waits ┐            begin, savepoint B, savepoint C, commit ──►
 *     change C ─────────► waits ┘
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { runDurably, markCacheWrites } from './transaction-cache.ts';
import { createBatcher } from './rows/batches.ts';
import type { Database } from './schema.ts';

type Write<T> = (trx: Transaction<Database>) => Promise<T>;

/** SQLite allows one writer at a time. */
const limits = { most: 32, underWay: 1 };

const commitInBatch = createBatcher<Kysely<Database>, Write<unknown>, unknown>(commit, limits);

/** Runs `change`, perhaps together with others, and resolves when it is durable. */
export async function commitTogether<T>(db: Kysely<Database>, change: Write<T>): Promise<T> {
  return (await commitInBatch(db, change)) as T;
}

/** Runs the changes in one transaction. If the commit itself fails, it rejects, and all changes have failed. */
async function commit(
  db: Kysely<Database>,
  changes: readonly Write<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const [only] = changes;
  if (changes.length === 1) return await Promise.allSettled([runDurably(db, only!)]);
  return await runDurably(db, async (trx) => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const change of changes) outcomes.push(await runInSavepoint(trx, change));
    return outcomes;
  });
}

/** Runs one change in a savepoint. Rejects if the whole transaction is lost. */
async function runInSavepoint(
  trx: Transaction<Database>,
  change: Write<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  await sql`savepoint own`.execute(trx);
  const undo = markCacheWrites(trx);
  const [outcome] = await Promise.allSettled([change(trx)]);
  if (outcome.status === 'rejected') {
    undo();
    await sql`rollback to savepoint own`.execute(trx);
  }
  await sql`release savepoint own`.execute(trx);
  return outcome;
}
