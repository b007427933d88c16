import { pickRegisters } from '#events/cart/registers.ts';
import { emptyView, type CartView, type UserCart } from '../merge/cart-view.ts';
import { convertViewToJson } from '../merge/view-json.ts';

/**
 * Returns a function that turns what diners see of a view into a short key. Equal views have equal keys, as long as the
 * same function is used. A cart that kept its identity is not read again.
 */
export function createShownKeys(): (view: CartView) => string {
  const byCart = new WeakMap<UserCart, number>();
  const byText = new Map<string, number>();
  const numberOf = (cart: UserCart): number => {
    const known = byCart.get(cart);
    if (known !== undefined) return known;
    const text = JSON.stringify(convertViewToJson({ ...emptyView, carts: [cart] }).carts);
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    byCart.set(cart, number);
    return number;
  };
  return (view) =>
    `${JSON.stringify(Object.values(pickRegisters(view)))}${view.carts.map(numberOf).join(',')}`;
}
