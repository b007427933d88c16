import * as fc from 'fast-check';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LogRecord } from '#events/records/records.ts';
import type { ArchivedPart, CartStorage } from '#sync/ports/storage.ts';
import { loadPhoneLogs } from '#client/logs/phone-logs.ts';
import { packBlock, unpackBlock, type PartInBlock } from '#client/storage/archive-block.ts';
import { maxBlockRecords } from '#client/storage/archive-packing.ts';
import { databaseName } from '#client/storage/indexeddb-connection.ts';
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';
import { runs } from '../../properties/for-all.ts';
import { logRecords } from '../../properties/log-records.ts';
import { batch, log, other, record, createState } from './checks.ts';
import { openRaw, openRows } from './raw-database.ts';

vi.stubGlobal('IDBKeyRange', IDBKeyRange);
afterEach(() => {
  vi.restoreAllMocks();
});

const path = ['1001', '7', 's1', 'u1'];
const stable = { why: 'settled' } as const;
const resolveAtOnce = () => Promise.resolve();
const waitForever = () => new Promise<void>(() => undefined);

const createRecords = (from: number, count: number): LogRecord[] =>
  Array.from({ length: count }, (_, index) => record(from + index));

/** The archive of an app version that packed nothing. Each part has 64 records after the summary of the part before. */
async function writeUnpackedArchive(factory: IDBFactory, count: number, replicaId = 'r1'): Promise<void> {
  const storage = createIdbStorage(() => factory, waitForever);
  for (let part = 1; part <= count; part += 1) {
    const batch = { at: part, state: createState(1) };
    await storage.append(log, replicaId, {
      ...batch,
      index: 2 * part,
      records: createRecords(part * 64, 64),
    });
    if (part === count) await storage.archive(log, part, replicaId);
    else
      await storage.append(log, replicaId, {
        ...batch,
        index: 2 * part + 1,
        records: [record(part)],
        replaces: stable,
      });
  }
  await storage.close();
}

async function readKeys(factory: IDBFactory): Promise<IDBValidKey[][]> {
  const database = await openRaw(factory, databaseName);
  const found = (await openRows(database).keys()) as IDBValidKey[][];
  database.close();
  return found;
}

async function putRaw(factory: IDBFactory, value: unknown, key: IDBValidKey[]): Promise<void> {
  const database = await openRaw(factory, databaseName);
  await openRows(database).put(value, key);
  database.close();
}

const readKinds = async (factory: IDBFactory) => (await readKeys(factory)).map(([kind]) => kind);

/** A page that packs. Its first write starts the packing. */
async function openStorage(factory: IDBFactory, rest = resolveAtOnce): Promise<CartStorage> {
  const storage = createIdbStorage(() => factory, rest);
  await storage.append(other, 'waker', batch());
  return storage;
}

const waitUntilPacked = (factory: IDBFactory) =>
  vi.waitFor(async () => expect(await readKinds(factory)).not.toContain('archive'));

const texts = [
  'r1:5',
  'r1:0',
  'r1:007',
  'r1:-3',
  'r1:99999999999999999999',
  ':1',
  'r2:8\n',
  '#r1:1',
  '=1',
  '',
  '文:3',
];
// Adding 0 turns -0 into 0, because JSON has no -0.
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => value + 0);

describe('a block', () => {
  const part: fc.Arbitrary<PartInBlock> = fc.record({
    at: fc.nat(),
    reason: fc.constantFrom<ArchivedPart['reason']>(
      { why: 'settled' },
      { why: 'closed' },
      // A reason of a later app version.
      { why: 'moved', to: '少' } as never,
    ),
    summary: fc.nat(9),
    records: fc.oneof(
      logRecords,
      // Values in the form in which blocks store differences.
      fc
        .array(fc.record({ id: fc.constantFrom(...texts), n: number }))
        .map((values) => values as unknown as LogRecord[]),
      fc.array(fc.jsonValue()).map((values) => JSON.parse(JSON.stringify(values)) as LogRecord[]),
    ),
  });

  test('returns any parts, with unknown types and fields', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        expect(await unpackBlock(await packBlock(parts))).toEqual(parts);
      }),
      { numRuns: Math.ceil(runs.numRuns / 20) },
    );
  });

  test('of version 1 stays readable for ever', async () => {
    const folder = new URL('golden/', import.meta.url);
    const expected = JSON.parse(readFileSync(new URL('block-v1.json', folder), 'utf8')) as PartInBlock[];
    const bytes = new Uint8Array(readFileSync(new URL('block-v1.bin', folder)));
    expect(await unpackBlock(bytes)).toEqual(expected);
    expect((await packBlock(expected))[0]).toBe(bytes[0]);
  });

  test('is rejected with a byte changed, a byte missing, or no bytes', async () => {
    const block = await packBlock([{ at: 1, reason: stable, summary: 0, records: createRecords(0, 20) }]);
    const changed = block.map((byte, index) => (index === 40 ? byte ^ 8 : byte));
    for (const broken of [changed, block.slice(0, -1), block.slice(0, 1), new Uint8Array(), 'text', null])
      await expect(unpackBlock(broken)).rejects.toThrow();
  });
});

describe('the archive', () => {
  test('of an older version is packed, a replica’s parts together, and reads as before', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 20);
    await writeUnpackedArchive(factory, 2, 'r2');
    const before = await createIdbStorage(() => factory, waitForever).loadArchive();
    const storage = await openStorage(factory);
    await waitUntilPacked(factory);
    expect(before).toHaveLength(22);
    expect(await storage.loadArchive()).toEqual(before);
    const blocks = (await readKeys(factory)).filter(([kind]) => kind === 'block');
    const inFirst = Math.floor(maxBlockRecords / 64);
    expect(blocks.map((key) => [key[1], key.at(-2), key.at(-1)])).toEqual([
      [1, 'r1', inFirst * 64],
      [1, 'r2', 2 * 64],
      [inFirst + 1, 'r1', (20 - inFirst) * 64],
    ]);
  });

  test('fills the last block before starting a new one', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 3);
    const storage = await openStorage(factory);
    await waitUntilPacked(factory);
    for (let round = 0; round < 3; round += 1) {
      await storage.append(log, 'r1', batch({ at: 20 + round, records: createRecords(300, 65) }));
      await storage.archive(log, 20 + round, 'r1');
      await waitUntilPacked(factory);
    }
    const parts = await storage.loadArchive();
    expect(parts.map(({ at }) => at)).toEqual([1, 2, 3, 20, 21, 22]);
    expect((await readKinds(factory)).filter((kind) => kind === 'block')).toHaveLength(1);
  });

  test('is packed one block at a time, each after a pause', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 2, 'r1');
    await writeUnpackedArchive(factory, 2, 'r2');
    let go: () => void = () => undefined;
    const waitForGo = () => new Promise<void>((resolve) => (go = resolve));
    await openStorage(factory, waitForGo);
    expect(await readKinds(factory)).not.toContain('block');
    go();
    await vi.waitFor(async () => expect(await readKinds(factory)).toContain('block'));
    expect(await readKinds(factory)).toContain('archive');
    go();
    await waitUntilPacked(factory);
  });

  test('keeps its parts if a transaction fails half-way, and packs them another time', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 4);
    const before = await createIdbStorage(() => factory, waitForever).loadArchive();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const real = IDBObjectStore.prototype.put;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value,
      key,
    ) {
      // The transaction has deleted the parts before this write.
      if (value instanceof Uint8Array) throw new DOMException('full', 'QuotaExceededError');
      return real.call(this, value, key);
    });
    await openStorage(factory);
    await vi.waitFor(() => expect(String(warned.mock.calls)).toContain('could not be packed'));
    put.mockRestore();
    expect(await readKinds(factory)).not.toContain('block');
    expect(await createIdbStorage(() => factory, waitForever).loadArchive()).toEqual(before);
    const storage = await openStorage(factory);
    await waitUntilPacked(factory);
    expect(await storage.loadArchive()).toEqual(before);
  });

  test('loses and doubles nothing when two tabs pack at once', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 30);
    const before = await createIdbStorage(() => factory, waitForever).loadArchive();
    const tabs = await Promise.all([openStorage(factory), openStorage(factory), openStorage(factory)]);
    await waitUntilPacked(factory);
    for (const tab of tabs) expect(await tab.loadArchive()).toEqual(before);
  });

  test('does not restore parts that were deleted during packing', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 4);
    const real = globalThis.CompressionStream;
    const dropAll = () =>
      createIdbStorage(() => factory, waitForever).append(
        other,
        'r9',
        batch({ index: 9, at: 30 * 24 * 3_600_000, records: [record(1)], replaces: stable }),
      );
    vi.stubGlobal(
      'CompressionStream',
      class {
        readonly writable: WritableStream;
        readonly readable: ReadableStream;
        constructor(format: CompressionFormat) {
          const { writable, readable } = new TransformStream({ start: dropAll });
          this.writable = writable;
          this.readable = readable.pipeThrough(new real(format));
        }
      },
    );
    const storage = await openStorage(factory);
    await waitUntilPacked(factory);
    vi.stubGlobal('CompressionStream', real);
    // The packing under way ends in this time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await readKinds(factory)).not.toContain('block');
    await storage.close();
  });

  test('keeps and reports unreadable parts and those of a newer program; the rest is packed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 3);
    await putRaw(factory, Uint8Array.of(2, 1, 2, 3), ['block', 5, ...path, 'r1', 64]);
    await putRaw(factory, Uint8Array.of(1, 31, 139, 8), ['block', 6, ...path, 'rx', 64]);
    await putRaw(factory, 'gone', ['archive', 7, ...path, 'r1', 64]);
    await putRaw(factory, { reason: stable, summary: 2, records: createRecords(500, 10) }, [
      'archive',
      8,
      ...path,
      'r1',
      8,
    ]);
    const storage = await openStorage(factory);
    await vi.waitFor(async () => {
      const plain = (await readKeys(factory)).filter(([kind]) => kind === 'archive');
      expect(plain.map(([, at]) => at)).toEqual([7]);
    });
    const parts = await storage.loadArchive();
    expect(parts.map(({ at, reason, records }) => [at, reason.why, records.length])).toEqual([
      [1, 'settled', 64],
      [2, 'settled', 65],
      [3, 'takenOver', 65],
      [5, 'unreadable', 0],
      [6, 'unreadable', 0],
      [7, 'unreadable', 0],
      [8, 'settled', 10],
    ]);
    const [own, lost] = await loadPhoneLogs(storage, []);
    // The summary after the gap replaces the lost records.
    expect(own).toMatchObject({ replicaId: 'r1', isPartial: true });
    expect(own!.records.slice(-10)).toEqual(createRecords(500, 10));
    expect(lost).toMatchObject({ replicaId: 'rx', isPartial: true, records: [] });
  });

  test('stays as it is in a browser without compression', async () => {
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 2);
    const real = globalThis.CompressionStream;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    const storage = await openStorage(factory);
    await new Promise((resolve) => setTimeout(resolve, 50));
    vi.stubGlobal('CompressionStream', real);
    expect(await readKinds(factory)).not.toContain('block');
    expect(await storage.loadArchive()).toHaveLength(2);
  });

  test('G2: counts blocks as the parts in them', async () => {
    const factory = new IDBFactory();
    const storage = createIdbStorage(() => factory, resolveAtOnce);
    for (let round = 0; round < 8; round += 1) {
      await storage.append(log, `r${round}`, batch({ at: round, records: createRecords(0, 900) }));
      await storage.archive(log, round, `r${round}`);
      await waitUntilPacked(factory);
    }
    expect((await storage.loadArchive()).map(({ at }) => at)).toEqual([3, 4, 5, 6, 7]);
    await storage.append(other, 'r', batch({ at: 8 * 24 * 3_600_000, replaces: stable })); // prettier-ignore
    expect(await storage.loadArchive()).toEqual([]);
  });

  test('returns the requested logs, and no other', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const factory = new IDBFactory();
    await writeUnpackedArchive(factory, 2);
    await putRaw(factory, 'never read', ['block', 1, ...path.slice(0, 3), 'u2', 'r1', 64]);
    expect(await createIdbStorage(() => factory, waitForever).loadArchive([log])).toHaveLength(2);
    expect(warned).not.toHaveBeenCalled();
  });
});
