/**
 * The stored format before this one: batches were bare lists of records, a closed log was only marked, and what had
 * diverged stood under `replaced`. Its rows are written anew first and deleted then: a page that dies in between finds
 * them again. A tab that still runs the older program may go on writing there, which is brought up at the next opening.
 */
import { promisifyRequest } from 'idb-keyval';
import { putAway } from './idb-archive.ts';
import { ownerOf, put, rowsUnder, type Key } from './idb-rows.ts';
import type { ArchivedPart, ReplicaState } from '#sync/ports/storage.ts';
import type { LogRecord } from '#events/records.ts';

export const databaseNameOfFormat1 = 'lazy-susan-carts-1';
const storeName = 'rows';

/** Moves everything over; does nothing where there is no such database. `write` runs its work in one transaction. */
export async function bringUpFormat1(
  databases: IDBFactory,
  write: (work: (store: IDBObjectStore) => Promise<void>) => Promise<void>,
): Promise<void> {
  const older = await openIfThere(databases);
  if (!older) return;
  try {
    const rows = await rowsUnder(older.transaction(storeName).objectStore(storeName), []);
    if (rows.length > 0) {
      await write(async (store) => {
        await putRows(store, rows);
        await promisifyRequest(store.transaction);
      });
      await deleteRows(older, rows);
    }
  } finally {
    older.close();
  }
}

async function putRows(store: IDBObjectStore, rows: readonly [Key, unknown][]): Promise<void> {
  const closed = new Set(rows.flatMap(([[part, ...path]]) => (part === 'closed' ? [path.join('\n')] : [])));
  const isClosed = (key: Key) => closed.has(key.slice(1, 5).join('\n'));
  const closedParts = new Map<string, ArchivedPart>();
  for (const [key, value] of rows) {
    switch (key[0]) {
      case 'state': {
        const state = value as Partial<ReplicaState> | null;
        if (isClosed(key) || !Array.isArray(state?.clock)) break;
        put(store, key, { ...state, at: state.clock[0] });
        break;
      }
      case 'batch':
        if (!Array.isArray(value)) break;
        if (isClosed(key)) gather(closedParts, key, value as LogRecord[]);
        else put(store, key, { records: value, isSummary: false });
        break;
      case 'replaced': {
        const replaced = value as Partial<Replaced> | null;
        if (!isReplaced(replaced)) {
          console.warn(`cart storage: what was replaced of ${key.join(' ')} is unreadable`);
          break;
        }
        const { at, mine, theirs, records } = replaced;
        await putAway(store, {
          ...ownerOf(key),
          at,
          reason: { why: 'diverged', mine, theirs },
          summary: 0,
          records,
        });
        break;
      }
      default:
    }
  }
  for (const part of closedParts.values()) await putAway(store, part);
}

interface Replaced {
  readonly at: number;
  readonly mine: Extract<ArchivedPart['reason'], { why: 'diverged' }>['mine'];
  readonly theirs: Extract<ArchivedPart['reason'], { why: 'diverged' }>['theirs'];
  readonly records: readonly LogRecord[];
}

function isReplaced(value: Partial<Replaced> | null): value is Replaced {
  return typeof value?.at === 'number' && Array.isArray(value.records);
}

function gather(parts: Map<string, ArchivedPart>, key: Key, records: readonly LogRecord[]): void {
  const id = key.slice(1, 6).join('\n');
  const before = parts.get(id);
  parts.set(id, {
    ...ownerOf(key),
    at: records.at(-1)?.t ?? 0,
    reason: { why: 'closed' },
    summary: 0,
    records: [...(before?.records ?? []), ...records],
  });
}

/** Only what has not changed since it was read: an older tab may write at this very moment. */
async function deleteRows(older: IDBDatabase, rows: readonly [Key, unknown][]): Promise<void> {
  const store = older.transaction(storeName, 'readwrite').objectStore(storeName);
  for (const [key, value] of rows) {
    const now: unknown = await promisifyRequest(store.get([...key]));
    if (JSON.stringify(now) === JSON.stringify(value)) store.delete([...key]);
  }
  await promisifyRequest(store.transaction);
}

/** Opening would create it; then that is undone. */
function openIfThere(databases: IDBFactory): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = databases.open(databaseNameOfFormat1);
    let isNew = false;
    request.addEventListener('upgradeneeded', () => {
      isNew = true;
      request.transaction?.abort();
    });
    request.addEventListener('error', (event) => {
      event.preventDefault();
      if (isNew) resolve(undefined);
      else reject(request.error ?? new Error('open failed'));
    });
    request.addEventListener('success', () => resolve(request.result));
  });
}
