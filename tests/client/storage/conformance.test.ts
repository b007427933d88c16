import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import type { CartStorage } from '#sync/ports/storage.ts';
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { storageChecks } from './checks.ts';

vi.stubGlobal('IDBKeyRange', IDBKeyRange);

const makers: [string, () => CartStorage][] = [
  ['memory', createMemoryStorage],
  ['IndexedDB in Node', () => {
    const factory = new IDBFactory();
    return createIdbStorage(() => factory);
  }],
  ['IndexedDB that packs its archive without a rest', () => {
    const factory = new IDBFactory();
    return createIdbStorage(() => factory, () => Promise.resolve());
  }],
]; // prettier-ignore

describe.each(makers)('a cart storage on %s', (_name, make) => {
  test.each(storageChecks)('$title', async ({ run }) => {
    const storage = make();
    await run(storage, (actual, expected) => expect(actual).toEqual(expected));
    await storage.close();
  });
});
