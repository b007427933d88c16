/** Where each dish is made. */
import type { Db } from '#server/platform/store/transactions.ts';
import type { Station, StoredCategory, StoredMerchant, StoredProduct } from './whole-merchant.ts';

export interface Stations {
  /** As the restaurant names them; none where everything is made in one place. */
  readonly all: readonly Station[];
  /** A dish's own, else its category's, else the first; a dish that is no longer on the menu is made at the first. "": there are none. */
  stationOf(dish: { readonly productId: string; readonly categoryId: string }): string;
}

export async function stationsOf(db: Db, merchantId: string): Promise<Stations> {
  const merchant = await db
    .selectFrom('merchants')
    .select('body')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  const { stations: all = [] } = merchant ? (JSON.parse(merchant.body) as StoredMerchant) : {};
  if (all.length === 0) return { all, stationOf: () => '' };
  const of = async (table: 'categories' | 'products') => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'body'])
      .where('merchant_id', '=', merchantId)
      .execute();
    return new Map(
      rows.map(({ id, body }) => [id, (JSON.parse(body) as StoredCategory | StoredProduct).station]),
    );
  };
  const [categories, products] = await Promise.all([of('categories'), of('products')]);
  return {
    all,
    stationOf: ({ productId, categoryId }) =>
      products.get(productId) ?? categories.get(categoryId) ?? all[0]!.id,
  };
}
