import type { State } from '#client/environment/state.ts';
import { listenToCart } from '#src/cart/listeners.ts';
import type { TableCart } from '#client/cart/table-cart.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { useCartEngine } from '#src/cart/hooks.ts';

/** How many pieces another diner has of a dish. */
export interface Having {
  readonly userId: string;
  readonly userName: string;
  readonly count: number;
}

/** What the cart holds of one dish: the same object for as long as nothing of it changes. */
export interface DishInCart {
  readonly count: number;
  /** Who else has it: the same list while that is the same. */
  readonly others: readonly Having[];
}

export const notInCart: DishInCart = { count: 0, others: [] };

/** A cart dish by dish. A menu shows hundreds of dishes, and with a change one of them hears of it. */
interface DishesInCart {
  of(productId: string): DishInCart;
  /** Calls `notify` when what the cart holds of the dish has changed, until it is told to stop. */
  listen(productId: string, notify: () => void): () => void;
}

const byCart = new WeakMap<State<TableCart>, DishesInCart>();

/** The dishes of a cart, at the pace at which the cart is shown. */
export function dishesInCart(cart: State<TableCart>): DishesInCart {
  const known = byCart.get(cart);
  if (known) return known;
  const fresh = openDishes(cart);
  byCart.set(cart, fresh);
  return fresh;
}

function openDishes(cart: State<TableCart>): DishesInCart {
  const listeners = new Map<string, Set<() => void>>();
  let shown = read(cart.value, new Map());
  listenToCart(cart, () => {
    const before = shown;
    shown = read(cart.value, before);
    for (const [productId, heard] of listeners)
      if (before.get(productId) !== shown.get(productId)) for (const notify of heard) notify();
  });
  return {
    of: (productId) => shown.get(productId) ?? notInCart,
    listen(productId, notify) {
      const heard = listeners.get(productId) ?? new Set();
      listeners.set(productId, heard.add(notify));
      return () => {
        heard.delete(notify);
        if (heard.size === 0 && listeners.get(productId) === heard) listeners.delete(productId);
      };
    },
  };
}

function read({ carts }: TableCart, before: ReadonlyMap<string, DishInCart>): Map<string, DishInCart> {
  const dishes = new Map<string, { count: number; others: Having[] }>();
  for (const { mine, userId, userName, lines } of carts)
    for (const { item, quantity } of lines) {
      let dish = dishes.get(item.productId);
      if (!dish) dishes.set(item.productId, (dish = { count: 0, others: [] }));
      const last = dish.others.at(-1);
      if (mine) dish.count += quantity;
      else if (last?.userId === userId)
        dish.others.splice(-1, 1, { userId, userName, count: last.count + quantity });
      else dish.others.push({ userId, userName, count: quantity });
    }
  const kept = new Map<string, DishInCart>();
  for (const [productId, dish] of dishes) {
    const old = before.get(productId);
    const others = old && sameOthers(old.others, dish.others) ? old.others : dish.others;
    kept.set(productId, old?.count === dish.count && old.others === others ? old : { ...dish, others });
  }
  return kept;
}

function sameOthers(a: readonly Having[], b: readonly Having[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, n) => {
      const other = b[n]!;
      return one.userId === other.userId && one.userName === other.userName && one.count === other.count;
    })
  );
}

/** What the cart holds of one dish; the component renders again only when that changes. */
export function useDish(productId: string): DishInCart {
  const cart = useCartEngine()?.cart;
  const subscribe = useCallback(
    (notify: () => void) => (cart ? dishesInCart(cart).listen(productId, notify) : () => {}),
    [cart, productId],
  );
  const get = () => (cart ? dishesInCart(cart).of(productId) : notInCart);
  return useSyncExternalStore(subscribe, get, get);
}
