/** D76: what was put away is packed into blocks, in the background and bit by bit, so that nothing waits for it. */
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

/** A block takes no more parts once it has so many records: reading one must block no tap. */
export const maxBlockRecords = 1_000;

/** Between two blocks, and before the first, ms: a tap and what it shows come first. */
const restMs = 2_000;

export interface ArchivePacker {
  /** There may be something to pack. */
  wake(): void;
  /** Nothing is begun any more. */
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
        console.warn('cart storage: the archive could not be packed, it stays as it is', error);
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

/** Which rows become one block each: parts of one replica that follow each other, with its last block if that has room. */
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
 * One block takes the place of these rows. Whatever happened to one of them meanwhile (another tab packed it, it was
 * dropped) leaves all as it is; a crash finds either the rows or the block.
 */
async function packRows(transact: UseStore, sources: readonly Key[]): Promise<void> {
  const rows = await transact('readonly', (store) =>
    Promise.all(sources.map(async (key) => [key, await promisifyRequest(store.get([...key]))] as const)),
  );
  const readable: Key[] = [];
  const parts: PartInBlock[] = [];
  for (const row of rows) {
    // What nobody can read stays where it is, for a program that can.
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
