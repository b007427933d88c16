// D66
import { expect, test } from 'vitest';
import { createTransactionCache } from '#server/platform/store/transaction-cache.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { sharedServer } from '../server-under-test.ts';

const server = sharedServer();

test('a value cached in a transaction is private until it is durable, and is dropped if the transaction fails', async () => {
  const { db } = server;
  const kept = createTransactionCache<string>(100, () => 1);
  kept.set(db, 'order', 'as it was');
  let seen: unknown[] = [];
  await runInTransaction(db, async (trx) => {
    kept.set(trx, 'order', 'as it is');
    kept.drop(trx, 'gone');
    seen = [kept.get(trx, 'order'), kept.get(db, 'order')];
    await Promise.resolve();
  });
  expect(seen).toEqual(['as it is', 'as it was']);
  expect(kept.get(db, 'order')).toBe('as it is');
  const failing = runInTransaction(db, async (trx) => {
    kept.set(trx, 'order', 'never');
    await Promise.reject(new Error('no'));
  });
  await expect(failing).rejects.toThrow('no');
  expect(kept.get(db, 'order')).toBe('as it is');
});

test('of changes that become durable together, a failing one caches nothing', async () => {
  const { db } = server;
  const kept = createTransactionCache<number>(100, () => 1);
  const seen: (number | undefined)[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      runInTransaction(db, async (trx) => {
        const before = kept.get(trx, 'last');
        kept.set(trx, 'last', n);
        if (n % 2 === 1) throw new Error(`no ${n}`);
        seen.push(before);
        await Promise.resolve();
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(seen.filter((n) => n !== undefined && n % 2 === 1)).toEqual([]);
  expect(kept.get(db, 'last')! % 2).toBe(0);
});

test('the least recently used entry is evicted first; an entry larger than the cache is not cached', () => {
  const { db } = server;
  const kept = createTransactionCache<string>(10, (value) => value.length);
  kept.set(db, 'a', 'aaaa');
  kept.set(db, 'b', 'bbbb');
  expect(kept.get(db, 'a')).toBe('aaaa');
  kept.set(db, 'c', 'cccc');
  expect([kept.get(db, 'a'), kept.get(db, 'b'), kept.get(db, 'c')]).toEqual(['aaaa', undefined, 'cccc']);
  kept.set(db, 'a', 'a'.repeat(11));
  expect(kept.get(db, 'a')).toBeUndefined();
  kept.drop(db, 'c');
  kept.set(db, 'd', 'd'.repeat(10));
  expect(kept.get(db, 'd')).toBe('d'.repeat(10));
});

test('no entry is used for longer than an hour, because another server may have removed names from it', () => {
  const { db } = server;
  let now = 0;
  const kept = createTransactionCache<string>(
    10,
    () => 1,
    () => now,
  );
  kept.set(db, 'order', 'with names');
  now = 3_600_000;
  expect(kept.get(db, 'order')).toBe('with names');
  now += 1;
  expect(kept.get(db, 'order')).toBeUndefined();
});
