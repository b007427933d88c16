/** The kitchen stations of a restaurant (bar, grill, …), and the station of each dish. */
import type { Db } from '#server/platform/store/transactions.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type {
  Station,
  StationPrinter,
  StoredCategory,
  StoredMerchant,
  StoredProduct,
} from './whole-merchant.ts';

export interface Stations {
  /** Empty if the restaurant has no stations. */
  readonly all: readonly Station[];
  /**
   * Returns the id of the station: the dish's own, else its category's, else the first. A dish that is no longer on the
   * menu goes to the first, too. Empty without stations.
   */
  stationOf(dish: { readonly productId: string; readonly categoryId: string }): string;
}

/** The station whose printer also prints bills and receipts. */
export function findBillStation(stations: readonly Station[]): Station | undefined {
  return stations.find(({ printer }) => printer?.bills);
}

/** The language in which a printer writes. One without Chinese characters could not print Chinese texts. */
export function languageOf({
  charset,
  language,
}: Pick<StationPrinter, 'charset' | 'language'>): LanguageCode {
  return charset === 'latin' ? 'en-US' : language;
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
