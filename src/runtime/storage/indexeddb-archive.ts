/** The archive's rows: put away in the transaction that takes them out of the log, dropped from the oldest on. */
import { promisifyRequest } from 'idb-keyval';
import { archiveBounds, bounded, partsToKeep, sizeOf } from './archive-bounds.ts';
import type { ArchivedPart } from '#sync/ports/storage.ts';
import { ownerOf, put, rowsUnder, under, type Key } from './indexeddb-rows.ts';
import { logPath } from './log-name.ts';

type ArchiveRow = Pick<ArchivedPart, 'reason' | 'summary' | 'records'>;

export async function putAway(store: IDBObjectStore, part: ArchivedPart): Promise<void> {
  if (part.records.length === 0) return;
  const kept = bounded(part);
  const { log, replicaId, reason, summary, records } = kept;
  const keyAt = (at: number): Key => ['archive', at, ...logPath(log), replicaId, sizeOf(kept).count];
  let { at } = kept;
  while ((await promisifyRequest(store.getKey([...keyAt(at)]))) !== undefined) at += 1;
  put(store, keyAt(at), { reason, summary, records } satisfies ArchiveRow);
}

/** G2: drops what is beyond the bounds; rows of logs that nobody has written to for as long go as well, and runs of then. */
export async function prune(store: IDBObjectStore, now: number): Promise<void> {
  const keys = (await promisifyRequest(store.getAllKeys(under(['archive'])))) as unknown as Key[];
  const sizes = keys.map((key) => ({ at: Number(key[1]), count: Number(key[7]) }));
  for (const key of keys.slice(0, keys.length - partsToKeep(sizes, now))) store.delete([...key]);
  for (const [key, value] of await rowsUnder(store, ['state'])) {
    const at = (value as { at?: unknown } | null)?.at;
    if (typeof at === 'number' && now - at <= archiveBounds.ageMs) continue;
    store.delete([...key]);
    store.delete(under(['batch', ...key.slice(1)]));
  }
  store.delete(IDBKeyRange.bound(['run'], ['run', now - archiveBounds.ageMs]));
}

export async function readArchive(store: IDBObjectStore): Promise<ArchivedPart[]> {
  const rows = await rowsUnder(store, ['archive']);
  return rows.flatMap(([key, value]) => {
    const row = value as Partial<ArchiveRow> | null;
    if (!row?.reason || !Array.isArray(row.records)) {
      console.warn(`cart storage: an archived part is unreadable: ${key.join(' ')}`);
      return [];
    }
    const { reason, summary = 0, records } = row;
    return [{ ...ownerOf(key, 2), at: Number(key[1]), reason, summary, records }];
  });
}
