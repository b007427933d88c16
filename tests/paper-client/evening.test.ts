// @module-tag slow
/** A client written from the specification plays a whole evening, with each choice that the specification leaves open. */
import { describe, expect, test } from 'vitest';
import { createFreeTables } from '#testing/phones/table-phone.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import {
  PaperClient,
  type Answer,
  type Fields,
  type ListStyle,
  type PaperOptions,
  type Place,
} from './paper-client.ts';

const server = startSharedServer();
const freeTable = createFreeTables(server);

const createPaperClient = (more: Partial<PaperOptions> = {}) =>
  new PaperClient({ api: server.address, merchantId: '1001', ...more });

let phones = 0;
async function logIn(client: PaperClient): Promise<Answer> {
  phones += 1;
  const phone = `41555${String(50_000 + phones)}`;
  expectOk(await client.sendPhoneCode(phone));
  return expectOk(await client.login(phone, await server.readCode(phone)));
}

function expectOk(answer: Answer): Answer {
  expect(answer).toMatchObject({ status: 200, success: true, code: 0 });
  return answer;
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

/** A dish without choices, with the fields that a client of the specification sends. */
async function readPlainDish(client: PaperClient): Promise<Fields> {
  const { data } = expectOk(await client.products());
  const dishes = data.categories.flatMap((category) => category.products);
  const dish = dishes.find(({ soldOut, modifierGroups }) => soldOut === false && isEmpty(modifierGroups));
  return { productId: dish!['id'], price: dish!['price'] };
}

async function seatClient(more: Partial<PaperOptions> = {}, qrcodeId?: string): Promise<PaperClient> {
  const client = createPaperClient(more);
  expectOk(await client.registerGuest());
  expectOk(await client.scan(qrcodeId ?? (await freeTable())));
  return client;
}

const places: readonly Place[] = ['header', 'query', 'body'];

describe.each(places)('merchant and table in the %s', (place) => {
  test('every call of the evening is answered', async () => {
    const code = await freeTable();
    const said = { merchantIn: place, tableIn: place === 'body' ? 'query' : place } as const;
    const ann = await seatClient(said, code);
    const bob = await seatClient(said, code);
    // A call without a body cannot name the restaurant in it, so the server takes it from the token.
    for (const call of [ann.home, ann.products, () => ann.search({ keyword: 'noodle' }), ann.getMember])
      expectOk(await call());
    expectOk(await ann.tinyMerchant());
    const firstName = 'Ann';
    expectOk(await ann.putMember({ id: ann.member['id'], name: 'Ann Lee', firstName, lastName: 'Lee' }));
    expect((await ann.getMember()).data).toMatchObject({ name: 'Ann Lee', firstName, lastName: 'Lee' });

    const dish = await readPlainDish(ann);
    expectOk(await ann.initialize());
    const line = { ...dish, id: 0, quantity: 2, notes: '', orderItemModifiers: [] };
    expectOk(await ann.postCart([line], { guests: 2, type: 0 }));
    expect(await bob.lines(ann.member['id'])).toMatchObject([{ productId: dish['productId'], quantity: 2 }]);
    expect((await bob.getGuests()).data).toMatchObject({ guests: 2 });
    expectOk(await bob.postCart([{ ...line, quantity: 1 }]));
    expectOk(await bob.clearCart());
    expect(await ann.lines()).toEqual([]);

    await logIn(ann);
    expectOk(await ann.postCart([line]));
    const lines = await ann.lines();
    expect(expectOk(await ann.preview(lines)).data).toMatchObject({
      totalAmount: expect.stringMatching(/^\d/),
    });
    expectOk(await ann.sendOrderCode());
    const orderCode = await server.readCode(`Table ${ann.tableName}`);
    expect(expectOk(await ann.checkOrderCode(orderCode)).data).toEqual({ valid: true });
    ann.orderCode = orderCode;
    expect(expectOk(await ann.tableActiveOrder()).data).toBeNull();
    const orderId = expectOk(await ann.placeOrder(lines)).data.order.id;
    expect(orderId).toEqual(expect.any(String));

    expect(expectOk(await bob.tableActiveOrder()).data).toMatchObject({ id: orderId });
    expect(expectOk(await ann.hasProcessingOrder()).data).toEqual({ hasProcessingOrder: true });
    expect(expectOk(await ann.orderList()).data.list).toMatchObject([{ id: orderId }]);
    for (const query of [{ id: orderId }, { orderId }])
      expect(expectOk(await ann.orderDetail(query)).data).toMatchObject({ id: orderId });
    expect(await ann.lines()).toEqual([]);
    expect((await ann.orderDetail({})).status).toBe(400);
  });
});

test('without a token, the header, the query or the body names the restaurant', async () => {
  for (const merchantIn of places) expectOk(await createPaperClient({ merchantIn }).registerGuest());
  for (const merchantIn of ['header', 'query'] as const) {
    const stranger = createPaperClient({ merchantIn });
    for (const call of [stranger.home, stranger.products, () => stranger.search({ keyword: 'tea' })])
      expectOk(await call());
  }
  const nowhere = createPaperClient({ merchantIn: 'nowhere' });
  for (const call of [
    nowhere.home,
    nowhere.products,
    () => nowhere.search({ keyword: 'tea' }),
    nowhere.registerGuest,
  ])
    expect((await call.call(nowhere)).status).toBe(400);
});

test('the body alone may name the table, and the order has the lines of the body', async () => {
  const ann = await seatClient({ tableIn: 'body', merchantIn: 'body' });
  const dish = { ...(await readPlainDish(ann)), quantity: 1 };
  expectOk(await ann.postCart([dish]));
  const { tableId } = ann;
  expectOk(
    await ann.call('POST', '/api/shoppingCart', { body: { orderDetail: { tableId, orderItems: [] } } }),
  );
  expect(expectOk(await ann.initialize({})).data.userCarts).toEqual([]);
  expect((await ann.call('POST', '/api/shoppingCart', { body: {} })).status).toBe(400);
});

test.each<ListStyle>(['repeated', 'brackets', 'commas'])('a list may be written with %s', async (lists) => {
  const { data } = expectOk(await createPaperClient({ lists }).tinyMerchant([18_001, 18_005]));
  const settings = data.necessarySettingValues.map(({ templateEnum }) => templateEnum);
  expect(new Set(settings)).toEqual(new Set([18_001, 18_005]));
  expect(settings).toHaveLength(2);
});

test('messages are in the language of the HTTP header, where no other header names one', async () => {
  const { data } = expectOk(await createPaperClient({ language: 'zh-TW,zh;q=0.9' }).products());
  expect(data.categories[0]!.name).toMatch(/\p{Script=Han}/u);
});

describe('fields that a client omits from a body', () => {
  test('a member keeps name, mail and birthday if the call omits them', async () => {
    const ann = createPaperClient();
    await logIn(ann);
    const whole = { firstName: 'Ann', lastName: 'Lee', mail: 'ann@mail.test', birthday: 229 };
    expectOk(await ann.putMember({ id: ann.member['id'], ...whole }));
    expectOk(await ann.putMember({ name: 'Anna Lee' }));
    expect((await ann.getMember()).data).toMatchObject({ ...whole, firstName: 'Anna' });
    expect(await ann.putMember({ id: 'somebody', firstName: 'Eve' })).toMatchObject({ status: 403 });
  });

  test('a line without a category is the line of the menu’s category', async () => {
    const ann = await seatClient();
    const dish = await readPlainDish(ann);
    expectOk(await ann.postCart([{ ...dish, quantity: 1 }]));
    const [line] = await ann.lines();
    expect(line).toMatchObject({ ...dish, categoryId: expect.stringMatching(/./) });
    const { categoryId: _, ...without } = line!;
    expectOk(await ann.postCart([{ ...without, quantity: 4 }]));
    expect(await ann.lines()).toMatchObject([{ id: line!['id'], quantity: 4 }]);
  });
});

describe('what a client says about its table', () => {
  const readGuests = async (client: PaperClient) => (await client.getGuests()).data.guests;

  test.each(['guests', 'guestCount'])('when it starts, as %s', async (name) => {
    const ann = await seatClient();
    const orderType = name === 'guests' ? { type: 4 } : { orderType: 4 };
    expect(expectOk(await ann.initialize({ [name]: 6, ...orderType })).data).toMatchObject({
      guests: 6,
      type: 4,
    });
    expect(await readGuests(ann)).toBe(6);
  });

  test('with a change of the cart, and with an order', async () => {
    const ann = await seatClient();
    await logIn(ann);
    const dish = { ...(await readPlainDish(ann)), quantity: 1 };
    expectOk(await ann.postCart([dish], { guests: 6 }));
    expect(await readGuests(ann)).toBe(6);
    expectOk(await ann.sendOrderCode());
    ann.orderCode = await server.readCode(`Table ${ann.tableName}`);
    const { data } = expectOk(await ann.placeOrder(await ann.lines(), { guests: 3 }));
    expect(data.order.guests).toBe(3);
    expect(await readGuests(ann)).toBe(3);
  });

  test('a guest, who may not order, changes nothing at the table by trying', async () => {
    const ann = await seatClient();
    expectOk(await ann.postCart([{ ...(await readPlainDish(ann)), quantity: 1 }], { guests: 2 }));
    expect(await ann.placeOrder(await ann.lines(), { guests: 9 })).toMatchObject({ code: 10_011 });
    expect(await readGuests(ann)).toBe(2);
  });
});

// The identity comes from the token, whatever else a request names (CX2).
describe('another restaurant or table', () => {
  test.each(places)('is refused when it is named in the %s', async (place) => {
    const ann = await seatClient();
    const bob = await seatClient();
    const stray = new PaperClient({ api: server.address, merchantId: '1003', merchantIn: place });
    stray.token = ann.token;
    const calls = [() => stray.postCart([]), ...(place === 'body' ? [] : [stray.getMember])];
    for (const call of calls) expect((await call()).status).toBe(403);
    const thief = createPaperClient({ tableIn: place });
    Object.assign(thief, { token: ann.token, tableId: bob.tableId });
    const reads = [() => thief.postCart([]), ...(place === 'body' ? [] : [thief.getCart, thief.negotiate])];
    for (const call of reads) expect(await call()).toMatchObject({ status: 403, success: false });
  });
});
