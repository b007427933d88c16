/**
 * Recognises an own order at a server that knows no placement ids, by the dishes in the table's open order. Pure.
 *
 * Example: the open order has 1 tea, and the diner orders 2 teas. The trace is `{ asked: 2, before: 1 }`. If no answer
 * comes, and the same order later has 3 teas, the placement arrived.
 */
import type { Order } from '#contract/order-fields.ts';
import { getItemKey } from '#events/item.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import type { OrderTrace } from '../../ports/storage.ts';
import type { PlacementOutcome } from '../../ports/transport.ts';
import type { Job, PhoneState } from '../../state/phone-state.ts';
import { createSnapshotCart } from './cart-facts.ts';
import { listChangesBetween } from './unanswered-post.ts';

/**
 * Returns the cart to order, with its trace. undefined: the cart has changed since the tap. A snapshot server does not
 * check what the diner saw, so the phone itself does not order then.
 * @param open the table's open order just before
 */
export function traceOrder(
  { knowledge, server }: PhoneState,
  { view, unread, request }: Job,
  open: Order | null,
): { readonly view: CartView; readonly trace: OrderTrace } | undefined {
  const now = knowledge.merged.view;
  const changes = Object.values(listChangesBetween({ carts: view.carts }, { carts: now.carts }, undefined));
  const isLess = changes.some(([then, left]) => left < then) && now.lastOrderId === view.lastOrderId;
  // The unreadable lines have changed. For example, a waiter has weighed a fish again.
  const isOther = unread !== server.unread;
  // A snapshot server orders the whole cart, so it cannot leave lines out.
  if (isLess || isOther || request.without) return undefined;
  // If the lines are the same, the server may have given ids to the newest ones by now.
  const ordered = changes.length === 0 ? now : view;
  return { view: ordered, trace: createOrderTrace(ordered, open) };
}

/**
 * Returns the outcome of a placement. An order that is not in the table's open order counts as refused, so the diner may
 * place it again.
 */
export function findOutcome(trace: OrderTrace | undefined, open: Order | null): PlacementOutcome {
  const order = trace && isIn(trace, open) ? open : null;
  return { outcome: order ? 'placed' : 'refused', order, code: null, msg: '' };
}

/** @param open the table's open order just before `view` is placed */
export function createOrderTrace(view: CartView, open: Order | null): OrderTrace {
  const asked = sumQuantities(view.carts.flatMap(({ lines }) => lines));
  const before = sumQuantities(readLines(open));
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
  const holds = sumQuantities(readLines(open));
  return Object.entries(dishes).every(
    ([key, { asked, before }]) => (holds.get(key) ?? 0) >= asked + (open.id === orderBefore ? before : 0),
  );
}

function readLines(order: Order | null) {
  return order ? createSnapshotCart('', order.orderItems).lines : [];
}

function sumQuantities(lines: readonly Pick<CartLine, 'item' | 'quantity'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { item, quantity } of lines) {
    // It is the same dish even if its notes change just before the order, or if the order omits its category.
    const key = getItemKey({ ...item, categoryId: '', notes: '' });
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  return sums;
}
