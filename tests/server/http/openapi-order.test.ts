// @module-tag slow
/** What the API's description says is enough to order with, and is what the server does. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { forTests } from '#tests/for-tests.ts';
import { fakeClock, sharedServer } from '../server-under-test.ts';
import { requireSigned } from '../webhooks/require-signed.ts';
import { describedClient, type Answer } from './described-client.ts';

const staffPassword = 'the-password-of-the-counter';
const smsSecret = 'a secret that only the gateway knows';
const webhookSecret = 'a secret that only the till knows';

interface Posted {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Somebody who writes down what the server posts. */
const posted: Posted[] = [];
const receiver = forTests(
  async () => {
    const listening = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += String(part)));
      request.on('end', () => {
        posted.push({ path: request.url, headers: request.headers, text });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    return { origin: `http://127.0.0.1:${port}`, listening };
  },
  async ({ listening }) => void listening.close(),
);
const server = sharedServer(() => ({
  clock: fakeClock(),
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
const client = () => describedClient(server.address, document);

const merchantId = '1001';
const idempotencyKey = (n: number) => ({ 'Idempotency-Key': `described-${n}` });

/** The data of an answer that must be no refusal. */
async function taken<Data>(answer: Promise<Answer>, schema: z.ZodMiniType<Data>): Promise<Data> {
  const { body } = await answer;
  expect(body).toMatchObject({ success: true, code: codes.ok });
  return z.parse(schema, body.data);
}

const menuSchema = z.object({
  categories: z.array(
    z.object({
      products: z.array(
        z.object({
          id: z.string(),
          categoryId: z.string(),
          soldOut: z.boolean(),
          modifierGroups: z.array(z.object({ min: z.number() })),
        }),
      ),
    }),
  ),
});
const memberSchema = z.object({ id: z.string(), token: z.string() });
const tableSchema = z.object({ tableId: z.string(), sessionId: z.string() });
const cartSchema = z.object({
  userCarts: z.array(z.object({ userId: z.string(), orderItems: z.array(z.looseObject({})) })),
  cartRowVersion: z.number(),
});
const placedSchema = z.object({ order: z.object({ id: z.string(), totalAmount: z.string() }) });

test('a client that knows the description alone scans, orders, and is refused as described', async () => {
  const url = `${receiver.origin}/orders`;
  const row = { id: 'till', merchant_id: merchantId, url, secret: webhookSecret, is_on: 1, created_at: 0 };
  await server.db.insertInto('webhooks').values(row).execute();
  const diner = client();
  const menu = await taken(diner.call('getProductsByCategories', { parameters: { merchantId } }), menuSchema);
  const dish = menu.categories
    .flatMap(({ products }) => products)
    .find(({ soldOut, modifierGroups }) => !soldOut && modifierGroups.every(({ min }) => min === 0))!;

  const who = { merchantId, languageCode: 'zh-TW' };
  const phone = '4155550199';
  await diner.call('sendPhoneCode', { parameters: { ...who, ...idempotencyKey(1) }, body: { phone } });
  const { text, headers: textHeaders } = posted.find(({ path }) => path === '/texts')!;
  diner.requireDelivery('smsText', JSON.parse(text), textHeaders);
  requireSigned(smsSecret, text, textHeaders);
  const [code] = /\b\d{6}\b/.exec(text)!;
  const wishes = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
  const member = await taken(
    diner.call('login', {
      parameters: { ...who, ...idempotencyKey(2) },
      body: { phone, code, ...wishes },
    }),
    memberSchema,
  );
  diner.secrets.set('diner', member.token);

  const { tableId, sessionId } = await taken(
    diner.call('getTableByQrcode', { parameters: { ...who, id: '1' } }),
    tableSchema,
  );
  const here = { ...who, tableId, 'Table-Session': sessionId };
  await taken(diner.call('negotiate', { parameters: { ...here, userId: member.id } }), z.string());
  const item = { id: 0, productId: dish.id, categoryId: dish.categoryId, quantity: 2 };
  const detail = { tableId, guests: 2, orderItems: [item] };
  await taken(
    diner.call('updateCart', {
      parameters: { ...here, ...idempotencyKey(3) },
      body: { merchantId, orderDetail: detail },
    }),
    z.unknown(),
  );
  const { userCarts, cartRowVersion } = await taken(
    diner.call('getCart', { parameters: { ...here, browserId: 'described' } }),
    cartSchema,
  );
  const inCart = userCarts.find(({ userId }) => userId === member.id)!.orderItems;
  expect(inCart).toMatchObject([{ productId: dish.id, quantity: 2 }]);

  const order = { ...detail, orderItems: inCart, cartRowVersion, placementId: 'described-placement' };
  await taken(diner.call('previewOrder', { parameters: here, body: order }), z.unknown());
  const { order: bill } = await taken(
    diner.call('placeOrder', { parameters: here, body: order }),
    placedSchema,
  );
  expect(Number(bill.totalAmount)).toBeGreaterThan(0);
  const asked = { ...here, placementId: 'described-placement' };
  expect(await taken(diner.call('getPlacement', { parameters: asked }), z.unknown())).toMatchObject({
    outcome: 'placed',
    order: { id: bill.id },
  });

  const again = await diner.call('placeOrder', {
    parameters: here,
    body: { ...order, placementId: 'described-again' },
  });
  expect(again).toMatchObject({ status: 200, body: { success: false, code: expect.any(Number) } });
  expect(again.body.code).not.toBe(codes.ok);

  await vi.waitFor(() => expect(posted.filter(({ path }) => path === '/orders')).toHaveLength(1), 5_000);
  const { text: news, headers } = posted.find(({ path }) => path === '/orders')!;
  diner.requireDelivery('orderNews', JSON.parse(news), headers);
  requireSigned(webhookSecret, news, headers);
});

describe('the two ways in for staff', () => {
  let tillSecret: string;

  test('the session that the login sets', async () => {
    const counter = client();
    const login = await counter.call('staffLogin', { body: { merchantId, password: staffPassword } });
    const [name, secret] = login.headers.get('set-cookie')!.split(';', 1)[0]!.split('=') as [string, string];
    expect(name).toBe('staff');
    counter.secrets.set('staffSession', secret);
    expect((await counter.call('staffOverview')).body.data).toMatchObject({ orderCodeRequired: false });
    const body = { name: 'the till', scopes: ['readOrders'] };
    const made = await counter.call('createStaffToken', { body });
    tillSecret = (made.body.data as { secret: string }).secret;
  });

  test('the token that it makes for one of the restaurant’s own systems, within its scopes', async () => {
    const till = client();
    till.secrets.set('staffToken', tillSecret);
    expect((await till.call('staffWhoAmI')).body).toMatchObject({ data: { merchantId } });
    expect((await till.call('staffOverview')).body.data).toMatchObject({ orderCodeRequired: false });
    const refused = await till.call('setSoldOut', { body: { productId: '1', soldOut: true } });
    expect(refused).toMatchObject({ status: 403, body: { data: { scope: 'soldOut' } } });
    await expect(till.call('listStaffTokens')).rejects.toThrow(/needs one of/);
  });

  test('the diner’s token is none, and a wrong one is refused as described', async () => {
    const stranger = client();
    stranger.secrets.set('diner', 'made.up.token');
    await expect(stranger.call('staffOverview')).rejects.toThrow(/needs one of/);
    expect(await stranger.call('getMember', { parameters: { merchantId } })).toMatchObject({
      status: 401,
      body: { success: false, code: codes.unauthorized },
    });
  });
});

test('what is not as described is told by the client', async () => {
  const diner = client();
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
    describedClient(server.address, lie).call('getTinyMerchant', { parameters: { id: merchantId } }),
  ).rejects.toThrow(/required property 'nameOfTax'/);
});
