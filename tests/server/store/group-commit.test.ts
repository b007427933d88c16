import { expect, test } from 'vitest';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();

const note = async (trx: Trx, key: string) =>
  await trx.insertInto('meta').values({ key, value: 'there' }).execute();
const readKeys = async (prefix: string) => {
  const rows = server.db.selectFrom('meta').select('key').orderBy('key');
  return (await rows.where('key', 'like', `${prefix}%`).execute()).map(({ key }) => key);
};

test('simultaneous transactions: each is all or nothing, and a failing one does not fail the others', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, (_, n) =>
      runInTransaction(server.db, async (trx) => {
        await note(trx, `many ${String(n).padStart(2, '0')} a`);
        if (n % 10 === 3) throw new Error(`no ${n}`);
        // The duplicate key fails this statement; the transaction then fails as a whole.
        if (n % 10 === 7) await note(trx, `many ${String(n).padStart(2, '0')} a`);
        await note(trx, `many ${String(n).padStart(2, '0')} b`);
        return n;
      }),
    ),
  );
  const isGood = (n: number) => n % 10 !== 3 && n % 10 !== 7;
  for (const [n, outcome] of outcomes.entries()) {
    expect(outcome.status).toBe(isGood(n) ? 'fulfilled' : 'rejected');
    if (outcome.status === 'fulfilled') expect(outcome.value).toBe(n);
  }
  const good = [...outcomes.keys()].filter(isGood).map((n) => String(n).padStart(2, '0'));
  expect(await readKeys('many')).toEqual(good.flatMap((n) => [`many ${n} a`, `many ${n} b`]));
});

test('a caller that was answered may continue at once, and finds its writes', async () => {
  const chain = async (name: string) => {
    for (let n = 0; n < 5; n += 1) {
      await runInTransaction(server.db, async (trx) => await note(trx, `chain ${name} ${n}`));
      expect(await readKeys(`chain ${name}`)).toHaveLength(n + 1);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(chain));
});
