import type { Menu, ModifierOption, Product } from '#contract/merchant.ts';

/** A menu by product id. */
export type MenuIndex = ReadonlyMap<string, Product>;

export function menuIndex(menu: Menu): MenuIndex {
  let index = indices.get(menu);
  if (!index) {
    index = new Map(
      menu.categories.flatMap(({ products }) => products.map((product) => [product.id, product] as const)),
    );
    indices.set(menu, index);
  }
  return index;
}

/** The same menu is asked for again and again. */
const indices = new WeakMap<Menu, MenuIndex>();

/** The product's modifier of that id in any of its groups. */
export function modifierOf(product: Product, modifierProductId: string): ModifierOption | undefined {
  for (const { modifiers } of product.modifierGroups) {
    const option = modifiers.find(({ id }) => id === modifierProductId);
    if (option) return option;
  }
  return undefined;
}
