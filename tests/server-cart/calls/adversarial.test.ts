// @module-tag sqlite
/** Requests that no honest phone sends. The server answers each in the envelope, without a 500, and stores nothing. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { envelopeSchema, type Call } from '#contract/http/call.ts';
import { clearCart, getCart, getGuests, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { codes, rejections } from '#contract/codes.ts';
import { headers as headerNames } from '#contract/http/headers.ts';
import { login, sendPhoneCode, updateMember } from '#contract/calls/member.ts';
import { getMerchantHome, getProductsByCategories, getTinyMerchant } from '#contract/calls/merchant.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getPlacement,
  placeOrder,
  previewOrder,
} from '#contract/calls/order.ts';
import { checkOrderCode, getTableByQrcode, negotiate, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { maxCounter } from '#events/log/clock.ts';
import {
  expectData,
  startSharedServer,
  type CallOptions,
  type DinerAtTable,
} from '#tests/server/server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';
import { listDishes, emptyDetail, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

// One diner sends thousands of requests.
const server = startSharedServer({ environment: { REQUESTS_PER_MINUTE: '0' } });
const ann = createForTests(async () => await server.seat(await server.member('2125550101'), '1'));
const bob = createForTests(async () => await server.seat(await server.guest(), '1'));
const dish = createForTests(async () => createItem((await listDishes(server)).simple[0]!));

const readVersion = async ({ sessionId }: DinerAtTable) => {
  const { version } = await server.db
    .selectFrom('table_sessions')
    .select('version')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return version;
};
const toRefusal = ({ status, code, msg }: { status: number; code: number; msg: string }) => ({
  status,
  code,
  msg,
});

let replicas = 0;
const createReplica = () => `x${(replicas += 1)}`;
/** A valid `itemAdded` of Ann's with some fields replaced. */
const createAddition = (more: Readonly<Record<string, unknown>> = {}) => {
  const id = `${createReplica()}:1`;
  const fields = { id, at: [server.deps.clock.now(), 0], seen: {}, userId: ann.userId };
  return { ...fields, type: 'itemAdded', lineId: id, item: dish, quantity: 1, ...more };
};
const sendEvents = async (events: readonly unknown[], diner = ann) =>
  await server.call(updateCart, {
    ...diner,
    body: { merchantId: diner.merchantId, orderDetail: emptyDetail, events, known: {} },
  });

/** The accepted ids of this request, and the code with which the event was rejected. */
async function sendOneEvent(event: { readonly id: string }, diner = ann) {
  const { sync } = expectData(await sendEvents([event], diner));
  return [sync!.accepted, sync!.rejected?.find(({ ids }) => ids.includes(event.id))?.code];
}

/** Values of every kind, at their limits and beyond. `asJson` writes '1e999' as a number. */
const nasty: readonly unknown[] = [
  null,
  true,
  '1e999',
  -1,
  0.5,
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { constructor: 1, toString: 2 },
];

/** Every copy of `value` in which one part, at any depth, is left out or replaced by a nasty value. */
function* spoilValue(value: unknown): Generator {
  yield* nasty;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const bad of spoilValue(part))
      yield Array.isArray(value) ? value.with(Number(key), bad) : { ...value, [key]: bad };
    if (!Array.isArray(value))
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  }
}
const toJson = (value: unknown) => (JSON.stringify(value) ?? 'null').replaceAll('"1e999"', '1e999');

describe('an invalid request', () => {
  const line = () => ({
    id: 0,
    productId: dish.productId,
    categoryId: dish.categoryId,
    quantity: 1,
    notes: '',
    orderItemModifiers: [{ modifierProductId: '1', quantity: 1, price: '1.00' }],
  });
  const member = {
    name: 'A B',
    firstName: 'A',
    lastName: 'B',
    mail: 'a@b.cd',
    birthday: 305,
    languagePreference: 'en-US',
  };
  const registering = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
  test.each<[string, Call, () => unknown]>([
    [
      'updateCart',
      updateCart,
      () => ({ merchantId: '1001', orderDetail: { orderItems: [line()], type: 4, guests: 2 }, productId: 1 }),
    ],
    [
      'updateCart with events',
      updateCart,
      () => ({ merchantId: '1001', orderDetail: emptyDetail, events: [createAddition()], known: { r1: 1 } }),
    ],
    ['initializeCart', initializeCart, () => ({ merchantId: '1001', browserId: 'b', known: { r1: 1 } })],
    ['previewOrder', previewOrder, () => ({ orderItems: [line()], memberId: '1', userCouponIds: ['1'] })],
    [
      'placeOrder',
      placeOrder,
      () => ({
        merchantId: '1001',
        orderItems: [line()],
        orderCode: '1234',
        extraInfo: '{}',
        placementId: createReplica(),
        seen: { r1: 1 },
      }),
    ],
    ['updateMember', updateMember, () => ({ ...member, id: ann.userId, phone: '2125550101' })],
    ['login', login, () => ({ phone: '2125550109', code: '000000', ...registering })],
    ['sendPhoneCode', sendPhoneCode, () => ({ phone: '1' })],
    ['sendOrderCodeMessage', sendOrderCodeMessage, () => ({ tableId: ann.tableId })],
  ])('%s: the body', async (_name, call, body) => {
    let [sent, refusals] = [0, 0];
    for (const bad of spoilValue(body())) {
      const before = await readVersion(ann);
      const answer = await server.call(call, { ...ann, body: toJson(bad) });
      const about = `${answer.status}/${answer.code} ${answer.msg} for ${toJson(bad).slice(0, 300)}`;
      expect(answer.status, about).toBeLessThan(500);
      if (answer.code === codes.badRequest && answer.status === 400) {
        expect(answer.msg, about).toMatch(/^(?:body|placementId)/);
        expect(await readVersion(ann), about).toBe(before);
        refusals += 1;
      }
      sent += 1;
    }
    // The other copies are harmless, such as another word in free text or an optional field left out.
    expect(refusals / sent).toBeGreaterThan(0.55);
    expect(server.logged).toEqual([]);
    expect(
      (await server.ask(getCart, { ...ann, query: { merchantId: '1001', browserId: 'b' } })).sync,
    ).toBeDefined();
  });

  test.each<[string, Call, () => CallOptions]>([
    ['getCart', getCart, () => ({ query: { merchantId: '1001', browserId: 'b', known: '{"r1":1}' } })],
    ['getTinyMerchant', getTinyMerchant, () => ({ query: { id: '1001', settingValueEnums: '18001' } })],
    ['getMerchantHome', getMerchantHome, () => ({ query: { merchantId: '1001' } })],
    ['getProductsByCategories', getProductsByCategories, () => ({ query: { merchantId: '1001' } })],
    ['getOrderDetail', getOrderDetail, () => ({ query: { id: 'o' } })],
    ['getMemberOrderList', getMemberOrderList, () => ({ query: { pageIndex: 1, pageSize: 15 } })],
    ['negotiate', negotiate, () => ({ query: { userId: ann.userId, tableId: ann.tableId } })],
    ['getTableByQrcode', getTableByQrcode, () => ({ params: { id: '1' } })],
    ['checkOrderCode', checkOrderCode, () => ({ params: { code: '1234' } })],
    ['getPlacement', getPlacement, () => ({ params: { placementId: 'p' } })],
  ])('%s: the address', async (_name, call, sent) => {
    for (const part of ['query', 'params'] as const)
      for (const name of Object.keys(sent()[part] ?? {}))
        // In parallel, because the server delays refusals of a budget (D37).
        await Promise.all(
          nasty.map(async (bad) => {
            const text = typeof bad === 'string' ? bad.replaceAll('\ud800', '\ufffd') : toJson(bad);
            const answer = await server.call(call, {
              ...ann,
              ...sent(),
              [part]: { ...sent()[part], [name]: text },
            });
            expect(answer.status, `${answer.msg} for ${name}=${text.slice(0, 300)}`).toBeLessThan(500);
          }),
        );
    expect(server.logged).toEqual([]);
  });

  test('a header', async () => {
    const { merchantId, tableId, tableSession, languageCode, authorization, guestAccountIdentifier } =
      headerNames;
    const bads = [' ', '{}', '\u00ff', 'x'.repeat(4_000), "' or 1=1 --", '__proto__', 'Bearer', 'Bearer a b'];
    for (const name of [
      merchantId,
      tableId,
      tableSession,
      languageCode,
      authorization,
      guestAccountIdentifier,
    ])
      for (const bad of bads) {
        const answer = await server.call(getGuests, { ...ann, headers: { [name]: bad } });
        expect(answer.status, `${name}: ${bad.slice(0, 100)}`).toBeLessThan(500);
      }
    expect(server.logged).toEqual([]);
  });
});

describe('the header Cart-Events', () => {
  const clear = (more: string) => {
    const fields = `"at":[${server.deps.clock.now()},0],"seen":{},"userId":"${ann.userId}","scope":"table"`;
    return `{"id":"${createReplica()}:1","type":"cartCleared",${fields}${more}}`;
  };
  const sendHeader = async (text: string, encoding: 'base64url' | 'latin1' = 'base64url') =>
    await server.call(clearCart, {
      ...ann,
      headers: { [headerNames.cartEvents]: Buffer.from(text).toString(encoding) },
    });

  // CA23, CX2
  test('is one clear, in JSON, in base64url, and nothing else', async () => {
    const before = await readVersion(ann);
    const msg = 'header Cart-Events: must hold one cartCleared';
    const deep = `[${clear(`,"x":${'['.repeat(5_000)}${']'.repeat(5_000)}`)}]`;
    const wrong = ['{}', '[]', '[null]', `[${clear('')},${clear('')}]`, deep, toJson([createAddition()])];
    for (const text of [...wrong, `[${clear(',"seen":{"__proto__":1}')}]`])
      expect(toRefusal(await sendHeader(text)), text.slice(0, 200)).toEqual({ status: 400, code: 400, msg });
    expect(toRefusal(await sendHeader('!!!', 'latin1'))).toEqual({ status: 400, code: 400, msg });
    expect(await readVersion(ann)).toBe(before);
  });

  test('does not give an event inherited fields', async () => {
    // As an event of a newer version this clear would be stored and clear nothing.
    await sendEvents([createAddition()]);
    expect((await sendHeader(`[${clear(',"__proto__":{"v":99}')}]`)).success).toBe(true);
    const { sync } = await server.ask(getCart, { ...ann, query: { merchantId: '1001', browserId: 'b' } });
    expect(sync?.snapshot?.events?.at(-1)).not.toHaveProperty('v');
  });

  test('longer than all headers may be is refused in the envelope', async () => {
    const answer = await sendBytes(
      `GET /api/shoppingCart HTTP/1.1\r\nHost: x\r\nCart-Events: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatchObject({
      status: 431,
      envelope: { success: false, code: 400, msg: 'headers: are too large' },
    });
  });
});

describe('stored values are bounded', () => {
  test('an invalid order type of a snapshot phone is refused', async () => {
    const carl = await server.seat(await server.guest(), '2');
    for (const type of [9, 99, Number.MAX_SAFE_INTEGER]) {
      const answer = await server.call(updateCart, {
        ...carl,
        body: { merchantId: '1001', orderDetail: { orderItems: [], type } },
      });
      expect(toRefusal(answer)).toMatchObject({
        status: 400,
        msg: expect.stringMatching(/^body\.orderDetail\.type: /),
      });
    }
    expect(await readVersion(carl)).toBe(0);
  });

  test('a clock with an exhausted counter does not stop the log', async () => {
    const carl = await server.seat(await server.guest(), '3');
    const phone = createTablePhone(server, carl, createReplica());
    const event = phone.add(dish);
    await phone.send({ ...event, at: [event.at[0], maxCounter] });
    const detail = { merchantId: '1001', orderDetail: { orderItems: [], guests: 5 } };
    expect((await server.call(updateCart, { ...carl, body: detail })).success).toBe(true);
    expect((await phone.refresh()).version).toBe(3);
    expect(phone.view()).toMatchObject({ guests: 5, carts: [], blocked: [] });
  });

  test('nesting', async () => {
    const before = await readVersion(ann);
    const [open, close] = ['['.repeat(5_000), ']'.repeat(5_000)];
    const body = toJson({ merchantId: '1001', orderDetail: emptyDetail, events: [createAddition({ x: 0 })] });
    const deep = await server.call(updateCart, {
      ...ann,
      body: body.replace('"x":0', `"x":${open}${close}`),
    });
    expect(toRefusal(deep)).toEqual({ status: 400, code: 400, msg: 'body.events.0: is nested too deeply' });
    const text = await sendEvents([createAddition({ item: { ...dish, notes: `\\"${open.slice(0, 150)}` } })]);
    expect(text.data.sync?.accepted?.ids).toHaveLength(1);
    expect(await readVersion(ann)).toBe(before + 1);
  });

  test('of seen, quantities, texts and ids is limited, and too deep values count for nothing', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`r${index}`, 1]));
    const wrong = [
      createAddition({ seen: many }),
      createAddition({ quantity: 1e15 }),
      createAddition({
        item: { ...dish, modifiers: [{ modifierProductId: 'x', quantity: Number.MIN_SAFE_INTEGER }] },
      }),
      createAddition({ type: 'x'.repeat(41_000) }),
      createAddition({ id: 'constructor:1' }),
      createAddition({ type: 'orderPlaced', orderId: 'o1' }),
    ];
    for (const event of wrong)
      expect(await sendOneEvent(event), toJson(event).slice(0, 200)).toEqual([
        undefined,
        rejections.malformed,
      ]);
  });

  test('a dish of another merchant, or with choices that it does not have', async () => {
    const abroad = createItem((await listDishes(server, '1003')).simple[0]!);
    const extra = { ...dish, modifiers: [{ modifierProductId: 'none', quantity: 1 }] };
    for (const item of [abroad, extra])
      expect(await sendOneEvent(createAddition({ item }))).toEqual([
        undefined,
        codes.pleaseAddItAgainToYourCart,
      ]);
  });
});

describe('a diner who uses another diner’s name', () => {
  // CU10
  test('changes nothing: not by user id, not on their replica, not as the server', async () => {
    const phone = createTablePhone(server, ann, createReplica());
    const own = phone.add(dish);
    await phone.send(own);
    const [replica] = own.id.split(':') as [string];
    const before = await readVersion(ann);
    const forged = [
      createAddition(),
      createAddition({ id: `${replica}:2`, seen: { [replica]: 1 }, userId: bob.userId }),
      createAddition({ id: `${replica}:2`, seen: { [replica]: 1 } }),
      createAddition({ id: 'server:1', userId: bob.userId }),
    ];
    for (const event of forged)
      expect(await sendOneEvent(event, bob)).toEqual([undefined, rejections.notYours]);
    expect(await readVersion(ann)).toBe(before);
    expect((await phone.send(phone.add(dish))).accepted?.ids).toEqual([`${replica}:2`]);
  });
});

describe('a token', () => {
  const claims = { kind: 'member', merchantId: '1001' };
  test.each<[string, () => string]>([
    [
      'without a signature',
      () => new UnsecuredJWT(claims).setSubject(ann.userId).setExpirationTime('1h').encode(),
    ],
    [
      'with changed claims',
      () => {
        const [head, , signature] = bob.token.split('.') as [string, string, string];
        const body = { ...claims, sub: ann.userId, exp: Math.floor(Date.now() / 1000) + 3600 };
        return [head, Buffer.from(JSON.stringify(body)).toString('base64url'), signature].join('.');
      },
    ],
  ])('%s identifies no diner', async (_name, token) => {
    expect(await server.call(getGuests, { ...ann, token: token() })).toMatchObject({
      status: 401,
      code: 401,
    });
  });
});

test('CF1: an order with a numeric merchant is accepted like one with a text', async () => {
  const orderItems = [{ id: 0, productId: dish.productId, categoryId: dish.categoryId, quantity: 1 }];
  const preview = await server.call(previewOrder, { ...ann, body: { merchantId: 1001, orderItems } });
  expect(preview.code).toBe(codes.ok);
  const placed = await server.call(placeOrder, { ...bob, body: { merchantId: 1001, orderItems } });
  expect(placed.code).toBe(codes.guestModeDoesNotSupportPlacingOrders);
  const elsewhere = await server.call(previewOrder, { ...ann, body: { merchantId: 1003, orderItems } });
  expect(elsewhere.status).toBe(403);
});

describe('an address', () => {
  test.each([
    '/%61pi/shoppingCart/guests',
    '/ap%69/shoppingCart/guests',
    'http://host/api/shoppingCart/guests',
  ])('that writes a call differently, %s, is answered like the call', async (path) => {
    const answer = await requestRaw('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers['server-time']).toBeDefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['GET', '/%61pi/none'],
    ['PATCH', '/api/shoppingCart'],
    ['PROPFIND', '/api/shoppingCart'],
    ['OPTIONS', '/api/shoppingCart'],
    ['GET', '/api'],
    ['GET', '/api?x'],
    ['GET', '/api/../api/none'],
    ['GET', '/api/%00'],
  ])('or a method without a call, %s %s, is answered 404 in the envelope', async (method, path) => {
    const { status, text } = await requestRaw(method, path);
    expect([status, z.parse(envelopeSchema, JSON.parse(text)).code]).toEqual([404, 404]);
  });

  test('that leaves its folder, or is no file name, returns no file', async () => {
    const paths = ['..%2f..%2fmain.ts', '../../main.ts', '..%5cmain.ts', '%2e%2e/main.ts', '%00', '.', ''];
    const long = ['x'.repeat(5_000), encodeURIComponent('\u6f22').repeat(100)];
    for (const folder of ['/', '/pictures/', '/assets/'])
      for (const name of [...paths, ...long]) {
        const { status, text } = await requestRaw('GET', folder + name);
        expect(text).not.toContain('import');
        // 503, because no page is built in this test.
        expect([400, 403, 404, ...(folder === '/' ? [503] : [])], `${folder}${name}`).toContain(status);
      }
    expect(server.logged).toEqual([]);
  });

  test('that is not HTTP is answered in the envelope', async () => {
    const answer = await sendBytes('FOO /api/shoppingCart HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toMatchObject({
      status: 400,
      envelope: { code: 400, msg: 'The request is not valid HTTP' },
    });
  });
});

/** Sends the path as it is; `fetch` would normalise it. */
async function requestRaw(method: string, path: string) {
  type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };
  return await new Promise<Answer>((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${ann.token}`,
      merchantId: ann.merchantId,
      tableId: ann.tableId,
    };
    const request = httpRequest({ port: server.port, method, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    request.on('error', reject);
    request.end();
  });
}

/** The server's answer to these bytes, read until it closes the connection. */
async function sendBytes(bytes: string) {
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
  const [head, body] = text.split('\r\n\r\n') as [string, string];
  return { status: Number(head.split(' ')[1]), envelope: z.parse(envelopeSchema, JSON.parse(body)) };
}
