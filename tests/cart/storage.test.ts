import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import type { LogRecord } from '#events/records.ts';
import { StorageError, type CartStorage, type ReplicaState } from '#src/cart/storage/cart-storage.ts';
import { idbStorage } from '#src/cart/storage/idb-storage.ts';
import { memoryStorage } from '#src/cart/storage/memory-storage.ts';

vi.stubGlobal('IDBKeyRange', IDBKeyRange);

const log = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' };
const other = { ...log, userId: 'u2' };
const state = (lastSeq: number): ReplicaState => ({
  lastSeq,
  clock: [lastSeq, 0],
  placement: null,
  successor: '',
  renamed: {},
});
const record = (t: number): LogRecord => ({ t, from: 'server', accepted: { ids: [`r:${t}`], version: t } });

const makers: [string, () => CartStorage][] = [
  ['memory', memoryStorage],
  ['IndexedDB', () => {
    const factory = new IDBFactory();
    return idbStorage(() => factory);
  }],
]; // prettier-ignore

describe.each(makers)('G3: a cart storage on %s', (_name, make) => {
  test('is empty at first', async () => expect(await make().load(log)).toEqual([]));

  test('gives back records in order, with the newest state, for that log alone', async () => {
    const storage = make();
    await storage.append(log, 'r1', { index: 0, records: [record(1), record(2)], state: state(1) });
    await storage.append(log, 'r1', { index: 2, records: [record(3)], state: state(2) });
    await storage.append(log, 'r2', { index: 0, records: [], state: state(0) });
    await storage.append(other, 'r3', { index: 0, records: [record(9)], state: state(1) });
    const replicas = [...(await storage.load(log))].sort((a, b) => (a.replicaId < b.replicaId ? -1 : 1));
    expect(replicas).toEqual([
      { replicaId: 'r1', state: state(2), records: [record(1), record(2), record(3)] },
      { replicaId: 'r2', state: state(0), records: [] },
    ]);
  });

  test('keeps ten batches and more in their order', async () => {
    const storage = make();
    for (let index = 0; index < 12; index += 1)
      await storage.append(log, 'r1', { index, records: [record(index)], state: state(index) });
    const [replica] = await storage.load(log);
    expect(replica!.records.map(({ t }) => t)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('G5: a batch that replaces everything before is all that is left', async () => {
    const storage = make();
    await storage.append(log, 'r1', { index: 0, records: [record(1)], state: state(1) });
    await storage.append(log, 'r1', { index: 1, records: [record(2)], state: state(2) });
    const view = { known: {}, waiting: [], guests: null, orderType: null, lastOrderId: null, carts: [] };
    const replaces = { at: 5, mine: view, theirs: view };
    await storage.append(log, 'r1', { index: 0, records: [record(3)], state: state(2), replaces });
    await storage.append(log, 'r1', { index: 1, records: [record(4)], state: state(3) });
    const [replica] = await storage.load(log);
    expect(replica).toEqual({ replicaId: 'r1', state: state(3), records: [record(3), record(4)] });
  });

  test('forgets a replica that was taken over, and opens no archived log', async () => {
    const storage = make();
    await storage.append(log, 'r1', { index: 0, records: [record(1)], state: state(1) });
    await storage.append(log, 'r2', { index: 0, records: [record(2)], state: state(1) });
    await storage.remove(log, 'r1');
    expect((await storage.load(log)).map(({ replicaId }) => replicaId)).toEqual(['r2']);
    await storage.archive(log);
    expect(await storage.load(log)).toEqual([]);
    await storage.close();
  });
});

describe('the connection to IndexedDB', () => {
  test('an open that failed is tried once more', async () => {
    const factory = new IDBFactory();
    let failures = 1;
    const storage = idbStorage(() => {
      if (failures > 0) {
        failures -= 1;
        throw new DOMException('blocked', 'UnknownError');
      }
      return factory;
    });
    expect(await storage.load(log)).toEqual([]);
  });

  test('a browser that refuses gives a typed error', async () => {
    const storage = idbStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await expect(storage.load(log)).rejects.toThrow(StorageError);
    await expect(storage.load(log)).rejects.toMatchObject({ failure: { kind: 'lost', reason: 'denied' } });
  });

  test('a connection that another page closed (versionchange) is opened anew', async () => {
    const factory = new IDBFactory();
    const storage = idbStorage(() => factory);
    await storage.append(log, 'r1', { index: 0, records: [record(1)], state: state(1) });
    await new Promise((resolve) => {
      factory.deleteDatabase('lazy-susan-carts-1').addEventListener('success', resolve);
    });
    await storage.append(log, 'r1', { index: 0, records: [record(2)], state: state(2) });
    expect(await storage.load(log)).toHaveLength(1);
  });
});
