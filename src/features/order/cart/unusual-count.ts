import type { TableCart } from '#client/cart/table-cart.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';

/** So many pieces of one dish may be a mistake, or a child's. */
const unusual = 10;

export interface Count {
  readonly productId: string;
  readonly quantity: number;
}

/** Finds a dish of which the diner has unusually many pieces. A dish sold by weight has steps, not pieces. */
export function findUnusualCount(
  { carts }: Pick<TableCart, 'carts'>,
  index: MenuIndex,
  asked: ReadonlySet<string>,
): Count | undefined {
  const counts = new Map<string, number>();
  for (const { item, quantity } of carts.find(({ mine }) => mine)?.lines ?? [])
    counts.set(item.productId, (counts.get(item.productId) ?? 0) + quantity);
  for (const [productId, quantity] of counts)
    if (quantity >= unusual && !asked.has(productId) && !index.get(productId)?.unitLabel)
      return { productId, quantity };
  return undefined;
}
