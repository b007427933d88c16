/** The phone stores a diner's unreadable lines as they came, and sends them back with the next change. */
import { expect, test } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import { readUnreadLines } from '#contract/order-fields.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { logOf } from '#events/records/log.ts';
import { toPlainCarts, findUnreadLines } from '#sync/protocols/snapshot/cart-facts.ts';
import { createOwnOrderDetail, createTableOrderDetail } from '#sync/wire/order-detail.ts';
import { readWire } from '#testing/read-wire.ts';

const table = { tableId: '7', tableName: '7' };
const tea = { id: 1, productId: 101, categoryId: 1, quantity: 2, orderItemModifiers: [] };

/** The lines that the phone sends back if this diner's cart also has these lines. */
function listSentBack(orderItems: readonly unknown[], invalidOrderItems: readonly unknown[] = []) {
  const text = JSON.stringify({
    success: true,
    data: { userCarts: [{ userId: 'ann', orderItems, invalidOrderItems }], updateAt: 5 },
  });
  const { userCarts } = readWire(getCart, text);
  const snapshot = { version: 1, plain: true, covers: {}, userCarts: toPlainCarts(userCarts) };
  const view = projectCartView(logOf([{ t: 0, from: 'server', snapshot }]));
  const unread = findUnreadLines(userCarts);
  const toJson = (detail: { orderItems: unknown }) =>
    JSON.parse(JSON.stringify(detail.orderItems)) as unknown[];
  return {
    own: toJson(createOwnOrderDetail(view, 'ann', table, unread)),
    others: toJson(createOwnOrderDetail(view, 'ben', table, unread)),
    ordered: toJson(createTableOrderDetail(view, table, unread)),
  };
}

// P4, P5
test.each([
  ['half a kilogram', { ...tea, id: 2, quantity: 0.5, notes: 'thin slices', weighedBy: { staff: 7 } }],
  ['half a kilogram as text', { ...tea, id: 2, quantity: '0.500' }],
  ['too large a quantity', { ...tea, id: 2, quantity: 1e9 }],
  ['less than zero: staff remove a dish', { ...tea, id: 2, quantity: -1, takenBackBy: { staff: 7 } }],
  ['no dish', { id: 2, name: 'Corkage', price: 10, quantity: 1 }],
  ['no id', { ...tea, id: null }],
  ['no quantity', { ...tea, id: 2, quantity: null }],
])('%s', (_what, line) => {
  const { own, others, ordered } = listSentBack([tea, line]);
  expect(own).toEqual([expect.objectContaining({ id: '1', quantity: 2 }), line]);
  expect(others).toEqual([]);
  expect(ordered).toEqual(own);
  expect(listSentBack([tea], [line]).own, 'off the menu').toEqual(own);
});

test('readable lines, and those that are no lines, are sent as they are read; a line of zero pieces is removed', () => {
  const nothing = { ...tea, id: 3, quantity: 0 };
  const { own } = listSentBack([tea, null, 'a line', { ...tea, id: 2, quantity: '3.000' }, nothing]);
  expect(own).toMatchObject([{ id: '1' }, { id: '2', quantity: 3 }]);
  expect(own).toHaveLength(2);
});

test('in an order they stay next to its lines, because its total counts them', () => {
  const weighed = { ...tea, id: 2, quantity: 0.5, itemWithAdjustmentAmount: 2.25 };
  const order = readWire(
    getTableActiveOrder,
    JSON.stringify({ success: true, data: { id: 9, orderItems: [tea, weighed] } }),
  );
  expect(order!.orderItems.map(({ id }) => id)).toEqual(['1']);
  expect(readUnreadLines(order!)).toMatchObject([weighed]);
});
