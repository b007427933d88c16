/** Orders at the stand-in: preview, placing, and what was placed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  placeOrder,
  previewOrder,
} from '#contract/calls/order.ts';
import { sendOrderCodeMessage } from '#contract/calls/table.ts';
import { readDemoMerchants } from '#server/demo/restaurants.ts';
import { cartQuery, dishes, eggs, line, noodles, place, send } from './dishes.ts';
import { Phone } from './phone.ts';
import { startPlainServer, type PlainServer } from './plain-server.ts';

let server: PlainServer;
beforeEach(async () => {
  server = await startPlainServer();
});
afterEach(async () => server.close());

// CA18
test('preview, two rounds, and who may read them', async () => {
  const ann = await new Phone(server.url).sit('1');
  const mei = await new Phone(server.url).sit('1');
  const guestId = ann.member.id;
  const [a] = (await send(ann, [line(noodles, 2)], { guests: 2, type: 0 })).orderItems;
  const [b] = (await send(mei, [line(eggs, 1)])).orderItems;
  const lines = [line(noodles, 2, a!.id), line(eggs, 1, b!.id)];

  const preview = await ann.ask(previewOrder, { body: { orderItems: lines, guests: 2 } });
  const subTotal = 2 * Number(noodles!.price) + Number(eggs!.price);
  expect(Number(preview.subTotalAmount)).toBeCloseTo(subTotal);
  expect(Number(preview.totalAmount)).toBeGreaterThan(subTotal);
  expect(await ann.refusal(placeOrder, { body: { orderItems: lines } })).toBe(
    codes.guestModeDoesNotSupportPlacingOrders,
  );
  expect(await ann.ask(getTableActiveOrder)).toBeNull();

  await ann.logIn('4155552671');
  const afterLogin = await ann.ask(getCart, cartQuery);
  expect(afterLogin.userCarts[0]?.userId, 'a login moves nothing').toBe(guestId);
  // The names of lines that the phone has not learnt yet are no hindrance.
  const { order } = await place(ann, [line(noodles, 2), lines[1]!], { placementId: 'p1', seen: { x: 1 } });
  expect(order.id).toMatch(/^\d{17}$/);
  expect(order).toMatchObject({
    rowVersion: 1,
    guests: 2,
    tableName: '1',
    totalAmount: preview.totalAmount,
  });
  expect(order.orderItems.map(({ userId, round }) => [userId, round])).toEqual([
    [guestId, 1],
    [mei.member.id, 1],
  ]);
  expect((await mei.ask(getCart, cartQuery)).userCarts).toEqual([]);

  const [c] = (await send(mei, [line(eggs, 3)])).orderItems;
  const again = await place(ann, [line(eggs, 3, c!.id)]);
  expect(again.order).toMatchObject({ id: order.id, rowVersion: 2 });
  expect(again.order.orderItems.map(({ round }) => round)).toEqual([1, 1, 2]);

  for (const phone of [ann, mei]) {
    expect(await phone.ask(getOrderDetail, { query: { id: order.id } })).toEqual(again.order);
    expect(await phone.ask(getTableActiveOrder)).toEqual(again.order);
    expect(await phone.ask(hasProcessingOrder)).toEqual({ hasProcessingOrder: true });
    expect(await phone.ask(getMemberOrderList, { query: { pageIndex: '1', pageSize: '15' } })).toEqual({
      list: [again.order],
      total: 1,
    });
  }
  const stranger = await new Phone(server.url).sit('2');
  expect(await stranger.refusal(getOrderDetail, { query: { id: order.id } })).toBe(codes.notFound);
  expect(await stranger.ask(hasProcessingOrder)).toEqual({ hasProcessingOrder: false });
});

test('no two orders have one id, also for who reads numbers as floats', async () => {
  const ids: string[] = [];
  for (const qrcode of ['1', '2']) {
    const ann = await new Phone(server.url).sit(qrcode);
    await ann.logIn('4155552671');
    await send(ann, [line(noodles, 1)]);
    ids.push((await place(ann, [line(noodles, 1)])).order.id);
  }
  expect(new Set(ids).size).toBe(2);
  expect(Number(ids[0])).toBe(Number(ids[1]));
});

test('refusals leave the cart as it is', async () => {
  const ann = await new Phone(server.url).sit('1');
  await ann.logIn('4155552671');
  const { cartRowVersion, orderItems } = await send(ann, [line(noodles, 1)]);
  const refusal = (lines: object[], order: object = {}) =>
    ann.refusal(placeOrder, { body: { ...order, orderItems: lines } });
  expect(await refusal([])).toBe(codes.badRequest);
  expect(await refusal([line(noodles, 2, orderItems[0]!.id)])).toBe(codes.shoppingCartUpdated);
  expect(await refusal([line(noodles, 1), line(eggs, 1)])).toBe(codes.shoppingCartUpdated);
  expect(await refusal([line(noodles, 1)], { cartRowVersion: 0 })).toBe(codes.shoppingCartUpdated);
  expect(
    await refusal([
      line(
        dishes.find(({ soldOut }) => soldOut),
        1,
      ),
    ]),
  ).toBe(codes.soldOut);
  expect((await ann.ask(getCart, cartQuery)).cartRowVersion).toBe(cartRowVersion);
  await expect(place(ann, [line(noodles, 1)], { cartRowVersion })).resolves.toBeDefined();
});

test('where the order code is required, it goes with the order', async () => {
  const ann = new Phone(server.url);
  ann.merchantId = '1002';
  await ann.sit('1');
  await ann.logIn('4155552671');
  const dish = (await readDemoMerchants())[1]!.categories.flatMap(({ id: categoryId, products }) =>
    products.map(({ id: productId }) => ({ productId, categoryId })),
  )[0];
  await send(ann, [line(dish, 1)]);
  const orderItems = [line(dish, 1)];
  expect(await ann.refusal(placeOrder, { body: { orderItems } })).toBe(codes.orderCodeMiss);
  await ann.ask(sendOrderCodeMessage, { body: { tableId: ann.tableId } });
  await expect(place(ann, orderItems, { orderCode: await ann.codeFor('Table 1') })).resolves.toBeDefined();
});
