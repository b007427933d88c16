/** The stand-in keeps the contract: every answer is read with the contract's own schemas. */
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clearCart, getCart, getGuests, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { getAnonymousToken, getMember, login, registerGuest, updateMember } from '#contract/calls/member.ts';
import { getMerchantHome, getProductsByCategories, getTinyMerchant } from '#contract/calls/merchant.ts';
import { getPlacement } from '#contract/calls/order.ts';
import { checkOrderCode, getTableByQrcode, negotiate, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { open } from '#tests/hub/raw-client.ts';
import { cartQuery, dishes, eggs, line, merchantId, noodles, send } from './dishes.ts';
import { Phone } from './phone.ts';
import { startPlainServer, type PlainServer } from './plain-server.ts';

let server: PlainServer;
beforeEach(async () => {
  server = await startPlainServer();
});
afterEach(async () => server.close());

const clientOptions = { autoReconnect: false, messageRetryOptions: { maxRetries: 0 } };

describe('merchant and member', () => {
  test('the menu, with pictures that are there', async () => {
    const phone = new Phone(server.url);
    const tiny = await phone.ask(getTinyMerchant, { query: { id: merchantId } });
    expect(tiny).toMatchObject({ id: merchantId, shortName: 'Lantern Alley Kitchen', serverMode: 0 });
    const home = await phone.ask(getMerchantHome, { query: { merchantId } });
    const { categories } = await phone.ask(getProductsByCategories, { query: { merchantId } });
    expect(categories.map(({ id, name }) => ({ id, name }))).toEqual(home.categories);
    const [dish] = categories[0]!.products;
    for (const path of [tiny.img, dish!.picture!.x1, dish!.picture!.x2])
      expect((await fetch(server.url + path)).status).toBe(200);
    const inChinese = await phone.ask(getMerchantHome, {
      query: { merchantId },
      headers: { languageCode: 'zh-TW' },
    });
    expect(inChinese.shortName).toBe('燈巷小館');
    expect(await phone.refusal(getTinyMerchant, { query: { id: '4711' } })).toBe(codes.notFound);
  });

  test('nobody, guest, member', async () => {
    const phone = new Phone(server.url);
    expect(await phone.refusal(getMember)).toBe(codes.unauthorized);
    phone.token = (await phone.ask(getAnonymousToken)).token;
    const guest = await phone.ask(registerGuest);
    expect(guest.registrationState).toBe(0);
    phone.token = guest.token;
    expect((await phone.ask(registerGuest)).id).toBe(guest.id);
    const names = { id: guest.id, name: 'Ann Lee', firstName: 'Ann', lastName: 'Lee' };
    const profile = { ...names, mail: '', birthday: null, languagePreference: 'en-US' };
    expect(await phone.ask(updateMember, { body: profile })).toMatchObject(names);

    const number = '4155552671';
    const member = await phone.logIn(number);
    expect(member).toMatchObject({ registrationState: 1, phone: number, firstName: 'Ann' });
    expect(member.id).not.toBe(guest.id);
    expect((await phone.ask(getMember)).id).toBe(member.id);
    const wrong = { phone: number, code: 'no code', autoFillingName: true };
    expect(await phone.refusal(login, { body: wrong })).toBe(codes.badRequest);
    phone.token = 'forged';
    expect(await phone.refusal(getMember)).toBe(codes.unauthorized);
  });
});

describe('table', () => {
  test('the scan names no session, the group is the table’s id', async () => {
    const ann = await new Phone(server.url).sit('1');
    const info = await ann.ask(getTableByQrcode, { params: { id: '1' } });
    expect(info).toMatchObject({ tableName: '1', guests: 0, orderType: null });
    expect(info).not.toHaveProperty('sessionId');
    expect(await ann.refusal(getTableByQrcode, { params: { id: '99' } })).toBe(codes.notFound);

    const query = { userId: ann.member.id, tableId: info.tableId };
    const envelope = await ann.envelope(negotiate, { query });
    expect(envelope).not.toHaveProperty('group');
    const url = await ann.ask(negotiate, { query });
    expect(new URL(url).host).toBe(new URL(server.url).host);
    const claims = decodeJwt(new URL(url).searchParams.get('access_token')!);
    expect(claims.sub).toBe(ann.member.id);

    const client = new WebPubSubClient(url, clientOptions);
    await client.start();
    await client.joinGroup(info.tableId);
    await client.sendToGroup(info.tableId, { hello: true }, 'json', { noEcho: true });
    await expect(client.joinGroup('1001999')).rejects.toThrow();
    const stopped = new Promise<void>((resolve) => client.on('stopped', () => resolve()));
    client.stop();
    await stopped;
  });

  test('order codes', async () => {
    const ann = await new Phone(server.url).sit('1');
    expect(await ann.ask(sendOrderCodeMessage, { body: { tableId: ann.tableId } })).toEqual({ sent: true });
    const code = await ann.codeFor('Table 1');
    expect(await ann.ask(checkOrderCode, { params: { code } })).toEqual({ valid: true });
    expect(await ann.ask(checkOrderCode, { params: { code: 'none' } })).toEqual({ valid: false });
  });
});

describe('cart', () => {
  test('stores the author’s lines as sent, and names them', async () => {
    const ann = await new Phone(server.url).sit('1');
    const first = await send(ann, [line(noodles, 2), line(eggs, 1)], { guests: 3, type: 0 });
    const [a, b] = first.orderItems;
    expect([a?.id, b?.id]).toEqual([
      expect.stringMatching(/^[1-9]\d*$/),
      expect.stringMatching(/^[1-9]\d*$/),
    ]);
    expect(first).toMatchObject({ guests: 3, type: 0, cartRowVersion: 1 });
    expect(a).toMatchObject({ productId: noodles!.productId, quantity: 2 });
    expect(Number(a?.itemWithAdjustmentAmount)).toBeCloseTo(2 * Number(noodles!.price));

    const second = await send(ann, [line(noodles, 0, a!.id), line(eggs, 4, b!.id), line(noodles, 1)]);
    expect(second.orderItems.map(({ id }) => id)).toEqual([b!.id, expect.stringMatching(/^\d+$/)]);
    expect(second.orderItems.map(({ id }) => id)).not.toContain(a!.id);
    expect(second).toMatchObject({ guests: 3, type: 0, cartRowVersion: 2 });
    const same = second.orderItems.map(({ id, quantity, productId, categoryId }) =>
      line({ productId, categoryId }, quantity, id),
    );
    expect((await send(ann, same)).cartRowVersion, 'the same again is no change').toBe(2);
    expect(await ann.ask(getGuests)).toEqual({ guests: 3 });
  });

  // CA20
  test('the whole table’s carts, each diner’s lines apart', async () => {
    const ann = await new Phone(server.url).sit('1');
    const mei = await new Phone(server.url).sit('1');
    await send(ann, [line(noodles, 2)]);
    await send(mei, [line(eggs, 1)], { guests: 2 });
    const cart = await mei.ask(getCart, cartQuery);
    expect(cart.userCarts.map(({ userId, orderItems }) => [userId, orderItems[0]?.quantity])).toEqual([
      [ann.member.id, 2],
      [mei.member.id, 1],
    ]);
    expect(cart).toMatchObject({ guests: 2, cartRowVersion: 2, lastOperateAt: cart.updateAt });
    expect(await ann.ask(initializeCart, { body: { merchantId, browserId: 'b1' } })).toEqual(cart);
    expect((await mei.ask(getTableByQrcode, { params: { id: '1' } })).guests).toBe(2);

    await send(mei, []);
    expect((await ann.ask(getCart, cartQuery)).userCarts.map(({ userId }) => userId)).toEqual([
      ann.member.id,
    ]);
    await ann.ask(clearCart);
    expect(await mei.ask(getCart, cartQuery)).toMatchObject({ userCarts: [], cartRowVersion: 4, guests: 2 });
  });

  test('what is sold out stands apart', async () => {
    const ann = await new Phone(server.url).sit('1');
    const soldOut = dishes.find((dish) => dish.soldOut === true);
    await send(ann, [line(soldOut, 1), line(noodles, 1)]);
    const [cart] = (await ann.ask(getCart, cartQuery)).userCarts;
    expect(cart!.orderItems.map(({ productId }) => productId)).toEqual([noodles!.productId]);
    expect(cart!.invalidOrderItems.map(({ productId }) => productId)).toEqual([soldOut!.productId]);
  });

  test('knows nothing of events', async () => {
    const ann = await new Phone(server.url).sit('1');
    const events = { events: [{ nonsense: true }], known: { a: 1 } };
    expect(await send(ann, [line(noodles, 1)], {}, events)).not.toHaveProperty('sync');
    expect(await ann.ask(getCart, { query: { ...cartQuery.query, known: '{"a":1}' } })).not.toHaveProperty(
      'sync',
    );
    expect(await ann.ask(clearCart, { headers: { 'Cart-Events': 'nonsense' } })).toBeNull();
    expect(await ann.refusal(getPlacement, { params: { placementId: 'p1' } })).toBe(codes.notFound);
  });
});

describe('knobs', () => {
  test('a lost answer is an answer only: the change is made', async () => {
    const ann = await new Phone(server.url).sit('1');
    server.knobs.dropAnswerOf = updateCart.path;
    await expect(send(ann, [line(noodles, 1)])).rejects.toThrow('terminated');
    expect((await ann.ask(getCart, cartQuery)).cartRowVersion).toBe(1);
    expect(server.knobs.dropAnswerOf).toBeNull();
    await expect(send(ann, [line(noodles, 1)])).resolves.toBeDefined();
  });

  test('offline: no calls, no sockets; turned over HTTP too', async () => {
    const ann = await new Phone(server.url).sit('1');
    const url = await ann.ask(negotiate, { query: { userId: ann.member.id, tableId: ann.tableId! } });
    const socket = await open(url);
    const turn = (wish: object) =>
      fetch(`${server.url}/knobs`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(wish),
      });
    expect(await (await turn({ offline: true })).json()).toMatchObject({ offline: true });
    await socket.closed;
    await expect(open(url)).rejects.toThrow();
    await expect(ann.ask(getCart, cartQuery)).rejects.toThrow('fetch failed');
    await turn({ offline: false });
    await expect(ann.ask(getCart, cartQuery)).resolves.toBeDefined();
    expect((await turn({ unheard: true })).status).toBe(500);
  });

  test('latency', async () => {
    const ann = await new Phone(server.url).sit('1');
    server.knobs.latencyMs = 40;
    const start = performance.now();
    await ann.ask(getCart, cartQuery);
    server.knobs.latencyMs = 0;
    expect(performance.now() - start).toBeGreaterThanOrEqual(39);
  });
});

test('pages are the built phone, other calls are unknown', async () => {
  const page = await fetch(`${server.url}/m/1001/q/1`, { headers: { Accept: 'text/html' } });
  expect(await page.text()).toMatch(/<div id="root">|The phone is not built/);
  const phone = new Phone(server.url);
  const envelope = await phone.envelope({ method: 'GET', path: '/api/unheard/of' });
  expect(envelope).toMatchObject({ success: false, code: codes.notFound });
});
