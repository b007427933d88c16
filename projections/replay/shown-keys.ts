import type { CartView, UserCart } from '../merge/cart-view.ts';
import { viewJson } from '../merge/view-json.ts';

/**
 * A short text for what diners see of a view (not what is known, nor what waits): equal for equal views of one asking.
 * A cart that kept its identity is not looked at again.
 */
export function shownKeys(): (view: CartView) => string {
  const byCart = new WeakMap<UserCart, number>();
  const byText = new Map<string, number>();
  const numberOf = (cart: UserCart): number => {
    const known = byCart.get(cart);
    if (known !== undefined) return known;
    const text = JSON.stringify(viewJson({ ...noView, carts: [cart] }).carts);
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    byCart.set(cart, number);
    return number;
  };
  return ({ guests, orderType, lastOrderId, carts }) =>
    `${JSON.stringify([guests, orderType, lastOrderId])}${carts.map(numberOf).join(',')}`;
}

const noView = { known: {}, waiting: [], guests: null, orderType: null, lastOrderId: null } as const;
