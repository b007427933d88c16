import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import { findMenuFiles, readDemoMerchant } from '#server/back-office/demo/restaurants.ts';
import { hasOwnMenu, markDemoFile, listDemoFiles } from '#server/platform/store/meta.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';

/**
 * Imports the demo menu files that are new or have changed since the last start. An import keeps which dishes are sold
 * out. It skips a restaurant whose menu was imported with `import-menu` or edited in a browser.
 */
export async function storeDemo(db: Db, now: number): Promise<void> {
  const seen = await listDemoFiles(db);
  for (const file of findMenuFiles()) {
    if (seen.get(file.name) === file.hash) continue;
    const merchant = await readDemoMerchant(file.name);
    await runInTransaction(db, async (trx) => {
      if (!(await hasOwnMenu(trx, merchant.id)))
        await writeMerchant(trx, merchant, { keepSoldOut: true, now });
      await markDemoFile(trx, file);
    });
  }
}
