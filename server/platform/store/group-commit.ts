/** SQLite: changes that come while one waits for the disk are committed together afterwards, each all or nothing. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { runDurably, markCacheWrites } from './transaction-cache.ts';
import { createBatcher } from './rows/batches.ts';
import type { Database } from './schema.ts';

type Write<T> = (trx: Transaction<Database>) => Promise<T>;

/** One writer. */
const limits = { most: 32, underWay: 1 };

const committed = createBatcher<Kysely<Database>, Write<unknown>, unknown>(commit, limits);

/** Runs `change` and answers when it is durable, perhaps together with others. */
export async function commitTogether<T>(db: Kysely<Database>, change: Write<T>): Promise<T> {
  return (await committed(db, change)) as T;
}

/** Rejects when nothing of it is durable: also those whose own part went well have failed. */
async function commit(
  db: Kysely<Database>,
  changes: readonly Write<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const [only] = changes;
  if (changes.length === 1) return await Promise.allSettled([runDurably(db, only!)]);
  return await runDurably(db, async (trx) => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const change of changes) outcomes.push(await inSavepoint(trx, change));
    return outcomes;
  });
}

/** Runs one change in a savepoint of its own. Rejects when the transaction as a whole is lost. */
async function inSavepoint(
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
