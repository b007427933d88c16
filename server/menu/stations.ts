/** The kitchen stations of a restaurant (bar, grill, …), and the station of each dish. */
import type { Db } from '#server/platform/store/transactions.ts';
import type { Station, StoredCategory, StoredMerchant, StoredProduct } from './whole-merchant.ts';

export interface Stations {
  /** Empty if the restaurant has no stations. */
  readonly all: readonly Station[];
  /**
   * Returns the id of the station: the dish's own, else its category's, else the first. A dish that is no longer on the
   * menu goes to the first, too. Empty without stations.
   */
  stationOf(dish: { readonly productId: string; readonly categoryId: string }): string;
}

export async function readStations(db: Db, merchantId: string): Promise<Stations> {
  const merchant = await db
    .selectFrom('merchants')
    .select('body')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  const { stations: all = [] } = merchant ? (JSON.parse(merchant.body) as StoredMerchant) : {};
  if (all.length === 0) return { all, stationOf: () => '' };
  const readStationsOf = async (table: 'categories' | 'products') => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'body'])
      .where('merchant_id', '=', merchantId)
      .execute();
    return new Map(
      rows.map(({ id, body }) => [id, (JSON.parse(body) as StoredCategory | StoredProduct).station]),
    );
  };
  const [categories, products] = await Promise.all([
    readStationsOf('categories'),
    readStationsOf('products'),
  ]);
  return {
    all,
    stationOf: ({ productId, categoryId }) =>
      products.get(productId) ?? categories.get(categoryId) ?? all[0]!.id,
  };
}
