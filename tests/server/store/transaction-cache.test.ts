import { expect, test } from 'vitest';
import { createTransactionCache } from '#server/platform/store/transaction-cache.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();

test('a value cached in a transaction is private until it is durable, and is dropped if the transaction fails', async () => {
  const { db } = server;
  const cache = createTransactionCache<string>(100, () => 1);
  cache.set(db, 'order', 'as it was');
  let seen: unknown[] = [];
  await runInTransaction(db, async (trx) => {
    cache.set(trx, 'order', 'as it is');
    cache.drop(trx, 'gone');
    seen = [cache.get(trx, 'order'), cache.get(db, 'order')];
    await Promise.resolve();
  });
  expect(seen).toEqual(['as it is', 'as it was']);
  expect(cache.get(db, 'order')).toBe('as it is');
  const failing = runInTransaction(db, async (trx) => {
    cache.set(trx, 'order', 'never');
    await Promise.reject(new Error('no'));
  });
  await expect(failing).rejects.toThrow('no');
  expect(cache.get(db, 'order')).toBe('as it is');
});

test('of changes that become durable together, a failing one caches nothing', async () => {
  const { db } = server;
  const cache = createTransactionCache<number>(100, () => 1);
  const seen: (number | undefined)[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      runInTransaction(db, async (trx) => {
        const before = cache.get(trx, 'last');
        cache.set(trx, 'last', n);
        if (n % 2 === 1) throw new Error(`no ${n}`);
        seen.push(before);
        await Promise.resolve();
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(seen.filter((n) => n !== undefined && n % 2 === 1)).toEqual([]);
  expect(cache.get(db, 'last')! % 2).toBe(0);
});

test('the least recently used entry is evicted first; an entry larger than the cache is not cached', () => {
  const { db } = server;
  const cache = createTransactionCache<string>(10, (value) => value.length);
  cache.set(db, 'a', 'aaaa');
  cache.set(db, 'b', 'bbbb');
  expect(cache.get(db, 'a')).toBe('aaaa');
  cache.set(db, 'c', 'cccc');
  expect([cache.get(db, 'a'), cache.get(db, 'b'), cache.get(db, 'c')]).toEqual(['aaaa', undefined, 'cccc']);
  cache.set(db, 'a', 'a'.repeat(11));
  expect(cache.get(db, 'a')).toBeUndefined();
  cache.drop(db, 'c');
  cache.set(db, 'd', 'd'.repeat(10));
  expect(cache.get(db, 'd')).toBe('d'.repeat(10));
});

test('no entry is used for longer than an hour, because another server may have removed names from it', () => {
  const { db } = server;
  let now = 0;
  const cache = createTransactionCache<string>(
    10,
    () => 1,
    () => now,
  );
  cache.set(db, 'order', 'with names');
  now = 3_600_000;
  expect(cache.get(db, 'order')).toBe('with names');
  now += 1;
  expect(cache.get(db, 'order')).toBeUndefined();
});
