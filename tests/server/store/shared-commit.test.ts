/** SQLite commits several transactions together. The server answers none of them before the commit. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '#server/platform/store/open-store.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const folder = createFolderForTests();
let db: Db;
beforeAll(async () => {
  db = await openStore({ dataDir: folder, databaseUrl: undefined });
});
afterAll(async () => {
  await db.destroy();
});

const note = async (trx: Trx, key: string) =>
  await trx.insertInto('meta').values({ key, value: 'there' }).execute();
/** Starts these transactions in one turn, so that one commit covers them. */
const runTogether = async (...changes: ((trx: Trx) => Promise<unknown>)[]) =>
  (await Promise.allSettled(changes.map((change) => runInTransaction(db, change)))).map(
    ({ status }) => status,
  );

test(
  'no caller is answered before the commit; if it is lost, all are notified',
  { timeout: 3_000 },
  async () => {
    const lost = [(trx: Trx) => note(trx, 'lost 1'), (trx: Trx) => note(trx, 'lost 2')] as const;
    const outcomes = await runTogether(lost[0], async (trx) => await sql`rollback`.execute(trx), lost[1]);
    expect(outcomes).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await db.selectFrom('meta').select('key').where('key', 'like', 'lost%').execute()).toEqual([]);
    expect(await runTogether(lost[0])).toEqual(['fulfilled']);
  },
);
