import type { Menu, ModifierGroup, Product } from '../calls/merchant.ts';

/** The dishes by id, with the decimals of its amounts if they are not two. */
export type MenuIndex = ReadonlyMap<string, Product> & { readonly places?: number | undefined };

/** The same menu is indexed again and again. */
const indices = new WeakMap<Menu, MenuIndex>();

/** Returns an empty index until the menu is loaded. */
export function indexMenu(menu: Menu = { categories: [] }): MenuIndex {
  let index = indices.get(menu);
  if (!index) {
    const products = menu.categories.flatMap((category) => category.products);
    index = Object.assign(new Map(products.map((product) => [product.id, product])), {
      places: menu.decimals,
    });
    indices.set(menu, index);
  }
  return index;
}

/** Whether a required group has too few options left, so that the dish cannot be ordered. */
export function hasTooFewOptions({
  min,
  modifiers,
}: Pick<ModifierGroup, 'min'> & { readonly modifiers: readonly { readonly soldOut?: boolean }[] }): boolean {
  return modifiers.filter(({ soldOut = false }) => !soldOut).length < min;
}

/** Whether it is sold out, and not just outside the hours in which it is served. */
export function isSoldOut(product: Pick<Product, 'soldOut' | 'servedAgain'> | undefined): boolean {
  return product !== undefined && product.soldOut && product.servedAgain === undefined;
}
