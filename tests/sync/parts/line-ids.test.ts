/** Some snapshot servers give their lines no ids, or the same id twice. */
import { expect, test } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import { logOf } from '#events/records/log.ts';
import { projectCartView, type CartView } from '#projections/merge/cart-view.ts';
import { decide } from '#sync/commands/decide.ts';
import { toPlainCarts } from '#sync/protocols/snapshot/cart-facts.ts';
import { createOwnOrderDetail } from '#sync/wire/order-detail.ts';
import { readWire } from '#testing/read-wire.ts';

const line = (id: unknown, productId: number, quantity: number, notes = '') => ({
  id,
  productId,
  categoryId: 1,
  quantity,
  notes,
  orderItemModifiers: [],
});

function viewOf(carts: Readonly<Record<string, readonly unknown[]>>): CartView {
  const userCarts = Object.entries(carts).map(([userId, orderItems]) => ({
    userId,
    orderItems,
    invalidOrderItems: [],
  }));
  const answer = readWire(getCart, JSON.stringify({ success: true, data: { userCarts, updateAt: 5 } }));
  const snapshot = { version: 1, plain: true, covers: {}, userCarts: toPlainCarts(answer.userCarts) };
  return projectCartView(logOf([{ t: 0, from: 'server', snapshot }]));
}

const listLineIds = ({ carts }: CartView) => carts.flatMap(({ lines }) => lines.map(({ lineId }) => lineId));

test.each([
  ['0', [0, 0]],
  ['the same id', [7, 7]],
  ['0 for equal lines', [0, 0], 101],
])(
  'P2: if the server answers with %s, the tapped one of two lines changes',
  (_what, [first, second], productId = 102) => {
    const lines = [line(first, 101, 1), line(second, productId, 3)];
    const view = viewOf({ ann: lines, ben: lines });
    const ids = listLineIds(view);
    expect(new Set(ids).size).toBe(4);
    expect(listLineIds(viewOf({ ann: lines, ben: lines }))).toEqual(ids);
    const fields = { id: 'a:1', at: [1, 0] as const, seen: {}, userId: 'ann', userName: 'Ann' };
    const event = decide(view, 'ann', { kind: 'decrease', lineId: ids[1]!, quantity: 1 })?.(fields);
    expect(event).toMatchObject({ lineId: ids[1], item: { productId: String(productId) } });
  },
);

test('P1: a line without a server id is sent with id 0, any other with its id', () => {
  const view = viewOf({ ann: [line(0, 101, 1), line(7, 102, 1), line(7, 103, 1), line(8, 104, 1)] });
  const sent = createOwnOrderDetail(view, 'ann', { tableId: '7', tableName: '7' }).orderItems;
  expect(sent.map(({ id }) => id)).toEqual(['0', '0', '0', '8']);
});
