import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { emptyView, type CartView } from '#projections/merge/cart-view.ts';
import { isIn, createOrderTrace } from '#sync/protocols/snapshot/order-trace.ts';
import { createDish } from '#testing/phones/engine-phone.ts';

/** @param lines quantities by product id */
function createCartView(lines: Readonly<Record<string, number>>): CartView {
  const cart = Object.entries(lines).map(([productId, quantity]) => ({
    lineId: productId,
    aliases: [],
    item: createDish(productId),
    quantity,
    fromBase: true,
  }));
  return { ...emptyView, carts: [{ userId: 'u1', lines: cart }] };
}

function orderOf(lines: Readonly<Record<string, number>>, id = 'o1'): Order {
  const orderItems = Object.entries(lines).map(([productId, quantity]) => ({
    ...createDish(productId),
    id: `l${productId}`,
    quantity,
    orderItemModifiers: [],
  }));
  return { id, orderItems } as unknown as Order;
}

test('O2: an order is placed when all that was requested is in the open order', () => {
  const trace = createOrderTrace(createCartView({ 101: 2, 102: 1 }), orderOf({ 101: 1, 201: 4 }));
  expect(isIn(trace, orderOf({ 101: 3, 102: 1, 201: 4 }))).toBe(true);
  expect(isIn(trace, orderOf({ 101: 3, 201: 4 }))).toBe(false);
  // Orders of an earlier round, and of another diner in the same seconds.
  expect(isIn(trace, orderOf({ 101: 2, 102: 1, 201: 4 }))).toBe(false);
  expect(isIn(trace, orderOf({ 101: 1, 201: 9 }))).toBe(false);
  expect(isIn(trace, null)).toBe(false);
});

test('O2: notes that changed just before the order took the dish do not make it another dish', () => {
  const trace = createOrderTrace(createCartView({ 101: 2 }), null);
  const { orderItems, ...order } = orderOf({ 101: 2 });
  const withNotes = orderItems.map((item) => ({ ...item, notes: 'no cilantro' }));
  expect(isIn(trace, { ...order, orderItems: withNotes })).toBe(true);
});

test('O2, P5: an order without categories has no other dishes either', () => {
  const trace = createOrderTrace(createCartView({ 101: 2 }), null);
  const { orderItems, ...order } = orderOf({ 101: 2 });
  const bare = orderItems.map((item) => ({ ...item, categoryId: undefined as never }));
  expect(isIn(trace, { ...order, orderItems: bare })).toBe(true);
});

test('O2: if the earlier order was closed meanwhile, the new one holds this round alone', () => {
  const trace = createOrderTrace(createCartView({ 101: 2 }), orderOf({ 101: 5 }));
  expect(isIn(trace, orderOf({ 101: 2 }, 'o2'))).toBe(true);
  expect(isIn(createOrderTrace(createCartView({ 101: 2 }), null), orderOf({ 101: 2 }))).toBe(true);
});

test('O2: two lines of the same dish, of two diners, are requested together', () => {
  const view = createCartView({ 101: 1 });
  const trace = createOrderTrace(
    { ...view, carts: [...view.carts, { ...view.carts[0]!, userId: 'u2' }] },
    null,
  );
  expect(isIn(trace, orderOf({ 101: 1 }))).toBe(false);
  expect(isIn(trace, orderOf({ 101: 2 }))).toBe(true);
});
