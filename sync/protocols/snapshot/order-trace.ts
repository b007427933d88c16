/**
 * Recognises an own order at a server that knows no placement ids, by the dishes in the table's open order. Pure.
 *
 * Example: the open order has 1 tea, and the diner orders 2 teas. The trace is `{ asked: 2, before: 1 }`. If no answer
 * comes, and the same order later has 3 teas, the placement arrived.
 */
import type { Order } from '#contract/order-fields.ts';
import { itemKey } from '#events/item.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import type { OrderTrace } from '../../ports/storage.ts';
import { plainCart } from './cart-facts.ts';

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
 * Whether the open order contains everything that was asked for. The order does not show whose request added a dish.
 * Another diner's request for the same dishes in the same seconds therefore counts as this one. That is right if both
 * placed the same cart. It is wrong if the other diner wanted the same dish once more.
 */
export function isIn({ orderBefore, dishes }: OrderTrace, open: Order | null): boolean {
  // The server refuses an empty order, so it is never placed.
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
    // It is the same dish even if its notes change just before the order, or if the order omits its category.
    const key = itemKey({ ...item, categoryId: '', notes: '' });
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  return sums;
}
