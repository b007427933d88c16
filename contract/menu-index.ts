/** The menu by id, and what it makes of an item: one reading for the server and for the phones. */
import { tidyModifiers, type Item } from '#events/item.ts';
import type { Menu, ModifierOption, Product } from './merchant.ts';

/** A menu by product id, in one language. */
export type MenuIndex = ReadonlyMap<string, Product>;

/** An empty one as long as the menu has not come. */
export function indexMenu(menu: Menu | undefined): MenuIndex {
  if (!menu) return nothing;
  let index = indices.get(menu);
  if (!index) {
    index = new Map(
      menu.categories.flatMap(({ products }) => products.map((product) => [product.id, product] as const)),
    );
    indices.set(menu, index);
  }
  return index;
}

const nothing: MenuIndex = new Map();

/** The same menu is asked for again and again. */
const indices = new WeakMap<Menu, MenuIndex>();

/** The product's modifier of that id in any of its groups. */
export function modifierOf(
  product: Product | undefined,
  modifierProductId: string,
): ModifierOption | undefined {
  for (const { modifiers } of product?.modifierGroups ?? []) {
    const option = modifiers.find(({ id }) => id === modifierProductId);
    if (option) return option;
  }
  return undefined;
}

/**
 * An item with the names and prices that the menu gives it now, its modifiers tidied (E3).
 * @param unknown what the menu does not have (any more): named and priced `as seen` by whoever added it, or with `no
 * price`, which keeps the dish's name alone
 */
export function pricedItem(item: Item, menu: MenuIndex, unknown: 'as seen' | 'no price'): Item {
  const product = menu.get(item.productId);
  const seen = unknown === 'as seen' ? item : undefined;
  return {
    ...item,
    name: product?.name ?? item.name,
    price: product?.price ?? seen?.price,
    modifiers: tidyModifiers(item.modifiers).map((modifier) => {
      const id = modifier.modifierProductId;
      const option =
        modifierOf(product, id) ?? seen?.modifiers.find(({ modifierProductId }) => modifierProductId === id);
      return { ...modifier, price: option?.price, name: option?.name };
    }),
  };
}
