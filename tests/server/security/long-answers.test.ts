// @module-tag slow
/** No answer is longer than 256 kB, however full a table is. Longer lists come in pages (D37). */
import { expect, test } from 'vitest';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { kitchenScreen, type KitchenTicket } from '#contract/calls/kitchen.ts';
import { placeOrder, previewOrder, reportLostOrder } from '#contract/calls/order.ts';
import { sendReport } from '#contract/calls/report.ts';
import { listOrders } from '#contract/calls/till.ts';
import { limits } from '#contract/limits.ts';
import { describedCalls } from '#server/platform/http/docs/named-schemas.ts';
import { createForTests } from '#tests/for-tests.ts';
import { packLogs, readTextFile } from '#tests/log-files.ts';
import { listDishes, emptyDetail, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startSharedServer, type CallOptions } from '../server-under-test.ts';
import { createCookie } from './somebody-of.ts';

const server = startSharedServer({ environment: { REQUESTS_PER_MINUTE: '0' } });

const merchantId = '1001';
const copies = 6;
const createWideText = (length: number) => '辣'.repeat(length);
const createMany = <Made>(count: number, make: (n: number) => Made) =>
  Array.from({ length: count }, (_, n) => make(n));

/** A table with as much data as the limits allow. */
const scene = createForTests(async () => {
  const { db } = server;
  const now = server.deps.clock.now();
  const eve = await server.seat(await server.member('4155550111'));
  await db
    .updateTable('users')
    .set({ first_name: createWideText(limits.nameLength) })
    .where('id', '=', eve.userId)
    .execute();
  const bob = await server.seat(await server.guest());
  const { simple } = await listDishes(server);
  const createWideItem = (n: number) =>
    createItem(simple[0]!, `${n}${createWideText(limits.notesLength - 4)}`);
  const phone = createTablePhone(server, eve, 'eve');
  let added = 0;
  const add = async (count: number) => {
    const events = createMany(count, () => phone.add(createWideItem((added += 1))));
    const known = phone.view().known;
    await server.call(updateCart, { ...eve, body: { merchantId, orderDetail: emptyDetail, events, known } });
  };
  await add(100);
  await phone.refresh();
  const { order } = (await phone.place('placed')).data as { order: { id: string } };
  await add(100);
  await phone.refresh();
  const refused = await phone.place('too-long');
  await add(200);
  await add(200);
  await add(200);

  const row = await db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  const { change_no: _drawn, ...copied } = row;
  const { orderItems } = JSON.parse(row.body) as { orderItems: object[] };
  const orders = createMany(copies, (n) => ({
    ...copied,
    id: `copy-${n}`,
    body: JSON.stringify({
      ...(JSON.parse(row.body) as object),
      id: `copy-${n}`,
      orderItems: [...orderItems, ...orderItems].slice(0, 190),
    }),
  }));
  for (const copy of orders) await db.insertInto('orders').values(copy).execute();
  await db
    .insertInto('order_members')
    .values(orders.map(({ id }) => ({ order_id: id, user_id: eve.userId })))
    .execute();

  const guests = createMany(2 * limits.membersOfTable - 2, (n) => `${n}`.padStart(21, 'g'));
  const bare = { phone: null, last_name: '', mail: '', birthday: null, created_at: now, updated_at: now };
  const guest = {
    merchant_id: merchantId,
    kind: 'guest',
    first_name: createWideText(limits.nameLength),
    ...bare,
  } as const;
  await db
    .insertInto('users')
    .values(guests.map((id) => ({ id, ...guest })))
    .execute();
  await db
    .insertInto('session_members')
    .values(guests.map((user_id) => ({ session_id: eve.sessionId, user_id, joined_at: now })))
    .execute();
  const payment = { merchant_id: merchantId, order_id: order.id, user_id: eve.userId, share: guests[0]! };
  const money = { amount: '1.00', tip: '0.00', currency: 'USD', started_at: now, state: 'started' } as const;
  await db
    .insertInto('page_payments')
    .values(
      createMany(2_000, (n) => ({
        id: `payment-${n}`,
        ...payment,
        ...money,
        dispute: null,
        disputed_at: null,
      })),
    )
    .execute();

  const what = {
    userName: createWideText(40),
    productId: 'p'.repeat(64),
    name: createWideText(200),
    quantity: 1,
  };
  const lost = { serial: '1', at: 1, dishes: createMany(limits.lines, () => what) };
  for (const orderId of ['lost-1', 'lost-2'])
    await server.ask(reportLostOrder, { ...eve, body: { ...lost, orderId } });
  const log = readTextFile('tests/golden/v1-event-aware-server.jsonl');
  const noise = `{"t":1,"from":"note","text":"${'x'.repeat(200_000)}"}\n`;
  const packed = packLogs(createMany(8, () => log + noise));
  const report = { text: createWideText(2_000), redacted: true, packed };
  const { code: reportCode } = await server.ask(sendReport, { ...eve, body: report });
  const stored = await db.selectFrom('reports').selectAll().executeTakeFirstOrThrow();
  for (let n = 0; n < 49; n += 1)
    await db
      .insertInto('reports')
      .values({ ...stored, code: n.toString(6).padStart(6, '0').replaceAll('1', '8') })
      .execute();
  const createRemoval = (n: number) => ({
    path: ['dishes', `${n}`],
    from: { name: createWideText(1_000) },
    to: undefined,
  });
  const change = { merchant_id: merchantId, at: now, by_name: 'Mo', way: 'page', takes_back: null } as const;
  const edits = JSON.stringify(createMany(100, createRemoval));
  await db
    .insertInto('menu_changes')
    .values(createMany(21, (n) => ({ ...change, number: n + 1, edits, names: '{}' })))
    .execute();
  const person = {
    merchant_id: merchantId,
    role: 'waiter',
    pin_hash: '',
    created_at: now,
    removed_at: null,
  } as const;
  await db
    .insertInto('staff_people')
    .values(
      createMany(200, (n) => ({
        ...person,
        id: `${n}`.padStart(21, 'p'),
        name: createWideText(limits.nameLength),
      })),
    )
    .execute();
  const cookie = await createCookie(server, merchantId);
  return { eve, bob, phone, refused, orderId: order.id, createWideItem, reportCode, cookie, packed };
});

const asks: Readonly<Record<string, () => Pick<CallOptions, 'params' | 'query' | 'body'>>> = {
  getTinyMerchant: () => ({ query: { id: merchantId } }),
  getMerchantHome: () => ({ query: { merchantId } }),
  getProductsByCategories: () => ({ query: { merchantId } }),
  searchProducts: () => ({ query: { merchantId, keyword: 'tea' } }),
  getCart: () => ({ query: { merchantId, browserId: 'b', known: '{}' } }),
  initializeCart: () => ({ body: { merchantId, browserId: 'b', known: {} } }),
  updateCart: () => ({ body: { merchantId, orderDetail: emptyDetail, events: [], known: {} } }),
  getTableByQrcode: () => ({ params: { id: '1' } }),
  checkOrderCode: () => ({ params: { code: '1' } }),
  negotiate: () => ({ query: { userId: scene.eve.userId, tableId: scene.eve.tableId } }),
  getCoupons: () => ({ query: { state: 'available' } }),
  getPlacement: () => ({ params: { placementId: 'placed' } }),
  getOrderDetail: () => ({ query: { id: scene.orderId } }),
  getPaying: () => ({ query: { id: scene.orderId } }),
  getReceipt: () => ({ body: { orderId: scene.orderId } }),
  staffReceipt: () => ({ body: { orderId: scene.orderId } }),
  staffOrder: () => ({ params: { id: scene.orderId } }),
  exportAccounting: () => ({ query: { from: '2026-01-01', to: '2026-12-31', format: 'json' } }),
  olderOrders: () => ({ query: { after: '1.999999999999999.x' } }),
  restOfTables: () => ({ query: { after: '0.x' } }),
  listOrders: () => ({ query: { limit: 200 } }),
  readReport: () => ({ params: { code: scene.reportCode } }),
  staffDoor: () => ({ query: { merchantId } }),
};
/** Without a limit: the orders of a day, a closing, or the menu, as one file. */
const files = ['exportOrders', 'exportClosing', 'exportMenuDraft'];

const countBytes = ({ envelope }: { readonly envelope: unknown }) =>
  Buffer.byteLength(JSON.stringify(envelope));
const createStaffCaller = () => ({ merchantId, headers: { cookie: scene.cookie } });

const reading = describedCalls.filter(
  ({ name, call }) => (call.method === 'GET' || name in asks) && !files.includes(name),
);

test.each(reading)('$name', async ({ name, call }) => {
  const caller = call.path.startsWith('/api/staff') ? createStaffCaller() : scene.eve;
  const answer = await server.call(call, { ...caller, ...asks[name]?.() });
  expect(answer).toMatchObject({ status: 200, code: 0 });
  expect(countBytes(answer)).toBeLessThanOrEqual(limits.bodyBytes);
});

test('a snapshot phone gets its own lines first', async () => {
  const { eve, bob } = scene;
  const phone = createTablePhone(server, bob, 'bob');
  await phone.send(phone.add(scene.createWideItem(0)));
  for (const { diner, isWhole } of [{ diner: bob, isWhole: true }, { diner: eve, isWhole: false }]) {
    const answer = await server.call(getCart, { ...diner, query: { merchantId, browserId: 'b' } });
    expect(countBytes(answer)).toBeLessThanOrEqual(limits.bodyBytes);
    const own = answer.data.userCarts.find(({ userId }) => userId === diner.userId)!.orderItems;
    if (isWhole) expect(own).toHaveLength(1);
    else expect(own.length).toBeGreaterThan(100);
  }
}); // prettier-ignore

test('an order accepts no round that would make it longer; the answer to placing contains little else', async () => {
  expect(scene.refused).toMatchObject({ code: 400 });
  const { eve, phone, createWideItem } = scene;
  const orderItems = createMany(limits.lines, (n) => ({
    ...createWideItem(n),
    id: `${n}`,
    quantity: 1,
    orderItemModifiers: [],
  }));
  const preview = await server.call(previewOrder, { ...eve, body: { orderItems } });
  expect(preview).toMatchObject({ code: 400, msg: scene.refused.msg });
  const body = { ...phone.detail(), orderItems: [], placementId: 'placed', seen: {} };
  const again = await server.call(placeOrder, { ...eve, body });
  expect(again.code).toBe(0);
  expect(countBytes(again)).toBeLessThanOrEqual(limits.bodyBytes);
});

test('a client that keeps asking gets everything in the end: the kitchen’s tickets, and changed orders', async () => {
  const tickets: KitchenTicket[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const answer = await server.ask(kitchenScreen, { ...createStaffCaller(), query: after ? { after } : {} });
    tickets.push(...answer.tickets);
    after = answer.more;
  }
  expect(new Set(tickets.map(({ orderId }) => orderId)).size).toBe(1 + copies);
  expect(tickets).toHaveLength(1 + copies);
  const orders: string[] = [];
  for (let after = '0', more = true; more;) {
    const answer = await server.ask(listOrders, { ...createStaffCaller(), query: { after } });
    orders.push(...answer.orders.map(({ id }) => id));
    ({ after, more } = answer);
  }
  expect(new Set(orders).size).toBe(1 + copies);
  expect(orders).toHaveLength(1 + copies);
});
