import type { Menu, ModifierGroup, Product } from '../calls/merchant.ts';

/** With the decimals of its amounts, where they are more than usual (D64). */
export type MenuIndex = ReadonlyMap<string, Product> & { readonly places?: number | undefined };

/** The same menu is asked for again and again. */
const indices = new WeakMap<Menu, MenuIndex>();

/** An empty one as long as the menu has not come. */
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

/** Too few are left for what must be chosen: nobody can order the dish. */
export function lacksChoices({
  min,
  modifiers,
}: Pick<ModifierGroup, 'min'> & { readonly modifiers: readonly { readonly soldOut?: boolean }[] }): boolean {
  return modifiers.filter(({ soldOut = false }) => !soldOut).length < min;
}

/** Sold out at whatever hour: not one that is served again by the clock (D65). */
export function isSoldOut(product: Pick<Product, 'soldOut' | 'servedAgain'> | undefined): boolean {
  return product !== undefined && product.soldOut && product.servedAgain === undefined;
}
