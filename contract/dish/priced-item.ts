import { tidyModifiers, type Item } from '#events/item.ts';
import type { MenuIndex } from './menu-index.ts';
import type { ModifierOption, Product } from '../calls/merchant.ts';

export function modifierOf(
  product: Product | undefined,
  modifierProductId: string,
): ModifierOption | undefined {
  return product?.modifierGroups
    .flatMap(({ modifiers }) => modifiers)
    .find(({ id }) => id === modifierProductId);
}

/** What an order's line records of a dish sold by weight: the menu may change. */
export function unitOf(product: Pick<Product, 'unitLabel'> | undefined): { unitLabel?: string } {
  return product?.unitLabel ? { unitLabel: product.unitLabel } : {};
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
