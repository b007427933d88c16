import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import { demoFiles, readDemoMerchant } from '#server/back-office/demo/restaurants.ts';
import { hasOwnMenu, markDemoFile, seenDemoFiles } from '#server/platform/store/meta.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';

/**
 * Imports the menu files of the demonstration that are new or have changed since the last start. Whether a product is
 * sold out is the restaurant's own word since the first time, and stays. A restaurant that has a menu of its own
 * (`import-menu`) is left alone.
 */
export async function seedDemo(db: Db, now: number): Promise<void> {
  const seen = await seenDemoFiles(db);
  for (const file of demoFiles()) {
    if (seen.get(file.name) === file.hash) continue;
    const merchant = await readDemoMerchant(file.name);
    await inTransaction(db, async (trx) => {
      if (!(await hasOwnMenu(trx, merchant.id)))
        await writeMerchant(trx, merchant, { keepSoldOut: true, now });
      await markDemoFile(trx, file);
    });
  }
}
