import { expect, test } from 'vitest';
import { findCachedLog, cacheLog } from '#server/ordering/cart/log/log-cache.ts';
import { createEmptyLog, type SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import type { Db } from '#server/platform/store/transactions.ts';

const createSized = (sessionId: string, version: number, bytes: number): SessionLog => ({
  ...createEmptyLog(sessionId),
  version,
  bytes,
});

test('the cache holds the most recently used sessions, and the newest log of each', () => {
  const db = {} as Db;
  const listCachedVersions = () => ['a', 'b', 'c'].map((id) => findCachedLog(db, id)?.version);
  cacheLog(db, createSized('a', 1, 40), 100);
  cacheLog(db, createSized('b', 1, 40), 100);
  cacheLog(db, createSized('a', 2, 50), 100);
  cacheLog(db, createSized('a', 1, 10), 100);
  expect(listCachedVersions()).toEqual([2, 1, undefined]);
  cacheLog(db, createSized('c', 1, 20), 100);
  expect(listCachedVersions(), 'the least recently used entry goes').toEqual([2, undefined, 1]);
  cacheLog(db, createSized('c', 2, 200), 100);
  expect(listCachedVersions(), 'an entry larger than the cache stays alone').toEqual([
    undefined,
    undefined,
    2,
  ]);
  cacheLog(db, createSized('b', 3, 100), 100);
  expect(listCachedVersions()).toEqual([undefined, 3, undefined]);
});
