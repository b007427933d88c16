import type { TableCart } from '#client/cart/table-cart.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';

/** So many pieces of one dish may be a mistake, or a child's. */
const unusual = 10;
/** So many pieces more by one change, too. */
const jump = 8;

export interface Count {
  readonly productId: string;
  readonly quantity: number;
}

/** The pieces of each dish in the diner's own cart. */
export type Counts = ReadonlyMap<string, number>;

export function countOwnDishes({ carts }: Pick<TableCart, 'carts'>): Counts {
  const counts = new Map<string, number>();
  for (const { item, quantity } of carts.find(({ mine }) => mine)?.lines ?? [])
    counts.set(item.productId, (counts.get(item.productId) ?? 0) + quantity);
  return counts;
}

/** Lists the dishes that have many more pieces after a change of the cart. */
export function listJumps(before: Counts, after: Counts): readonly string[] {
  return [...after]
    .filter(([productId, quantity]) => quantity - (before.get(productId) ?? 0) >= jump)
    .map(([productId]) => productId);
}

/**
 * Finds a dish of which the diner has unusually many pieces. A dish sold by weight has steps, not pieces.
 * @param jumped the dishes that got many pieces by one change
 */
export function findUnusualCount(
  counts: Counts,
  index: MenuIndex,
  asked: ReadonlySet<string>,
  jumped: ReadonlySet<string>,
): Count | undefined {
  for (const [productId, quantity] of counts) {
    const isMany = quantity >= (jumped.has(productId) ? jump : unusual);
    if (isMany && !asked.has(productId) && !index.get(productId)?.unitLabel) return { productId, quantity };
  }
  return undefined;
}
