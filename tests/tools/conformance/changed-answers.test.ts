/** `npm run conformance` at a server with some wrong answers. */
import { afterEach, expect, test, vi } from 'vitest';
import { parseWire } from '#testing/foreign-server/core/wire.ts';
import { playAtForeignServer, type Evening } from './evening.ts';

interface Data {
  readonly [name: string]: unknown;
}

type Change = (data: Data) => unknown;

afterEach(() => void vi.unstubAllGlobals());

/** Plays an evening in which the answers to one call have other data. */
async function playWith(call: string, change: Change, switches: readonly string[] = []): Promise<Evening> {
  const real = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await real(address, init);
    if (`${init.method} ${new URL(address).pathname}` !== call) return answer;
    const envelope = parseWire(await answer.text()) as { data: Data | null };
    const text = JSON.stringify({ ...envelope, data: envelope.data && change(envelope.data) });
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  return await playAtForeignServer(switches);
}

const cart = 'GET /api/shoppingCart';
const preview = 'POST /api/merchant/order/preview';
const list = 'GET /api/merchant/order/member-order-list';
const active = 'GET /api/merchant/order/table-active-order';
const processing = 'GET /api/merchant/order/has-processing-order';
const menu = 'GET /api/member/merchant/products-by-categories';

const changeDishes =
  (change: (dish: Data) => Data): Change =>
  (categories) =>
    (categories as unknown as { products: Data[] }[]).map((category) => ({
      ...category,
      products: category.products.map(change),
    }));

test.each<[title: string, call: string, change: Change, words: string]>([
  ['its order is not in the list', list, () => [], `${list} has the order: 0 orders, and not `],
  ['no diner has an open order', processing, () => false, `${processing} knows the open order: it says that there is no order`],
  ['another order is open', processing, () => ({ id: 7 }), `${processing} knows the open order: order 7`],
  ['times are hours off', cart, (data) => ({ ...data, lastOperateTime: Date.now() - 8 * 3_600_000 }), `${cart} contains the time of its last change`],
  ['a preview cannot be read', preview, () => 'yes', `${preview}: cannot be read: data is "yes"`],
  ['dishes have no price that is read', menu, changeDishes(({ price, ...dish }) => ({ ...dish, unitPrice: price })), `${menu}: dishes have prices: products[].price is 0 or missing for every dish`],
  ['the menu is empty', menu, () => [], `${menu}: a dish can be ordered: no categories[].products[] can be read`],
])('the phone cannot use it: %s', async (_title, call, change, words) => {
  const { failures, isGood } = await playWith(call, change);
  expect(failures.join('\n')).toContain(words);
  expect(isGood).toBe(false);
}); // prettier-ignore

test.each<[title: string, call: string, change: Change, words: string]>([
  ['no total', preview, ({ totalAmount: _total, ...data }) => data, 'the phone shows the sum of the dishes, and says that the total is not known'],
  ['a total under another name', preview, ({ totalAmount, ...data }) => ({ ...data, orderTotalAmount: totalAmount }), 'unread   cartRowVersion, userCarts, orderTotalAmount'],
  ['no version of the cart', cart, ({ cartRowVersion: _version, updateAt: _at, ...data }) => data, 'a change that arrives late replaces a newer one'],
  ['no dishes of the open order', active, (data) => ({ ...data, orderItems: [], userCarts: [] }), 'an order whose answer was lost is not found again'],
])('the phone works without it: %s', async (_title, call, change, words) => {
  const { text, isGood } = await playWith(call, change);
  expect(text).toContain(words);
  expect(isGood).toBe(true);
}); // prettier-ignore

test('an invalid token is refused with another code than 401', async () => {
  const real = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const isBad = new Headers(init.headers).get('Authorization') === 'Bearer worthless';
    if (!isBad) return await real(address, init);
    return new Response('{"success":false,"code":403,"msg":"No."}', { status: 403 });
  });
  const { failures } = await playAtForeignServer([]);
  expect(failures).toEqual(['an invalid token is refused with 401: refused with 403']);
});

test('a slow change of the cart is accepted, and reported as slow', async () => {
  const { text, isGood } = await playAtForeignServer(['fault=delayed:cartPost:1:3100']);
  expect(text).toMatch(/✓ POST \/api\/shoppingCart: 1 lines sent\n {4}slow {5}3\.\d s: diners see their changes as unsent/);
  expect(isGood).toBe(true);
}); // prettier-ignore
