// @module-tag slow
import { expect, test } from 'vitest';
import { getCart, initializeCart, updateCart } from '#contract/calls/cart.ts';
import type { Call } from '#contract/http/call.ts';
import { placeOrder, previewOrder } from '#contract/calls/order.ts';
import { negotiate } from '#contract/calls/table.ts';
import { startSharedServer, type CallOptions } from '#tests/server/server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';

const server = startSharedServer();
const ann = createForTests(async () => await server.seat(await server.guest(), '1'));

const tableId = '1001002';
const orderItems: unknown[] = [];
const elsewhere = { merchantId: '1003', browserId: 'b' };

test.each<[string, Call, () => Pick<CallOptions, 'body' | 'query'>]>([
  ['getCart, the table', getCart, () => ({ query: { merchantId: '1001', browserId: 'b', tableId } })],
  ['getCart, the restaurant', getCart, () => ({ query: elsewhere })],
  ['initializeCart, the restaurant', initializeCart, () => ({ body: elsewhere })],
  [
    'updateCart, the table',
    updateCart,
    () => ({ body: { merchantId: '1001', orderDetail: { orderItems, tableId } } }),
  ],
  ['placeOrder, the table', placeOrder, () => ({ body: { orderItems, tableId } })],
  ['previewOrder, the table', previewOrder, () => ({ body: { orderItems, tableId } })],
  ['negotiate, the diner', negotiate, () => ({ query: { userId: 'somebody', tableId: ann.tableId } })],
  ['negotiate, the table', negotiate, () => ({ query: { userId: ann.userId, tableId } })],
])('a request that names a place or a diner a second time names the same: %s', async (_, call, sent) => {
  expect(await server.call(call, { ...ann, ...sent() })).toMatchObject({ status: 403 });
});
