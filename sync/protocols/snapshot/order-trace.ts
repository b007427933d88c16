/** O2: recognising an own order at a server that knows no placement ids, by what the table's open order holds. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { itemKey } from '#events/item.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import { plainCart } from './cart-facts.ts';

/** What the open order must hold once an attempt is in. */
export interface OrderTrace {
  /** The order that was open just before; "" when none was. */
  readonly orderBefore: string;
  /** By item key without category and notes: how much was asked for, and how much the order before held of it. */
  readonly dishes: Readonly<Record<string, { readonly asked: number; readonly before: number }>>;
}

/** @param open the table's open order just before `view` is placed */
export function orderTrace(view: CartView, open: Order | null): OrderTrace {
  const asked = quantities(view.carts.flatMap(({ lines }) => lines));
  const before = quantities(linesOf(open));
  const dishes = [...asked].map(([key, quantity]) => [
    key,
    { asked: quantity, before: before.get(key) ?? 0 },
  ]);
  return { orderBefore: open?.id ?? '', dishes: Object.fromEntries(dishes) };
}

/**
 * True when everything that was asked for has come to the open order. Whose request brought it can't be told: somebody
 * else's, for the same dishes in the same seconds, counts as this one. Where both orders were of the same lines, as
 * two diners place the same table, that is right; where a diner meant the same dish once more, it is not.
 */
export function isIn({ orderBefore, dishes }: OrderTrace, open: Order | null): boolean {
  // An order of nothing is refused, and in none.
  if (!open || Object.keys(dishes).length === 0) return false;
  const holds = quantities(linesOf(open));
  return Object.entries(dishes).every(
    ([key, { asked, before }]) => (holds.get(key) ?? 0) >= asked + (open.id === orderBefore ? before : 0),
  );
}

function linesOf(order: Order | null) {
  return order ? plainCart('', order.orderItems).lines : [];
}

function quantities(lines: readonly Pick<CartLine, 'item' | 'quantity'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { item, quantity } of lines) {
    // Notes may change just before the order takes the dish, and an order need not name categories (P5): it is the same dish.
    const key = itemKey({ ...item, categoryId: '', notes: '' });
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  return sums;
}
