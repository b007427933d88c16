import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { StorageError } from '#sync/ports/storage.ts';
import { databaseName } from '#client/storage/indexeddb-connection.ts';
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';
import { log, other, record, createState } from './checks.ts';
import { openRaw, openRows } from './raw-database.ts';

vi.stubGlobal('IDBKeyRange', IDBKeyRange);

const batch = (index: number, t: number, at = 1) => ({
  index,
  at,
  records: [record(t)],
  state: createState(t),
});
const createStorage = () => {
  const factory = new IDBFactory();
  return { factory, storage: createIdbStorage(() => factory) };
};
const path = ['1001', '7', 's1', 'u1'];

describe('the connection to IndexedDB', () => {
  test('G3: a failed open is tried once more', async () => {
    const factory = new IDBFactory();
    let failures = 1;
    const storage = createIdbStorage(() => {
      if (failures > 0) {
        failures -= 1;
        throw new DOMException('blocked', 'UnknownError');
      }
      return factory;
    });
    expect(await storage.load(log)).toEqual([]);
  });

  test('G3: a browser that refuses gives a typed error, from every method', async () => {
    const storage = createIdbStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const calls = [
      () => storage.load(log),
      () => storage.append(log, 'r1', batch(0, 1)),
      () => storage.archive(log, 1),
      () => storage.loadArchive(),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toThrow(StorageError);
      await expect(call()).rejects.toMatchObject({ failure: { kind: 'lost', reason: 'denied' } });
    }
  });

  test('G3: a connection that another page closed (versionchange) is opened again', async () => {
    const { factory, storage } = createStorage();
    await storage.append(log, 'r1', batch(0, 1));
    await new Promise((resolve) => {
      factory.deleteDatabase(databaseName).addEventListener('success', resolve);
    });
    await storage.append(log, 'r1', batch(0, 2));
    expect(await storage.load(log)).toHaveLength(1);
  });

  test('G3: a batch that cannot be stored completely is not stored at all', async () => {
    const { storage } = createStorage();
    await storage.append(log, 'r1', batch(0, 1));
    const unstorable = { t: 2, from: 'server', accepted: { ids: [], version: () => 1 } } as never;
    await expect(
      storage.append(log, 'r1', { index: 1, at: 2, records: [unstorable], state: createState(2) }),
    ).rejects.toThrow(StorageError);
    expect(await storage.load(log)).toMatchObject([{ state: createState(1), records: [record(1)] }]);
  });
});

describe('unreadable rows', () => {
  const loadDamaged = async (key: IDBValidKey[], value: unknown) => {
    const { factory, storage } = createStorage();
    await storage.append(log, 'r1', batch(0, 1));
    await storage.append(log, 'r1', batch(1, 2));
    const database = await openRaw(factory, databaseName);
    await openRows(database).put(value, key);
    database.close();
    return await storage.load(log);
  };

  test('T1: the other records stay, and the phone does not write under their id again', async () => {
    const [replica] = await loadDamaged(['batch', ...path, 'r1', 0], 'gone');
    expect(replica).toEqual({
      replicaId: 'r1',
      state: createState(2),
      records: [record(2)],
      summary: 0,
      nextIndex: 2,
      isDamaged: true,
    });
  });

  test('T1: a replica without its state still has its records', async () => {
    const [replica] = await loadDamaged(['state', ...path, 'r1'], null);
    expect(replica).toMatchObject({ replicaId: 'r1', records: [record(1), record(2)], isDamaged: true });
  });

  test('T1: an unreadable archived part is reported', async () => {
    const { factory, storage } = createStorage();
    await storage.append(log, 'r1', batch(0, 1));
    await storage.archive(log, 1);
    const database = await openRaw(factory, databaseName);
    await openRows(database).put({}, ['archive', 2, ...path, 'r1', 7]);
    database.close();
    expect((await storage.loadArchive()).map(({ reason }) => reason.why)).toEqual(['closed', 'unreadable']);
  });
});

test('G2: rows without writes for seven days are deleted when another log is opened', async () => {
  const factory = new IDBFactory();
  const dayMs = 24 * 3_600_000;
  await createIdbStorage(() => factory).append(log, 'r1', batch(0, 1, 0));
  await createIdbStorage(() => factory).append(other, 'r2', batch(0, 1, 6 * dayMs));
  expect(await createIdbStorage(() => factory).load(log)).toHaveLength(1);
  await createIdbStorage(() => factory).append(other, 'r3', batch(0, 1, 8 * dayMs));
  expect(await createIdbStorage(() => factory).load(log)).toEqual([]);
  expect(await createIdbStorage(() => factory).load(other)).toHaveLength(2);
});

test('G2: on a full disk the archive is deleted, and the change is written', async () => {
  const { storage } = createStorage();
  await storage.append(log, 'r1', batch(0, 1));
  await storage.archive(log, 1);
  expect(await storage.loadArchive()).toHaveLength(1);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await storage.append(log, 'r2', batch(0, 2));
  full.mockRestore();
  expect(await storage.loadArchive()).toEqual([]);
  expect(await storage.load(log)).toMatchObject([{ replicaId: 'r2', records: [record(2)] }]);
});
