import { writeMerchant } from '#server/catalogue/write-merchant.ts';
import { readDemoMerchants } from '#server/demo/restaurants.ts';
import { hasOwnMenu } from './meta.ts';
import { inTransaction, type Db } from './transactions.ts';

/**
 * Writes the demonstration restaurants. Repeated at every start, so that a newer menu arrives; whether a product is
 * sold out is the restaurant's own word since the first time, and stays. One that was imported is left alone.
 */
export async function seedDemo(db: Db, now: number): Promise<void> {
  const merchants = await readDemoMerchants();
  await inTransaction(db, async (trx) => {
    for (const merchant of merchants)
      if (!(await hasOwnMenu(trx, merchant.id)))
        await writeMerchant(trx, merchant, { keepSoldOut: true, now });
  });
}
