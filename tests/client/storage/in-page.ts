/** The storage checks, and a storage with helpers, for the page of a real browser. */
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';
import { databaseName } from '#client/storage/indexeddb-connection.ts';
import { log, record, createState, storageChecks } from './checks.ts';
import { openRaw, openRows } from './raw-database.ts';

export interface StorageLab {
  readonly titles: readonly string[];
  /** Runs one check on an empty database; rejects when it fails. */
  run(title: string): Promise<void>;
  /** Writes records number `from` to `to` of replica r1, each with a text of `length`. */
  write(from: number, to: number, length?: number): Promise<void>;
  /** Counts the records of r1 and of the archive. */
  count(): Promise<{ stored: number; archived: number }>;
  archive(): Promise<void>;
  /** Archives parts of 64 records, one for each replica, without packing them. */
  archiveParts(count: number): Promise<void>;
  /** Starts packing; `packed` counts the parts and blocks of the archive. */
  pack(): Promise<void>;
  packed(): Promise<{ parts: number; blocks: number }>;
  /** Writes more than the disk holds and returns the kind of the failure. */
  fill(length: number): Promise<string>;
}

const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const wipe = async () => {
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name!).addEventListener('success', resolve);
    });
};

// Packing runs while the checks run, one block every few milliseconds.
const openStorage = () => createIdbStorage(undefined, () => new Promise((resolve) => setTimeout(resolve, 5)));
let storage = openStorage();
// Random text, because text that compresses well takes no room on the disk.
const createNoise = (length: number) => {
  const chunk = 65_536;
  let text = '';
  while (text.length < length)
    text += String.fromCharCode(
      ...crypto.getRandomValues(new Uint8Array(Math.min(chunk, length - text.length))),
    );
  return text;
};
const createLargeRecord = (t: number, length: number) => ({ ...record(t), note: createNoise(length) });

const lab: StorageLab = {
  titles: storageChecks.map(({ title }) => title),
  async run(title) {
    await wipe();
    storage = openStorage();
    await storageChecks
      .find((check) => check.title === title)!
      .run(storage, (actual, expected) => {
        if (toCanonicalJson(actual) !== toCanonicalJson(expected))
          throw new Error(`got ${toCanonicalJson(actual)}, not ${toCanonicalJson(expected)}`);
      });
    await storage.close();
  },
  async write(from, to, length = 0) {
    for (let index = from; index < to; index += 1)
      await storage.append(log, 'r1', {
        index,
        at: index,
        records: [createLargeRecord(index, length)],
        state: createState(index + 1),
      });
  },
  async count() {
    const [replica] = await storage.load(log);
    const parts = await storage.loadArchive();
    return {
      stored: replica?.records.length ?? 0,
      archived: parts.reduce((sum, { records }) => sum + records.length, 0),
    };
  },
  archive: () => storage.archive(log, 1, 'r1'),
  async archiveParts(count) {
    const never = createIdbStorage(undefined, () => new Promise(() => undefined));
    for (let part = 0; part < count; part += 1) {
      const records = Array.from({ length: 64 }, (_, index) => record(index));
      await never.append(log, `part${part}`, { index: 0, at: part, records, state: createState(64) });
      await never.archive(log, part, `part${part}`);
    }
    await never.close();
  },
  pack: () => storage.append(log, 'waker', { index: 0, at: 1, records: [], state: createState(1) }),
  async packed() {
    const database = await openRaw(indexedDB, databaseName);
    const keys = (await openRows(database).keys()) as string[][];
    database.close();
    const countRows = (name: string) => keys.filter(([kind]) => kind === name).length;
    return { parts: countRows('archive'), blocks: countRows('block') };
  },
  async fill(length) {
    try {
      await lab.write(1_000, 1_001, length);
      return 'written';
    } catch (error) {
      return (error as { failure?: { kind: string } }).failure?.kind ?? String(error);
    }
  },
};

(globalThis as unknown as { lab: StorageLab }).lab = lab;
