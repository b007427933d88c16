/**
 * Packs archived parts into compressed blocks, in the background.
 *
 *   wake ──► pause ──► list keys ──► for each group of rows: pack one block, pause ──► sleep, or again if woken meanwhile
 *
 * The work is done in small steps with pauses, so that a tap never waits for it.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import { canPack, packBlock, type PartInBlock } from './archive-block.ts';
import {
  listArchiveKeys,
  readArchiveRow,
  getRecordCount,
  isBlock,
  getArchivedAt,
} from './indexeddb-archive.ts';
import { putRow, type Key } from './indexeddb-rows.ts';

/** The most records of a block with several parts. Reading a larger one would delay a tap. */
export const maxBlockRecords = 1_000;

/** The pause before each block, ms. */
const restMs = 2_000;

export interface ArchivePacker {
  /** Call this when parts may have been archived. */
  wake(): void;
  /** Prevents further steps. A step under way is completed. */
  stop(): void;
}

/** @param rest resolves when the next block may be packed */
export function createArchivePacker(
  transact: UseStore,
  rest: () => Promise<void> = restBetweenBlocks,
): ArchivePacker {
  let [isAwake, isStopped, isAsked] = [false, !canPack(), false];
  const pack = async () => {
    isAwake = true;
    while (isAsked && !isStopped) {
      isAsked = false;
      await rest();
      if (isStopped) return;
      for (const sources of await transact('readonly', async (store) =>
        groupRowsToPack(await listArchiveKeys(store)),
      )) {
        if (isStopped) return;
        await packRows(transact, sources);
        await rest();
      }
    }
    isAwake = false;
  };
  return {
    wake() {
      isAsked = true;
      if (isAwake || isStopped) return;
      pack().catch((error: unknown) => {
        isAwake = false;
        console.warn('cart storage: the archive could not be packed, it stays unpacked', error);
      });
    },
    stop() {
      isStopped = true;
    },
  };
}

function restBetweenBlocks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}

/**
 * Groups rows that become one block each: consecutive parts of one replica, with its last block if that has room.
 * Returns no group that is only a block.
 */
export function groupRowsToPack(keys: readonly Key[]): readonly (readonly Key[])[] {
  const groups = new Map<string, { sources: Key[]; count: number }[]>();
  for (const key of keys) {
    const owner = JSON.stringify(key.slice(2, -1));
    const own = groups.get(owner) ?? [];
    groups.set(owner, own);
    const last = own.at(-1);
    if (last && last.count + getRecordCount(key) <= maxBlockRecords) {
      last.sources.push(key);
      last.count += getRecordCount(key);
    } else own.push({ sources: [key], count: getRecordCount(key) });
  }
  return [...groups.values()]
    .flat()
    .map(({ sources }) => sources)
    .filter((sources) => !sources.every(isBlock));
}

/**
 * Replaces these rows by one block, in one transaction. If another tab has packed or deleted one of them meanwhile, nothing
 * changes.
 */
async function packRows(transact: UseStore, sources: readonly Key[]): Promise<void> {
  const rows = await transact('readonly', (store) =>
    Promise.all(sources.map(async (key) => [key, await promisifyRequest(store.get([...key]))] as const)),
  );
  const readable: Key[] = [];
  const parts: PartInBlock[] = [];
  for (const row of rows) {
    // Unreadable rows stay. A newer program may be able to read them.
    const content = await readArchiveRow(row);
    if (!content) continue;
    readable.push(row[0]);
    parts.push(...content);
  }
  if (readable.every(isBlock)) return;
  const block = await packBlock(parts);
  const count = readable.reduce((sum, key) => sum + getRecordCount(key), 0);
  const [first] = readable as [Key];
  await transact('readwrite', async (store) => {
    const found = await Promise.all(readable.map((key) => promisifyRequest(store.getKey([...key]))));
    if (found.includes(undefined)) return;
    for (const key of readable) store.delete([...key]);
    putRow(store, ['block', getArchivedAt(first), ...first.slice(2, -1), count], block);
    await promisifyRequest(store.transaction);
  });
}
