/** Decides whether a dish of an earlier round can be ordered again with the same options, and at which price. */
import type { PlacedItem } from '#contract/order-fields.ts';
import type { Product } from '#contract/calls/merchant.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { readModifier, applyMenuPrice } from '#contract/dish/priced-item.ts';
import type { Item } from '#events/item.ts';
import { compareAmounts, calculateLineAmount, type Amount } from '#projections/bill/money.ts';

export type Again =
  | {
      readonly kind: 'same';
      readonly item: Item;
      /** The price of one piece now; undefined if it has not changed. */
      readonly newPrice: Amount | undefined;
    }
  /** The restaurant has changed the options, so the diner must choose again. */
  | { readonly kind: 'choose'; readonly productId: string }
  | { readonly kind: 'soldOut'; readonly product: Product }
  /** The dish is off the menu, or the menu has not loaded. */
  | { readonly kind: 'gone' };

export function planOrderAgain(line: PlacedItem, menu: MenuIndex): Again {
  const product = menu.get(line.productId);
  if (!product) return { kind: 'gone' };
  if (product.soldOut) return { kind: 'soldOut', product };
  const was = toItem(line);
  const { modifiers } = was;
  const isChosen = (id: string) => modifiers.some((each) => each.modifierProductId === id);
  const isOffered = modifiers.every(({ modifierProductId }) => {
    const option = readModifier(product, modifierProductId);
    return option !== undefined && !option.soldOut;
  });
  const isComplete = product.modifierGroups.every(({ min, max, modifiers: options }) => {
    const chosen = options.filter(({ id }) => isChosen(id)).length;
    return chosen >= min && chosen <= max;
  });
  if (!isOffered || !isComplete) return { kind: 'choose', productId: product.id };
  const item = { ...applyMenuPrice(was, menu, 'no price'), categoryId: product.categoryId };
  const price = calculateLineAmount(item, 1, menu.places);
  const isSame =
    line.price === undefined || compareAmounts(price, calculateLineAmount(was, 1, menu.places)) === 0;
  return { kind: 'same', item, newPrice: isSame ? undefined : price };
}

function toItem({ productId, categoryId, notes, price, name, orderItemModifiers }: PlacedItem): Item {
  const modifiers = orderItemModifiers.filter(({ quantity }) => quantity > 0);
  return {
    productId,
    categoryId,
    notes,
    modifiers: modifiers.map(({ modifierProductId, quantity, price: each, name: called }) => ({
      modifierProductId,
      quantity,
      price: each,
      name: called,
    })),
    price,
    name,
  };
}
