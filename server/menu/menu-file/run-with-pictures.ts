/**
 * Runs a transaction that asks whether pictures exist. A question to the store may take seconds, so it is asked while no
 * transaction is open:
 *
 *     transaction ──► each picture is here or missing ──► commit
 *          ▲   └────► the store must be asked ──► rollback ──► ask for all of them ──┐
 *          └─────────────────────────────────────────────────────────────────────────┘
 */
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';

/** Pictures that answer at once, because they never ask the store. Only `runWithPictures` makes them. */
export interface LocalPictures extends PictureFiles {
  readonly isLocal: true;
}

/** How many pictures are fetched at once. */
const fetchedAtOnce = 20;

/** @param change may run several times, so it must touch only `trx` */
export async function runWithPictures<T>(
  { db, pictures }: { readonly db: Db; readonly pictures: PictureFiles },
  change: (trx: Trx, pictures: LocalPictures) => Promise<T>,
): Promise<T> {
  const asked = new Set<string>();
  for (;;) {
    const unknown = new Set<string>();
    const has = async (name: string) => {
      const isHere = pictures.isHere(name);
      if (isHere === undefined && !asked.has(name)) unknown.add(name);
      return Promise.resolve(isHere === true);
    };
    const local: LocalPictures = { ...pictures, has, isLocal: true };
    try {
      return await runInTransaction(db, async (trx) => {
        const value = await change(trx, local);
        if (unknown.size > 0) throw new Error('pictures must be fetched first');
        return value;
      });
    } catch (error) {
      // Without these pictures an error may be wrong, too: one of them seemed to be missing.
      if (unknown.size === 0) throw error;
    }
    await fetchAll([...unknown], pictures);
    for (const name of unknown) asked.add(name);
  }
}

async function fetchAll(names: readonly string[], pictures: PictureFiles): Promise<void> {
  for (let start = 0; start < names.length; start += fetchedAtOnce)
    await Promise.all(names.slice(start, start + fetchedAtOnce).map((name) => pictures.fetch(name)));
}
