// @module-tag slow
import { describe, expect, test } from 'vitest';
import { clearCart, getCart, getGuests, initializeCart, updateCart } from '#contract/calls/cart.ts';
import type { Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { getPlacement, getTableActiveOrder, placeOrder, previewOrder } from '#contract/calls/order.ts';
import { negotiate } from '#contract/calls/table.ts';
import { fakeClock, sharedServer, type Caller, type CallOptions } from '#tests/server/server-under-test.ts';
import { forTests } from '#tests/for-tests.ts';

const clock = fakeClock();
const server = sharedServer({ clock });
const ann = forTests(async () => await server.seat(await server.guest(), '1'));

type Sent = Pick<CallOptions, 'body' | 'query' | 'params'>;

const orderItems: unknown[] = [];
const atTable: readonly [string, Call, () => Sent][] = [
  [
    'updateCart',
    updateCart,
    () => ({ body: { merchantId: '1001', orderDetail: { orderItems }, events: [] } }),
  ],
  ['getCart', getCart, () => ({ query: { merchantId: '1001', browserId: 'b' } })],
  ['initializeCart', initializeCart, () => ({ body: { merchantId: '1001', browserId: 'b' } })],
  ['getGuests', getGuests, () => ({})],
  ['clearCart', clearCart, () => ({})],
  ['previewOrder', previewOrder, () => ({ body: { orderItems } })],
  ['placeOrder', placeOrder, () => ({ body: { orderItems } })],
  ['getPlacement', getPlacement, () => ({ params: { placementId: 'p' } })],
  ['getTableActiveOrder', getTableActiveOrder, () => ({})],
  ['negotiate', negotiate, () => ({ query: { userId: ann.userId, tableId: ann.tableId } })],
];

async function ask(call: Call, caller: Caller, sent: Sent) {
  const { status, code } = await server.call(call, { ...caller, ...sent });
  return { status, code };
}

describe.each(atTable)('%s', (_, call, sent) => {
  // CU10
  test('is not for a diner at another table, in the last session or at another restaurant', async () => {
    const bob = await server.seat(await server.guest(), '2');
    const elsewhere = { ...bob, tableId: ann.tableId };
    expect(await ask(call, { ...elsewhere, sessionId: ann.sessionId }, sent())).toEqual({
      status: 403,
      code: codes.tableUnavailable,
    });
    expect(await ask(call, { ...elsewhere, sessionId: undefined }, sent())).toMatchObject({ status: 403 });
    expect(await ask(call, { ...ann, sessionId: 'of-the-last-party' }, sent())).toMatchObject({
      code: codes.tableUnavailable,
    });
    expect(await ask(call, { ...ann, merchantId: '1003' }, sent())).toMatchObject({ status: 403 });
    const abroad = await server.guest('1003');
    expect(await ask(call, { ...abroad, tableId: ann.tableId }, sent())).toMatchObject({
      code: codes.tableUnavailable,
    });
  });

  // CX3
  test('is not for the party of a closed session (S1)', async () => {
    const diner = await server.seat(await server.guest(), '3');
    await server.db
      .updateTable('table_sessions')
      .set({ closed_at: clock.now() })
      .where('id', '=', diner.sessionId)
      .execute();
    await server.seat(await server.guest(), '3');
    const own = call === negotiate ? { query: { userId: diner.userId, tableId: diner.tableId } } : sent();
    expect(await ask(call, diner, own)).toMatchObject({ code: codes.tableUnavailable });
    expect(await ask(call, { ...diner, sessionId: undefined }, own)).toMatchObject({ status: 403 });
  });
});

describe('a request that names a place a second time', () => {
  test('names the same', async () => {
    const other = { merchantId: '1003', browserId: 'b' };
    expect(await ask(getCart, ann, { query: other })).toMatchObject({ status: 403 });
    expect(await ask(initializeCart, ann, { body: other })).toMatchObject({ status: 403 });
    const detail = { merchantId: '1001', orderDetail: { orderItems, tableId: '1001002' } };
    expect(await ask(updateCart, ann, { body: detail })).toMatchObject({ status: 403 });
    expect(await ask(placeOrder, ann, { body: { orderItems, tableId: '1001002' } })).toMatchObject({
      status: 403,
    });
    expect(await ask(previewOrder, ann, { body: { orderItems, tableId: '1001002' } })).toMatchObject({
      status: 403,
    });
    for (const query of [
      { userId: 'somebody', tableId: ann.tableId },
      { userId: ann.userId, tableId: '1001002' },
    ])
      expect(await ask(negotiate, ann, { query })).toMatchObject({ status: 403 });
  });
});
