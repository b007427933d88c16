/** Bundled into a page: the engine on the browser's database, and what is written by hand beside it. */
import { promisifyRequest } from 'idb-keyval';
import { usualSummaryAfter } from '#src/runtime/engine/engine.ts';
import { performer } from '#src/runtime/engine/perform.ts';
import { aloneTab } from '#src/runtime/tabs/tabs.ts';
import type { Input } from '#sync/ports/input.ts';
import { openPhone } from '#sync/open.ts';
import { step } from '#sync/step.ts';
import { blankState, type CartStorage, type LogKey } from '#sync/ports/storage.ts';
import { databaseName } from '#src/runtime/storage/indexeddb-connection.ts';
import { idbStorage } from '#src/runtime/storage/indexeddb-storage.ts';
import { openRaw } from '#tests/storage/raw-database.ts';
import { condensed } from '#events/condense.ts';
import { append, emptyLog, forgetCovered } from '#events/log.ts';
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
  /** Puts a log away as a table does while it is used, into an archive of its own, and packs it (D76). */
  pack(records: readonly LogRecord[], name: string): Promise<Packed>;
  /** ms to read a table's log from a database that was just opened. */
  open(): Promise<number>;
  /** ms to read the same rows by hand. */
  bareOpen(): Promise<number>;
}

export interface Packed {
  /** Bytes of the rows as JSON before, and as they lie there after. */
  readonly plain: number;
  readonly packed: number;
  /** ms to read all of it, before and after. */
  readonly readPlain: number;
  readonly readPacked: number;
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

const never = () => new Promise<void>(() => undefined);
const atOnce = () => Promise.resolve();
/** So many records go to the disk at a time. */
const batchLength = 8;

/** A database beside the others. */
function factoryOf(name: string): () => IDBFactory {
  return () => ({ open: (database: string) => indexedDB.open(`${database}-${name}`) }) as IDBFactory;
}

/** As a phone does: what is settled gives way to its summary, and the rest goes when the table is closed. */
async function putAwayBitByBit(storage: CartStorage, records: readonly LogRecord[]): Promise<void> {
  const state = blankState;
  let known = emptyLog;
  let settled = 0;
  for (let from = 0; from < records.length; from += batchLength) {
    const at = Date.now() + from;
    const batch = records.slice(from, from + batchLength);
    await storage.append(log, replicaId, { index: 2 * from, at, records: batch, state });
    const rest = forgetCovered(append(known, batch).log);
    known = rest.log;
    settled += rest.forgotten;
    if (settled < usualSummaryAfter) continue;
    settled = 0;
    const replaces = { why: 'settled' } as const;
    await storage.append(log, replicaId, {
      index: 2 * from + 1,
      at,
      records: condensed(known, at),
      state,
      replaces,
    });
  }
  await storage.archive(log, Date.now() + records.length);
}

async function archiveRows(factory: IDBFactory): Promise<{ keys: IDBValidKey[][]; values: unknown[] }> {
  const database = await openRaw(factory, databaseName);
  const range = IDBKeyRange.bound(['archive'], ['block', []]);
  const rows = database.transaction('rows').objectStore('rows');
  const [keys, values] = await Promise.all([
    promisifyRequest(rows.getAllKeys(range)),
    promisifyRequest(rows.getAll(range)),
  ]);
  // What taps write lies between the two.
  const isArchive = (_: unknown, index: number) => (keys[index] as string[])[0] !== 'batch';
  database.close();
  return { keys: (keys as IDBValidKey[][]).filter(isArchive), values: values.filter(isArchive) };
}

function sizeOf({ keys, values }: Awaited<ReturnType<typeof archiveRows>>): number {
  const bytes = (value: unknown) =>
    value instanceof Uint8Array ? value.length : new TextEncoder().encode(JSON.stringify(value)).length;
  return [...keys, ...values].reduce<number>((sum, value) => sum + bytes(value), 0);
}

async function untilPacked(factory: IDBFactory): Promise<void> {
  while ((await archiveRows(factory)).keys.some(([kind]) => kind === 'archive'))
    await new Promise((resolve) => setTimeout(resolve, 20));
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
    const storage = idbStorage(undefined, atOnce);
    const earlier = { ...log, sessionId: `earlier${events}` };
    const records = Array.from({ length: events }, () => record());
    await storage.append(earlier, replicaId, { index: 0, at: Date.now(), records, state: blankState });
    await storage.archive(earlier, Date.now());
    await untilPacked(indexedDB);
    await storage.close();
  },
  async pack(records, name) {
    const factory = factoryOf(name);
    await putAwayBitByBit(idbStorage(factory, never), records);
    const plain = sizeOf(await archiveRows(factory()));
    const readPlain = await timed(() => idbStorage(factory, never).history());
    const storage = idbStorage(factory, atOnce);
    // What a page writes first wakes the packing.
    await storage.append({ ...log, sessionId: 'next' }, replicaId, {
      index: 0,
      at: Date.now(),
      records: [],
      state: blankState,
    });
    await untilPacked(factory());
    const packed = sizeOf(await archiveRows(factory()));
    const readPacked = await timed(() => storage.history());
    await storage.close();
    return { plain, packed, readPlain, readPacked };
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
