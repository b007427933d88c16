import type { LanguageCode } from '#contract/headers.ts';
import type { Category, Menu, Product } from '#contract/merchant.ts';
import { salesUnitType } from '#contract/states.ts';
import type { Localized } from '#server/demo/menu-types.ts';
import type { Db } from '#server/store/transactions.ts';
import { inLanguage, inOtherLanguages, type StoredCategory, type StoredProduct } from './stored.ts';

/** The merchant's categories in their order. */
export async function categoryNames(
  db: Db,
  merchantId: string,
  language: LanguageCode,
): Promise<Pick<Category, 'id' | 'name'>[]> {
  const named = await namedCategories(db, merchantId);
  return named.map(({ id, name }) => ({ id, name: inLanguage(name, language) }));
}

async function namedCategories(db: Db, merchantId: string): Promise<(StoredCategory & { id: string })[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'body'])
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  return rows.map(({ id, body }) => ({ ...(JSON.parse(body) as StoredCategory), id }));
}

/** The whole menu; what is sold out stays listed. */
export async function menuOf(db: Db, merchantId: string, language: LanguageCode): Promise<Menu> {
  const named = await namedCategories(db, merchantId);
  const categories = new Map<string, Category>(
    named.map(({ id, name }) => [id, { id, ...names(name, language), products: [] }]),
  );
  const rows = await db
    .selectFrom('products')
    .select(['id', 'category_id', 'sold_out', 'body'])
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  for (const row of rows) {
    const stored = JSON.parse(row.body) as StoredProduct;
    categories
      .get(row.category_id)
      ?.products.push(product(row.id, row.category_id, row.sold_out === 1, stored, language));
  }
  return { categories: [...categories.values()] };
}

function product(
  id: string,
  categoryId: string,
  soldOut: boolean,
  stored: StoredProduct,
  language: LanguageCode,
): Product {
  return {
    id,
    categoryId,
    ...names(stored.name, language),
    description: inLanguage(stored.description, language),
    price: stored.price,
    picture: stored.picture ? pictureOf(stored.picture) : null,
    salesUnitType: salesUnitType[stored.salesUnitType],
    unitLabel: stored.unitLabel ? inLanguage(stored.unitLabel, language) : '',
    allergens: stored.allergens,
    diets: stored.diets,
    soldOut,
    modifierGroups: stored.modifierGroups.map((group) => ({
      id: group.id,
      name: inLanguage(group.name, language),
      min: group.min,
      max: group.max,
      modifiers: group.modifiers.map((modifier) => ({
        id: modifier.id,
        name: inLanguage(modifier.name, language),
        price: modifier.price,
        soldOut: modifier.soldOut ?? false,
      })),
    })),
  };
}

function names(name: Localized, language: LanguageCode): Pick<Product, 'name' | 'otherNames'> {
  return { name: inLanguage(name, language), otherNames: inOtherLanguages(name, language) };
}

function pictureOf(slug: string): { x1: string; x2: string } {
  const address = `/pictures/${encodeURIComponent(slug)}`;
  return { x1: `${address}@1x.webp`, x2: `${address}@2x.webp` };
}
