import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/platform/store/schema.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { removePrinter } from './printers.ts';
import { stripSoldOut } from './sold-out.ts';
import type {
  StoredCategory,
  StoredMerchant,
  StoredProduct,
  WholeMerchant,
  WholeTable,
} from './whole-merchant.ts';

export type { WholeMerchant } from './whole-merchant.ts';

export interface MerchantRows {
  readonly merchant: Insertable<Database['merchants']> | undefined;
  readonly tables: readonly Insertable<Database['tables']>[];
  readonly categories: readonly Insertable<Database['categories']>[];
  readonly products: readonly Insertable<Database['products']>[];
}

export function toRows(whole: WholeMerchant): MerchantRows & { merchant: Insertable<Database['merchants']> } {
  const { id, tables, categories, stations, ...rest } = whole;
  const body = { ...rest, ...(stations && { stations: stations.map(removePrinter) }) };
  return {
    merchant: { id, body: JSON.stringify(body satisfies StoredMerchant) },
    tables: tables.map((table, sort) => ({
      id: table.id,
      merchant_id: id,
      qrcode_id: table.qrcodeId,
      name: table.name,
      sort,
    })),
    categories: categories.map(({ id: categoryId, products: _products, ...category }, sort) => ({
      id: categoryId,
      merchant_id: id,
      sort,
      body: JSON.stringify(category satisfies StoredCategory),
    })),
    products: categories.flatMap((category) =>
      category.products.map(({ id: productId, soldOut = false, ...product }, sort) => ({
        id: productId,
        merchant_id: id,
        category_id: category.id,
        sort,
        sold_out: soldOut ? 1 : 0,
        body: JSON.stringify(product satisfies StoredProduct),
      })),
    ),
  };
}

export function toTable({ id, name, qrcode_id }: MerchantRows['tables'][number]): WholeTable {
  return { id, name, qrcodeId: qrcode_id };
}

/**
 * Assembles a restaurant from its rows, without the sold-out marks of today. Returns undefined for an unknown restaurant.
 */
export function assembleMerchant(rows: MerchantRows): WholeMerchant | undefined {
  if (!rows.merchant) return undefined;
  return {
    ...(JSON.parse(rows.merchant.body) as StoredMerchant),
    id: rows.merchant.id,
    tables: rows.tables.map(toTable),
    categories: rows.categories.map(({ id, body }) => ({
      ...(JSON.parse(body) as StoredCategory),
      id,
      products: rows.products
        .filter(({ category_id }) => category_id === id)
        .map(({ id, body: stored }) => ({ ...stripSoldOut(JSON.parse(stored) as StoredProduct), id })),
    })),
  };
}

export async function readRows(
  trx: Trx,
  id: string,
): Promise<MerchantRows & { products: readonly Selectable<Database['products']>[] }> {
  const merchant = await trx.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst();
  const tables = trx.selectFrom('tables').selectAll().where('merchant_id', '=', id).orderBy('sort');
  const categories = trx.selectFrom('categories').selectAll().where('merchant_id', '=', id).orderBy('sort');
  const products = trx.selectFrom('products').selectAll().where('merchant_id', '=', id).orderBy('sort');
  return {
    merchant,
    tables: await tables.execute(),
    categories: await categories.execute(),
    products: await products.execute(),
  };
}
