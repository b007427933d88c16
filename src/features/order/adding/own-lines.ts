import type { TableCart, TableLine } from '#client/cart/table-cart.ts';

/** The diner's own lines of a dish, oldest first. */
export function listOwnLines({ carts }: TableCart, productId: string): readonly TableLine[] {
  const own = carts.find(({ mine }) => mine)?.lines ?? [];
  return own.filter(({ item }) => item.productId === productId);
}
