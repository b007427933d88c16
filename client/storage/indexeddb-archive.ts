/**
 * The rows of the archive. A part is archived in the same transaction that removes it from the log. Later
 * `archive-packing.ts` moves it to a block together with its neighbours. The oldest rows are deleted first.
 */
import { promisifyRequest } from 'idb-keyval';
import { archiveLimits, limitPart, countPartsToKeep, getPartSize } from './archive-bounds.ts';
import type { ArchivedPart, LogKey } from '#sync/ports/storage.ts';
import { unpackBlock, type PartInBlock } from './archive-block.ts';
import { parseOwner, putRow, readRows, getKeyRange, type Key } from './indexeddb-rows.ts';
import { getLogName, getLogPath } from './log-name.ts';

type ArchiveRow = Pick<ArchivedPart, 'reason' | 'summary' | 'records'>;
type Row = readonly [Key, unknown];

/** Kinds of rows. Blocks come first: at the same time they are older than parts that are not packed yet. */
const kinds = ['block', 'archive'];

export async function archivePart(store: IDBObjectStore, part: ArchivedPart): Promise<void> {
  if (part.records.length === 0) return;
  const kept = limitPart(part);
  const { log, replicaId, reason, summary, records } = kept;
  const owner = [...getLogPath(log), replicaId];
  let { at } = kept;
  while (await isKeyTaken(store, [at, ...owner])) at += 1;
  const row: ArchiveRow = { reason, summary, records };
  putRow(store, ['archive', at, ...owner, getPartSize(kept).count], row);
}

async function isKeyTaken(store: IDBObjectStore, key: Key): Promise<boolean> {
  const rows = await Promise.all(
    kinds.map((kind) => promisifyRequest(store.count(getKeyRange([kind, ...key])))),
  );
  return rows.some((count) => count > 0);
}

/** Deletes archived rows beyond the limits, and logs and recordings that are as old. @param now ms */
export async function deleteOldRows(store: IDBObjectStore, now: number): Promise<void> {
  const keys = await listArchiveKeys(store);
  const sizes = keys.map((key) => ({ at: getArchivedAt(key), count: getRecordCount(key) }));
  for (const key of keys.slice(0, keys.length - countPartsToKeep(sizes, now))) store.delete([...key]);
  for (const [key, value] of await readRows(store, ['state'])) {
    const at = (value as { at?: unknown } | null)?.at;
    if (typeof at === 'number' && now - at <= archiveLimits.ageMs) continue;
    store.delete([...key]);
    store.delete(getKeyRange(['batch', ...key.slice(1)]));
  }
  store.delete(IDBKeyRange.bound(['run'], ['run', now - archiveLimits.ageMs]));
}

/** Returns the keys of parts and blocks, sorted by the time of their first part. */
export async function listArchiveKeys(store: IDBObjectStore): Promise<Key[]> {
  const keys = await Promise.all(
    kinds.map((kind) => promisifyRequest(store.getAllKeys(getKeyRange([kind])))),
  );
  return (keys.flat() as unknown as Key[]).sort((a, b) => getArchivedAt(a) - getArchivedAt(b));
}

/**
 * Returns rows for `readParts`. These are two functions, because a transaction would end while a block is unpacked.
 * @param logs whose rows; absent: all
 */
export async function readArchiveRows(store: IDBObjectStore, logs?: readonly LogKey[]): Promise<Row[]> {
  const names = logs && new Set(logs.map(getLogName));
  const keys = (await listArchiveKeys(store)).filter(
    (key) => !names || names.has(getLogName(parseOwner(key, 2).log)),
  );
  return await Promise.all(
    keys.map(async (key): Promise<Row> => [key, await promisifyRequest(store.get([...key]))]),
  );
}

/** Returns the parts, oldest first. A damaged row, or one of a newer program, becomes an `unreadable` part. */
export async function readParts(rows: readonly Row[]): Promise<ArchivedPart[]> {
  const parts = await Promise.all(
    rows.map(async ([key, value]) => {
      const owner = parseOwner(key, 2);
      const found = await readArchiveRow([key, value]);
      if (!found) console.warn(`cart storage: an archived part is unreadable: ${key.join(' ')}`);
      const unreadable = {
        at: getArchivedAt(key),
        reason: { why: 'unreadable' },
        summary: 0,
        records: [],
      } as const;
      return (found ?? [unreadable]).map((part): ArchivedPart => ({ ...owner, ...part }));
    }),
  );
  return parts.flat().sort((a, b) => a.at - b.at);
}

/** Returns the parts of a row, or undefined if it cannot be read. */
export async function readArchiveRow([key, value]: Row): Promise<PartInBlock[] | undefined> {
  if (isBlock(key)) return await unpackBlock(value).catch(() => undefined);
  const row = value as Partial<ArchiveRow> | null | undefined;
  if (!row?.reason || !Array.isArray(row.records)) return undefined;
  return [{ at: getArchivedAt(key), reason: row.reason, summary: row.summary ?? 0, records: row.records }];
}

export const isBlock = ([kind]: Key): boolean => kind === 'block';
/** Returns when the row's first part was archived, ms. */
export const getArchivedAt = (key: Key): number => Number(key[1]);
/** Returns the number of records that the row adds to those before it, without its summary. */
export const getRecordCount = (key: Key): number => Number(key.at(-1));
