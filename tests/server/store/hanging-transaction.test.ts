import { setTimeout as pass } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { startTestServer, testDatabaseUrl } from '../server-under-test.ts';

// SQLite has one server, whose locks end with it.
test('PostgreSQL: a transaction of a frozen server loses its locks after 15 s, and the server goes on', async () => {
  if (testDatabaseUrl === undefined) return;
  const { db } = await startTestServer();
  const lock = sql`update merchants set body = body where id = '1001'`;
  const { rows } = await sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(db);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);

  const frozen = runInTransaction(db, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 100`.execute(trx);
    await lock.execute(trx);
    await pass(1_000);
    await lock.execute(trx);
  });
  await pass(50);
  await Promise.all([
    expect(frozen).rejects.toThrow(/terminat|not queryable/i),
    expect(runInTransaction(db, async (trx) => await lock.execute(trx))).resolves.toBeDefined(),
  ]);
  expect(await db.selectFrom('merchants').select('id').where('id', '=', '1001').execute()).toHaveLength(1);
});
