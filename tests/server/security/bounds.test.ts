// @module-tag slow
/** Every list and text of a request has a limit. Beyond it the server names the place and stores nothing. */
import { expect, test } from 'vitest';
import { clearCart, updateCart } from '#contract/calls/cart.ts';
import type { Call } from '#contract/http/call.ts';
import { headers } from '#contract/http/headers.ts';
import { limits } from '#contract/limits.ts';
import { placeOrder, previewOrder } from '#contract/calls/order.ts';
import { readDecisions, listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startSharedServer } from '../server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';

const server = startSharedServer();
const ann = createForTests(async () => await server.seat(await server.guest()));
const dish = createForTests(async () => createItem((await listDishes(server)).simple[0]!));

const line = (notes = '') => ({ id: '0', quantity: 1, orderItemModifiers: [], ...dish, notes });
const countStored = async () => (await readDecisions(server, ann.sessionId)).length;

async function expectRefused(call: Call, body: unknown, path: string) {
  const answer = await server.call(call, { ...ann, body });
  expect(answer).toMatchObject({ status: 400, code: 400, data: { path } });
  expect(await countStored()).toBe(0);
}
const createCartBody = (orderItems: unknown) => ({ merchantId: '1001', orderDetail: { orderItems } });

test('limit: 200 lines in a cart, a preview and an order', async () => {
  const orderItems = Array.from({ length: limits.lines + 1 }, (_, n) => line(String(n)));
  await expectRefused(updateCart, createCartBody(orderItems), 'body.orderDetail.orderItems');
  await expectRefused(previewOrder, { orderItems }, 'body.orderItems');
  await expectRefused(placeOrder, { orderItems, placementId: 'too-long' }, 'body.orderItems');
});

test('limit: the length of a note', async () => {
  const long = line('x'.repeat(limits.notesLength + 1));
  await expectRefused(updateCart, createCartBody([long]), 'body.orderDetail.orderItems.0.notes');
});

test('limit: events of one request, in the body and in a header', async () => {
  const phone = createTablePhone(server, ann, 'ra');
  const events = Array.from({ length: limits.eventsPerRequest + 1 }, () => phone.add(dish));
  await expectRefused(updateCart, { ...createCartBody([]), events, known: {} }, 'body.events');
  const two = Buffer.from(JSON.stringify([phone.clear(), phone.clear()])).toString('base64url');
  const answer = await server.call(clearCart, { ...ann, headers: { [headers.cartEvents]: two } });
  expect(answer).toMatchObject({ status: 400 });
  expect(await countStored()).toBe(0);
});

test('limit: a body of 256 kB, to the byte', async () => {
  const createBody = (bytes: number) => {
    const frame = JSON.stringify({ ...createCartBody([]), more: '' });
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  const sendBody = async (bytes: number) =>
    await server.call(updateCart, { ...ann, body: createBody(bytes) });
  expect(createBody(limits.bodyBytes)).toHaveLength(256 * 1024);
  expect(await sendBody(limits.bodyBytes)).toMatchObject({ status: 200, code: 0 });
  expect(await sendBody(limits.bodyBytes + 1)).toMatchObject({ status: 413, code: 413 });
});
