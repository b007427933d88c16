import { normaliseModifiers, type Item } from '#events/item.ts';
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

function inMenuOrder<Chosen extends { readonly modifierProductId: string }>(
  chosen: readonly Chosen[],
  product: Product | undefined,
): readonly Chosen[] {
  if (chosen.length < 2 || !product) return chosen;
  const order = product.modifierGroups.flatMap(({ modifiers }) => modifiers.map(({ id }) => id));
  const placeOf = ({ modifierProductId }: Chosen) => order.indexOf(modifierProductId);
  return chosen.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * An item with the names and prices that the menu gives it now, its modifiers tidied (E3) and in the menu's order.
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
    modifiers: inMenuOrder(normaliseModifiers(item.modifiers), product).map((modifier) => {
      const id = modifier.modifierProductId;
      const option =
        modifierOf(product, id) ?? seen?.modifiers.find(({ modifierProductId }) => modifierProductId === id);
      return { ...modifier, price: option?.price, name: option?.name };
    }),
  };
}
