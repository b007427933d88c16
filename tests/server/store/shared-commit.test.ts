/** Transactions that SQLite makes durable together: nobody hears of one before it is on the disk. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '#server/platform/store/open-store.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { folderForTests } from '#tests/for-tests.ts';

const folder = folderForTests();
let db: Db;
beforeAll(async () => {
  db = await openStore({ dataDir: folder, databaseUrl: undefined });
});
afterAll(async () => {
  await db.destroy();
});

const note = async (trx: Trx, key: string) =>
  await trx.insertInto('meta').values({ key, value: 'there' }).execute();
const there = async (prefix: string) =>
  (await db.selectFrom('meta').select('key').where('key', 'like', `${prefix}%`).execute()).length;

/** What each of these comes to, all asked for at once: they go together. */
const atOnce = async (...changes: ((trx: Trx) => Promise<unknown>)[]) =>
  (await Promise.allSettled(changes.map((change) => inTransaction(db, change)))).map(({ status }) => status);

test(
  'nobody is answered before the commit: when it is lost, each of them is told',
  { timeout: 3_000 },
  async () => {
    const outcomes = await atOnce(
    (trx) => note(trx, 'lost 1'),
    async (trx) => await sql`rollback`.execute(trx),
    (trx) => note(trx, 'lost 2'),
  ); // prettier-ignore
    expect(outcomes).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await there('lost')).toBe(0);
    expect(await atOnce((trx) => note(trx, 'lost 1'))).toEqual(['fulfilled']);
  },
);

test('more than go together at once are all made durable', async () => {
  const outcomes = await atOnce(
    ...Array.from({ length: 70 }, (_, n) => (trx: Trx) => note(trx, `many ${n}`)),
  );
  expect(new Set(outcomes)).toEqual(new Set(['fulfilled']));
  expect(await there('many')).toBe(70);
});
