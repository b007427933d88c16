/**
 * The cart, indexed by dish.
 *
 * A menu shows hundreds of dishes. If each row listened to the whole cart, each tap would check every row. So one
 * listener compares the cart with the previous one and notifies only the rows whose dish has changed.
 *
 *     cart ──→ countDishes ──→ by product id: { count, others } ──→ the rows whose object is a new one
 *
 * Invariant: an object of `DishInCart` is replaced only if its content changes.
 */
import type { State } from '#client/environment/state.ts';
import { getShownCart, type Shown } from '#src/cart/listeners.ts';
import type { TableCart } from '#client/cart/table-cart.ts';
import { useCartEngine } from '#src/cart/hooks.ts';
import { useShown } from '#src/cart/use-shown.ts';

/** How many pieces another diner has of a dish. */
export interface Having {
  readonly userId: string;
  readonly userName: string;
  readonly count: number;
}

/** The pieces of one dish in the cart. */
export interface DishInCart {
  /** The diner's own pieces. */
  readonly count: number;
  /** The other diners who have the dish. */
  readonly others: readonly Having[];
}

export const notInCart: DishInCart = { count: 0, others: [] };

/** Returns what the screen shows of a dish, by product id. It is always the same object for the same dish. */
type DishesInCart = (productId: string) => Shown<DishInCart>;

const byCart = new WeakMap<State<TableCart>, DishesInCart>();

/** The index of a cart. It changes when the screen shows the new cart. */
export function indexDishes(cart: State<TableCart>): DishesInCart {
  const known = byCart.get(cart);
  if (known) return known;
  const fresh = createIndex(getShownCart(cart));
  byCart.set(cart, fresh);
  return fresh;
}

function createIndex(cart: Shown<TableCart>): DishesInCart {
  const dishes = new Map<string, { readonly shown: Shown<DishInCart>; notify(): void }>();
  let counted = countDishes(cart.value, new Map());
  const read = (productId: string) => counted.get(productId) ?? notInCart;
  cart.listen(() => {
    const before = counted;
    counted = countDishes(cart.value, before);
    for (const [productId, { notify }] of dishes)
      if (before.get(productId) !== counted.get(productId)) notify();
  });
  return (productId) => {
    const known = dishes.get(productId);
    if (known) return known.shown;
    const listeners = new Set<() => void>();
    const shown: Shown<DishInCart> = {
      get value() {
        return read(productId);
      },
      listen(notify) {
        listeners.add(notify);
        return () => void listeners.delete(notify);
      },
    };
    dishes.set(productId, { shown, notify: () => listeners.forEach((notify) => notify()) });
    return shown;
  };
}

/** Counts each dish. Unchanged entries are taken over from `before`. */
function countDishes({ carts }: TableCart, before: ReadonlyMap<string, DishInCart>): Map<string, DishInCart> {
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
  const entries = new Map<string, DishInCart>();
  for (const [productId, dish] of dishes) {
    const old = before.get(productId);
    const others = old && hasSameOthers(old.others, dish.others) ? old.others : dish.others;
    entries.set(productId, old?.count === dish.count && old.others === others ? old : { ...dish, others });
  }
  return entries;
}

function hasSameOthers(a: readonly Having[], b: readonly Having[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, n) => {
      const other = b[n]!;
      return one.userId === other.userId && one.userName === other.userName && one.count === other.count;
    })
  );
}

/** The pieces of one dish in the cart. The component renders again only if they change. */
export function useDish(productId: string): DishInCart {
  const cart = useCartEngine()?.cart;
  return useShown(cart && indexDishes(cart)(productId), notInCart, selectWhole);
}

const selectWhole = (dish: DishInCart) => dish;
