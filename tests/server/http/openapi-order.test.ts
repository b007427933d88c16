// @module-tag slow
/** The API's description is enough to order with, and the server follows it. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { CartDetails } from '#contract/calls/cart.ts';
import type { Member } from '#contract/calls/member.ts';
import type { Menu } from '#contract/calls/merchant.ts';
import type { TableInfo } from '#contract/calls/table.ts';
import type { Order } from '#contract/order-fields.ts';
import { codes } from '#contract/codes.ts';
import { createForTests } from '#tests/for-tests.ts';
import { fakeClock, startSharedServer } from '../server-under-test.ts';
import { requireSigned } from '../webhooks/require-signed.ts';
import { createDescribedClient, type Answer } from './described-client.ts';
import { startPostReceiver, type Posted } from './post-receiver.ts';

const staffPassword = 'the-password-of-the-counter';
const smsSecret = 'a secret that only the gateway knows';
const webhookSecret = 'a secret that only the till knows';

const clock = fakeClock();
const receiver = createForTests(
  async () => await startPostReceiver(),
  ({ close }) => close(),
);
const server = startSharedServer(() => ({
  clock,
  environment: {
    STAFF_PASSWORD: staffPassword,
    SMS_WEBHOOK_URL: `${receiver.origin}/texts`,
    SMS_WEBHOOK_SECRET: smsSecret,
    WEBHOOK_NETWORKS: '127.0.0.1',
  },
}));

let document: string;
beforeAll(async () => {
  document = await (await fetch(`${server.address}/openapi.json`)).text();
});
const createClient = () => createDescribedClient(server.address, document);

const merchantId = '1001';
const createIdempotencyKey = (n: number) => ({ 'Idempotency-Key': `described-${n}` });

/** The data of an answer that must succeed. The client has compared it with the description. */
async function expectData<Data>(answer: Promise<Answer>): Promise<Data> {
  const { body } = await answer;
  expect(body).toMatchObject({ success: true, code: codes.ok });
  return body.data as Data;
}

test('a client that knows only the description scans, orders, and is refused as described', async () => {
  const url = `${receiver.origin}/orders`;
  const row = { id: 'till', merchant_id: merchantId, url, secret: webhookSecret, is_on: 1, created_at: 0 };
  await server.db.insertInto('webhooks').values(row).execute();
  const diner = createClient();
  const menu = await expectData<Menu>(diner.call('getProductsByCategories', { parameters: { merchantId } }));
  const dish = menu.categories
    .flatMap(({ products }) => products)
    .find(({ soldOut, modifierGroups }) => !soldOut && modifierGroups.every(({ min }) => min === 0))!;

  const who = { merchantId, languageCode: 'zh-TW' };
  const phone = '4155550199';
  await diner.call('sendPhoneCode', { parameters: { ...who, ...createIdempotencyKey(1) }, body: { phone } });
  const listPosted = (at: string) => receiver.posted.filter(({ path }) => path === at);
  const [{ text, headers: textHeaders }] = listPosted('/texts') as [Posted];
  diner.requireDelivery('smsText', JSON.parse(text), textHeaders);
  requireSigned(smsSecret, text, textHeaders);
  const [code] = /\b\d{6}\b/.exec(text)!;
  const options = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
  const loginKey = { ...who, ...createIdempotencyKey(2) };
  const member = await expectData<Member>(
    diner.call('login', { parameters: loginKey, body: { phone, code, ...options } }),
  );
  diner.secrets.set('diner', member.token!);

  const scan = diner.call('getTableByQrcode', { parameters: { ...who, id: '1' } });
  const { tableId, sessionId } = await expectData<TableInfo>(scan);
  const here = { ...who, tableId, 'Table-Session': sessionId! };
  await expectData(diner.call('negotiate', { parameters: { ...here, userId: member.id } }));
  const item = { id: 0, productId: dish.id, categoryId: dish.categoryId, quantity: 2 };
  const detail = { tableId, guests: 2, orderItems: [item] };
  const cartKey = { ...here, ...createIdempotencyKey(3) };
  await expectData(
    diner.call('updateCart', { parameters: cartKey, body: { merchantId, orderDetail: detail } }),
  );
  const asks = diner.call('getCart', { parameters: { ...here, browserId: 'described' } });
  const { userCarts, cartRowVersion } = await expectData<CartDetails>(asks);
  const inCart = userCarts.find(({ userId }) => userId === member.id)!.orderItems;
  expect(inCart).toMatchObject([{ productId: dish.id, quantity: 2 }]);

  const placement = { placementId: 'described-placement' };
  const order = { ...detail, ...placement, orderItems: inCart, cartRowVersion };
  await expectData(diner.call('previewOrder', { parameters: here, body: order }));
  const placed = diner.call('placeOrder', { parameters: here, body: order });
  const { order: bill } = await expectData<{ readonly order: Order }>(placed);
  expect(Number(bill.totalAmount)).toBeGreaterThan(0);
  expect(
    await expectData(diner.call('getPlacement', { parameters: { ...here, ...placement } })),
  ).toMatchObject({
    outcome: 'placed',
    order: { id: bill.id },
  });

  const late = { ...order, placementId: 'described-again' };
  const again = await diner.call('placeOrder', { parameters: here, body: late });
  expect(again).toMatchObject({ status: 200, body: { success: false } });

  await vi.waitFor(() => expect(listPosted('/orders')).toHaveLength(1), 5_000);
  const [{ text: news, headers }] = listPosted('/orders') as [Posted];
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(clock.now() / 1000)));
  diner.requireDelivery('orderNews', JSON.parse(news), headers);
  requireSigned(webhookSecret, news, headers);
});

describe('the two logins for staff', () => {
  let tillSecret: string;

  test('accept the session that the login sets', async () => {
    const counter = createClient();
    const login = await counter.call('staffLogin', { body: { merchantId, password: staffPassword } });
    const [name, secret] = login.headers.get('set-cookie')!.split(';', 1)[0]!.split('=') as [string, string];
    expect(name).toBe('staff');
    counter.secrets.set('staffSession', secret);
    expect((await counter.call('staffOverview')).body.data).toMatchObject({ orderCodeRequired: false });
    const body = { name: 'the till', scopes: ['readOrders'] };
    const made = await counter.call('createStaffToken', { body });
    tillSecret = (made.body.data as { secret: string }).secret;
  });

  test('accept the token that it creates for one of the restaurant’s own systems, within its scopes', async () => {
    const till = createClient();
    till.secrets.set('staffToken', tillSecret);
    expect((await till.call('staffWhoAmI')).body).toMatchObject({ data: { merchantId } });
    expect((await till.call('staffOverview')).body.data).toMatchObject({ orderCodeRequired: false });
    const refused = await till.call('setSoldOut', { body: { productId: '1', soldOut: true } });
    expect(refused).toMatchObject({ status: 403, body: { data: { scope: 'soldOut' } } });
    await expect(till.call('listStaffTokens')).rejects.toThrow(/needs one of/);
  });

  test('refuse the diner’s token, and a wrong token, as described', async () => {
    const stranger = createClient();
    stranger.secrets.set('diner', 'made.up.token');
    await expect(stranger.call('staffOverview')).rejects.toThrow(/needs one of/);
    expect(await stranger.call('getMember', { parameters: { merchantId } })).toMatchObject({
      status: 401,
      body: { success: false, code: codes.unauthorized },
    });
  });
});

test('the client reports an answer that differs from the description', async () => {
  const diner = createClient();
  const signature = `v1,${'A'.repeat(43)}=`;
  const signed = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': signature };
  await expect(diner.call('searchProducts')).rejects.toThrow('searchProducts: keyword is missing');
  await expect(diner.call('sendPhoneCode', { parameters: { merchantId }, body: {} })).rejects.toThrow(
    /required property 'phone'/,
  );
  expect(() => diner.requireDelivery('smsText', { recipient: 1, text: '' }, signed)).toThrow(
    /must be string/,
  );
  const lie = document.replaceAll('"taxName"', '"nameOfTax"');
  await expect(
    createDescribedClient(server.address, lie).call('getTinyMerchant', { parameters: { id: merchantId } }),
  ).rejects.toThrow(/required property 'nameOfTax'/);
});
