import { demoMerchants } from '#server/demo/merchants.ts';
import type { DemoMerchant } from '#server/demo/menu-types.ts';
import type { StoredCategory, StoredMerchant, StoredProduct } from '#server/catalogue/stored.ts';
import { inTransaction, type Db, type Trx } from './transactions.ts';

/**
 * Writes the demonstration restaurants. Repeated at every start, so that a newer menu arrives; whether a product is
 * sold out is the restaurant's own word since the first time, and stays.
 */
export async function seedDemo(db: Db, merchants: readonly DemoMerchant[] = demoMerchants): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const merchant of merchants) await seedMerchant(trx, merchant);
  });
}

async function seedMerchant(trx: Trx, merchant: DemoMerchant): Promise<void> {
  const { id, tables, categories, ...body } = merchant;
  await trx
    .insertInto('merchants')
    .values({ id, body: JSON.stringify(body satisfies StoredMerchant) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ body: row.ref('excluded.body') })),
    )
    .execute();
  await trx
    .insertInto('tables')
    .values(
      tables.map((table, sort) => ({
        id: table.id,
        merchant_id: id,
        qrcode_id: table.qrcodeId,
        name: table.name,
        sort,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'id']).doUpdateSet((row) => ({
        qrcode_id: row.ref('excluded.qrcode_id'),
        name: row.ref('excluded.name'),
        sort: row.ref('excluded.sort'),
      })),
    )
    .execute();
  await trx
    .insertInto('categories')
    .values(
      categories.map(({ id: categoryId, products: _products, ...category }, sort) => ({
        id: categoryId,
        merchant_id: id,
        sort,
        body: JSON.stringify(category satisfies StoredCategory),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'id'])
        .doUpdateSet((row) => ({ sort: row.ref('excluded.sort'), body: row.ref('excluded.body') })),
    )
    .execute();
  await trx
    .insertInto('products')
    .values(
      categories.flatMap((category) =>
        category.products.map(({ id: productId, soldOut = false, ...product }, sort) => ({
          id: productId,
          merchant_id: id,
          category_id: category.id,
          sort,
          sold_out: soldOut ? 1 : 0,
          body: JSON.stringify(product satisfies StoredProduct),
        })),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'id']).doUpdateSet((row) => ({
        category_id: row.ref('excluded.category_id'),
        sort: row.ref('excluded.sort'),
        body: row.ref('excluded.body'),
      })),
    )
    .execute();
}
