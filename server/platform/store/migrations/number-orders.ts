import { sql } from 'kysely';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { orderIndexes } from './tables.ts';
import { runInTransaction, isPostgres, type Db } from '../transactions.ts';

/** The wait before another attempt, in ms. */
const lookEveryMs = 60_000;
/** The number of orders in a transaction. New orders of the same restaurant wait for it. */
const usualBatch = 500;
/** The number of PostgreSQL's advisory lock, so that only one server does the work. */
const lockKey = 22;

/**
 * Numbers the changes of old orders in the background, while servers keep running. Returns undefined on SQLite, where the
 * migration does it.
 */
export function startNumberingOrders(db: Db, onError: (error: unknown) => void) {
  if (!isPostgres(db)) return undefined;
  let isDone = false;
  let isClosed = false;
  const work = startWork({
    once: async () => {
      if (!isDone) isDone = await finishNumbering(db, { isClosed: () => isClosed });
      return 0;
    },
    lookEveryMs,
    onError,
  });
  work.wake();
  return {
    async close(): Promise<void> {
      isClosed = true;
      await work.close();
    },
  };
}

/** Continues where the last attempt stopped. @returns whether all orders are numbered */
export async function finishNumbering(
  db: Db,
  { isClosed = () => false, batch = usualBatch }: { isClosed?: () => boolean; batch?: number } = {},
): Promise<boolean> {
  if (!(await createIndexes(db))) return false;
  const merchants = await db.selectFrom('merchants').select('id').orderBy('id').execute();
  let isAll = true;
  for (const { id } of merchants) {
    while ((await numberBatch(db, id, batch)) > 0) if (isClosed()) return false;
    // An order that another transaction was changing was skipped.
    const left = db.selectFrom('orders').select('id').where('merchant_id', '=', id);
    isAll &&= (await left.where('change_no', 'is', null).limit(1).execute()).length === 0;
  }
  return isAll;
}

/** Creates the indexes without blocking writes. @returns false if another server is doing it */
async function createIndexes(db: Db): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    const lock = sql<{ isMine: boolean }>`select pg_try_advisory_lock(${lockKey}) as "isMine"`;
    if (!(await lock.execute(connection)).rows[0]?.isMine) return false;
    try {
      for (const { name, columns } of orderIndexes) {
        const { rows } = await sql<{ valid: boolean }>`
          select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(
          connection,
        );
        if (rows[0]?.valid) continue;
        // An interrupted creation leaves an invalid index behind.
        await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(connection);
        await sql`create index concurrently ${sql.ref(name)} on orders (${sql.raw(columns)})`.execute(
          connection,
        );
      }
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
}

/** Writes the rows unchanged, which makes the database's trigger number them. @returns how many */
async function numberBatch(db: Db, merchantId: string, batch: number): Promise<number> {
  return await runInTransaction(db, async (trx) => {
    const some = trx
      .selectFrom('orders')
      .select('id')
      .where('merchant_id', '=', merchantId)
      .where('change_no', 'is', null)
      .orderBy('updated_at')
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked();
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set(({ ref }) => ({ row_version: ref('row_version') }))
      .where('id', 'in', some)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}
