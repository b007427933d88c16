/** The demonstration restaurant with a menu of any length. */
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { createItem } from '#testing/phones/table-phone.ts';
import { merchantId } from '#testing/restaurant.ts';
import type { Item } from '#events/item.ts';

type Categories = WholeMerchant['categories'];

/**
 * Writes a menu of this many dishes by repeating those of the demo, and gives the table this id of a QR code. Returns the
 * dishes that need no choice.
 */
export async function writeLongMenu(
  db: Db,
  dishes: number,
  table: { readonly id: string; readonly qrcodeId: string },
): Promise<Item[]> {
  const operator = createAdmin({ db, now: Date.now });
  const whole = await operator.readMerchant(merchantId);
  if (!whole) throw new Error(`there is no merchant ${merchantId}`);
  const tables = whole.tables.map((each) =>
    each.id === table.id ? { ...each, qrcodeId: table.qrcodeId } : each,
  );
  await operator.writeMerchant(
    { ...whole, tables, categories: repeatDishes(whole.categories, dishes) },
    false,
  );
  const { categories } = await readWholeMenu(db, merchantId, 'en-US');
  return categories
    .flatMap(({ products }) => products)
    .filter(({ soldOut, modifierGroups }) => !soldOut && modifierGroups.length === 0)
    .map((product) => createItem(product));
}

function repeatDishes(categories: Categories, dishes: number): Categories {
  const longer: Categories = [];
  let left = dishes;
  for (let copy = 0; left > 0; copy += 1)
    for (const category of categories) {
      const products = category.products.slice(0, left).map((product) => ({
        ...product,
        id: `${copy}${product.id}`,
        name: numberName(product.name, copy),
        soldOut: false,
      }));
      left -= products.length;
      if (products.length > 0)
        longer.push({
          ...category,
          id: `${copy}${category.id}`,
          name: numberName(category.name, copy),
          products,
        });
    }
  return longer;
}

function numberName(name: Categories[number]['name'], copy: number): Categories[number]['name'] {
  return { 'en-US': `${name['en-US']} ${copy}`, 'zh-TW': `${name['zh-TW']} ${copy}` };
}
