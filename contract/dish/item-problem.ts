import { codes } from '../codes.ts';
import { normaliseModifiers, type Item } from '#events/item.ts';
import type { MenuIndex } from './menu-index.ts';
import { readModifier } from './priced-item.ts';

/**
 * Why an item cannot be ordered:
 * - 1997: the product or a modifier is no longer on the menu, or the choices no longer fit their groups
 * - 2025: the product or a modifier is sold out
 */
export type ItemProblem = typeof codes.pleaseAddItAgainToYourCart | typeof codes.soldOut;

/** Returns undefined if the item can be ordered now. Prices do not matter, because the menu decides them. */
export function findItemProblem(item: Item, menu: MenuIndex): ItemProblem | undefined {
  const product = menu.get(item.productId);
  if (!product || product.categoryId !== item.categoryId) return codes.pleaseAddItAgainToYourCart;
  const chosen = normaliseModifiers(item.modifiers);
  const options = chosen.map(({ modifierProductId }) => readModifier(product, modifierProductId));
  if (options.some((option) => option === undefined)) return codes.pleaseAddItAgainToYourCart;
  const fitsGroups = product.modifierGroups.every(({ min, max, modifiers }) => {
    const count = chosen
      .filter(({ modifierProductId }) => modifiers.some(({ id }) => id === modifierProductId))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return count >= min && count <= max;
  });
  if (!fitsGroups) return codes.pleaseAddItAgainToYourCart;
  return product.soldOut || options.some((option) => option?.soldOut) ? codes.soldOut : undefined;
}
