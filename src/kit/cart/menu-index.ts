import type { Menu, ModifierOption, Product } from '#contract/merchant.ts';

/** The menu by id: where a line of the cart finds its name and price in the current language. */
export interface MenuIndex {
  product(productId: string): Product | undefined;
  modifier(productId: string, modifierId: string): ModifierOption | undefined;
}

export function indexMenu(menu: Menu | undefined): MenuIndex {
  const products = new Map<string, Product>();
  for (const { products: some } of menu?.categories ?? [])
    for (const product of some) products.set(product.id, product);
  return {
    product: (productId) => products.get(productId),
    modifier: (productId, modifierId) =>
      products
        .get(productId)
        ?.modifierGroups.flatMap((group) => group.modifiers)
        .find((modifier) => modifier.id === modifierId),
  };
}
