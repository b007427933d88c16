import type { Product } from '#contract/calls/merchant.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';

interface Choice {
  /** The dishes that the diner looks at or has in the cart, the most important first. */
  readonly of: readonly string[];
  readonly goesWith: Readonly<Record<string, readonly string[]>>;
  /** The dishes in the carts of the whole table. */
  readonly inCart: ReadonlySet<string>;
  /** The dishes that were suggested in this visit. */
  readonly shown: ReadonlySet<string>;
  /** The dishes that the diner's filter leaves. */
  readonly suitable: ReadonlySet<string>;
  readonly index: MenuIndex;
}

/** Chooses one dish that goes well with the others and that one tap adds. Returns undefined without such a dish. */
export function chooseSuggestion({
  of,
  goesWith,
  inCart,
  shown,
  suitable,
  index,
}: Choice): Product | undefined {
  for (const dish of of)
    for (const id of goesWith[dish] ?? []) {
      const product = index.get(id);
      if (!product || product.soldOut || product.modifierGroups.length > 0) continue;
      if (suitable.has(id) && !inCart.has(id) && !shown.has(id) && !of.includes(id)) return product;
    }
  return undefined;
}
