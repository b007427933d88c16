import { useCallback, useSyncExternalStore } from 'react';
import { useCartEngine } from '#src/kit/cart/hooks.ts';
import { dishesInCart, notInCart, type DishInCart } from './dishes-in-cart.ts';

/** What the cart holds of one dish; the component renders again only when that changes. */
export function useDish(productId: string): DishInCart {
  const cart = useCartEngine()?.cart;
  const subscribe = useCallback(
    (notify: () => void) => (cart ? dishesInCart(cart).listen(productId, notify) : () => {}),
    [cart, productId],
  );
  return useSyncExternalStore(subscribe, () => (cart ? dishesInCart(cart).of(productId) : notInCart));
}
