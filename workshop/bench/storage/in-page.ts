/** Bundled into a page: the engine on the browser's database, and what is written by hand beside it. */
import { performer } from '#src/runtime/engine/perform.ts';
import { aloneTab } from '#src/runtime/tabs/tabs.ts';
import type { Input } from '#sync/ports/input.ts';
import { openPhone } from '#sync/open.ts';
import { step } from '#sync/step.ts';
import { blankState, type LogKey } from '#sync/ports/storage.ts';
import { idbStorage } from '#src/runtime/storage/indexeddb-storage.ts';
import type { LogRecord } from '#events/records.ts';
import { itemAdded } from '#events/item-added.ts';

export interface StorageBench {
  /** ms until one event is durable, through the phone's engine. */
  ours(): Promise<number>;
  /** The same bytes, put by hand in one transaction. */
  bare(): Promise<number>;
  /** 50 taps in one go: ms until all are durable, and in how many transactions. */
  burst(): Promise<{ readonly ms: number; readonly transactions: number }>;
  /** Puts so many events away into the archive, beside a table with a few. */
  archive(events: number): Promise<void>;
  /** ms to read a table's log from a database that was just opened. */
  open(): Promise<number>;
  /** ms to read the same rows by hand. */
  bareOpen(): Promise<number>;
}

const log: LogKey = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'd1' };
const replicaId = 'bench';
const item = {
  productId: '12',
  categoryId: '3',
  name: 'Beef noodles',
  price: '12.50',
  notes: '',
  modifiers: [],
};
const tapsInBurst = 50;

let seq = 0;
function record(): LogRecord {
  seq += 1;
  const id = `${replicaId}:${seq}`;
  const fields = {
    id,
    at: [1_763_640_000_000 + seq, 0] as const,
    seen: { other: 40, third: 12 },
    userId: 'd1',
  };
  const event = itemAdded({ ...fields, userName: 'Ada' }, { lineId: id, item, quantity: 1 });
  return { t: 1_763_640_000_000 + seq, from: 'local', event };
}

/** The engine's own way to the disk: steps, and their storage effects. */
function phoneOf(session: LogKey) {
  const momentNow = () => ({
    now: Date.now(),
    uptime: performance.now(),
    chance: 0.5,
    id: String(seq),
    looking: true,
  });
  const facts = {
    log: session,
    table: { tableId: session.tableId, tableName: session.tableId },
    earlierIds: [],
    summaryAfter: Number.POSITIVE_INFINITY,
  };
  const claim = { replicaId, own: undefined, orphans: [], orphansAreDead: true };
  let state = openPhone(facts, claim, momentNow());
  const { perform, stored } = performer({
    log: session,
    storage: idbStorage(),
    transport: undefined as never,
    group: undefined,
    tabs: aloneTab(),
    now: Date.now,
    notice: () => undefined,
    dispatch: (input) => take(input),
    end: () => undefined,
  });
  const take = (input: Input) => {
    const next = step(state, input, momentNow());
    ({ state } = next);
    for (const effect of next.effects) if (effect.kind === 'store') perform(effect);
  };
  return {
    tap() {
      seq += 1;
      const author = { userId: session.userId, userName: 'Ada' };
      take({ kind: 'wish', author, command: { kind: 'add', item, quantity: 1 } });
    },
    stored,
  };
}

let transactions = 0;
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function counted(this: IDBDatabase, ...args) {
  transactions += 1;
  return begin.apply(this, args);
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const phone = phoneOf(log);
let bareRows: Promise<IDBDatabase> | undefined;

function bareDatabase(): Promise<IDBDatabase> {
  return (bareRows ??= opened('bare', (database) => database.createObjectStore('rows')));
}

function opened(name: string, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => create(request.result));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('open failed')));
  });
}

const bench: StorageBench = {
  ours: () =>
    timed(async () => {
      phone.tap();
      await phone.stored();
    }),
  async bare() {
    const database = await bareDatabase();
    const row = { records: [record()], isSummary: false };
    const state = { ...blankState, lastSeq: seq, at: Date.now() };
    return await timed(
      () =>
        new Promise((resolve) => {
          const transaction = database.transaction('rows', 'readwrite');
          transaction.addEventListener('complete', resolve);
          const store = transaction.objectStore('rows');
          store.put(state, ['state', ...Object.values(log), replicaId]);
          store.put(row, ['batch', ...Object.values(log), replicaId, seq]);
        }),
    );
  },
  async burst() {
    const before = transactions;
    const ms = await timed(async () => {
      for (let tap = 0; tap < tapsInBurst; tap += 1) phone.tap();
      await phone.stored();
    });
    return { ms, transactions: transactions - before };
  },
  async archive(events) {
    const storage = idbStorage();
    const earlier = { ...log, sessionId: `earlier${events}` };
    const records = Array.from({ length: events }, () => record());
    await storage.append(earlier, replicaId, { index: 0, at: Date.now(), records, state: blankState });
    await storage.archive(earlier, Date.now());
    await storage.close();
  },
  async open() {
    const storage = idbStorage();
    const ms = await timed(() => storage.load(log));
    await storage.close();
    return ms;
  },
  bareOpen: () =>
    timed(async () => {
      const database = await opened('lazy-susan-carts-2', () => undefined);
      const store = database.transaction('rows').objectStore('rows');
      const whole = ['state', 'batch'].map(
        (part) =>
          new Promise((resolve) => {
            const path = [part, ...Object.values(log)];
            const request = store.getAll(IDBKeyRange.bound(path, [...path, []]));
            request.addEventListener('success', () => resolve(request.result));
          }),
      );
      await Promise.all(whole);
      database.close();
    }),
};

Object.assign(globalThis, { bench });
