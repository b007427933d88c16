import type { TableCart, TableLine } from '#src/cart/table-cart.ts';

/** The diner's own lines of a dish, in the order in which they came into the cart. */
export function ownLines(cart: TableCart, productId: string): TableLine[] {
  return cart.carts
    .filter((diner) => diner.mine)
    .flatMap((diner) => diner.lines)
    .filter((line) => line.item.productId === productId);
}

/** Pieces of a dish in the diner's own cart. */
export function countOf(cart: TableCart, productId: string): number {
  return ownLines(cart, productId).reduce((count, line) => count + line.quantity, 0);
}
