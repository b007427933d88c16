import { useCarts, useOrderPlace } from '#src/cart/hooks.ts';
import { pricedCart, type PricedCart } from '#src/cart/priced-line.ts';

/** The table's cart at the menu's prices. */
export function usePricedCart(): PricedCart {
  const carts = useCarts();
  const { index } = useOrderPlace();
  return pricedCart(carts, index);
}
