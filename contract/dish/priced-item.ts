import { normaliseModifiers, type Item } from '#events/item.ts';
import type { MenuIndex } from './menu-index.ts';
import type { ModifierOption, Product } from '../calls/merchant.ts';

export function readModifier(
  product: Product | undefined,
  modifierProductId: string,
): ModifierOption | undefined {
  return product?.modifierGroups
    .flatMap(({ modifiers }) => modifiers)
    .find(({ id }) => id === modifierProductId);
}

/** What an order line records about a dish sold by weight, because the menu may change later. */
export function readUnit(product: Pick<Product, 'unitLabel'> | undefined): { unitLabel?: string } {
  return product?.unitLabel ? { unitLabel: product.unitLabel } : {};
}

/** What an order line records about the taxes of a dish and of its chosen options. */
export function listTaxIds(
  product: Product | undefined,
  { modifiers }: Pick<Item, 'modifiers'>,
): { taxId?: string; optionTaxIds?: Record<string, string> } {
  const ofOptions = modifiers.flatMap(({ modifierProductId: id }): [string, string][] => {
    const taxId = readModifier(product, id)?.taxId;
    return taxId === undefined ? [] : [[id, taxId]];
  });
  return {
    ...(product?.taxId !== undefined && { taxId: product.taxId }),
    ...(ofOptions.length > 0 && { optionTaxIds: Object.fromEntries(ofOptions) }),
  };
}

function sortByMenu<Chosen extends { readonly modifierProductId: string }>(
  chosen: readonly Chosen[],
  product: Product | undefined,
): readonly Chosen[] {
  if (chosen.length < 2 || !product) return chosen;
  const order = product.modifierGroups.flatMap(({ modifiers }) => modifiers.map(({ id }) => id));
  const placeOf = ({ modifierProductId }: Chosen) => order.indexOf(modifierProductId);
  return chosen.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Returns an item with its names and prices on the current menu. Modifiers are normalised and in the menu's order.
 *
 * @param unknown how to treat products that are no longer on the menu: with name and price `as seen` by the diner who
 *   added them, or with `no price` and only the dish's name
 */
export function applyMenuPrice(item: Item, menu: MenuIndex, unknown: 'as seen' | 'no price'): Item {
  const product = menu.get(item.productId);
  const seen = unknown === 'as seen' ? item : undefined;
  return {
    ...item,
    name: product?.name ?? item.name,
    price: product?.price ?? seen?.price,
    modifiers: sortByMenu(normaliseModifiers(item.modifiers), product).map((modifier) => {
      const id = modifier.modifierProductId;
      const option =
        readModifier(product, id) ??
        seen?.modifiers.find(({ modifierProductId }) => modifierProductId === id);
      return { ...modifier, price: option?.price, name: option?.name };
    }),
  };
}
