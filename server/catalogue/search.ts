import { languageCodes, type LanguageCode } from '#contract/headers.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { matching } from '#projections/menu/menu-search.ts';
import type { Db } from '#server/store/transactions.ts';
import { menuOf } from './menu.ts';

/** Dishes that hold the words in any of the menu's languages, those in the asker's first; named in the asker's. */
export async function findProducts(
  db: Db,
  merchantId: string,
  language: LanguageCode,
  keyword: string,
): Promise<Product[]> {
  const menu = await menuOf(db, merchantId, language);
  const byId = new Map(menu.categories.flatMap(({ products }) => products.map((each) => [each.id, each])));
  const found = new Map(matching(menu, keyword).map((product) => [product.id, product]));
  for (const other of languageCodes) {
    if (other === language) continue;
    for (const { id } of matching(await menuOf(db, merchantId, other), keyword)) {
      const product = byId.get(id);
      if (product && !found.has(id)) found.set(id, product);
    }
  }
  return [...found.values()];
}
