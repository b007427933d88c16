import { codeRefusals } from '#contract/calls/code-budget.ts';
import { DefaultQueryExecutor } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getPlacement,
  getTableActiveOrder,
  hasProcessingOrder,
  placeOrder,
  previewOrder,
  reportLostOrder,
} from '#contract/calls/order.ts';
import { sendOrderCodeMessage } from '#contract/calls/table.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, orderType } from '#contract/states.ts';
import { calculateLineAmount, sum } from '#projections/bill/money.ts';
import { calculateTotals } from '#testing/bill-totals.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { handOverOrders } from '#server/ordering/orders/hand-over-orders.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { limits } from '#contract/limits.ts';
import { fakeClock, startTestServer, startSharedServer } from '#tests/server/server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';
import { act, actOnOrder } from '#tests/server/staff/acts.ts';
import {
  listDishes,
  createFreeTables,
  createItem,
  sellOutDuring,
  createTablePhone,
} from '#testing/phones/table-phone.ts';

let phones = 0;
let members = 0;
const clock = fakeClock();
const server = startSharedServer({ clock });
const menu = createForTests(() => listDishes(server));
const freeTable = createFreeTables(server);

async function createMember(merchantId = '1001') {
  members += 1;
  clock.advance(61_000);
  return await server.member(`21255${String(50_000 + members)}`, { merchantId });
}

/** A member and a guest at a free table, each with a dish in the cart. */
async function createTwoPhones() {
  phones += 1;
  const qrcode = await freeTable();
  const mia = createTablePhone(server, await server.seat(await createMember(), qrcode), `rm${phones}`);
  const gus = createTablePhone(server, await server.seat(await server.guest(), qrcode), `rg${phones}`);
  await mia.send(mia.add(createItem(menu.simple[0]!), 2));
  await gus.refresh();
  await gus.send(gus.add(createItem(menu.simple[1]!)));
  await mia.refresh();
  return { mia, gus };
}

function orderOf(answer: { data: unknown }): Order {
  return (answer.data as { order: Order }).order;
}

const createRefusal = (text: string) => ({ code: 400, msg: expect.stringContaining(text) as string });

describe('preview', () => {
  test("lines, tax and service charge are the menu's and the merchant's", async () => {
    const { mia } = await createTwoPhones();
    const body = { ...mia.detail(), guests: 2, userCouponIds: [] };
    const preview = await server.ask(previewOrder, { ...mia.diner, body });
    const amounts = [
      calculateLineAmount(createItem(menu.simple[0]!), 2),
      calculateLineAmount(createItem(menu.simple[1]!), 1),
    ];
    const totals = calculateTotals(amounts, { taxRate: '0.05', serviceChargeRate: '0.10' });
    expect(preview).toMatchObject({ ...totals, guests: 2, subTotalAmount: sum(amounts) });
    expect(preview.orderTaxes).toMatchObject([
      { name: 'Sales tax', rate: '0.05', amount: totals.totalTaxAmount },
    ]);
    expect(new Set(preview.orderItems.map(({ price }) => price))).toEqual(
      new Set([menu.simple[0]!.price, menu.simple[1]!.price]),
    );
  });

  test('a line without a quantity is ignored', async () => {
    const { mia } = await createTwoPhones();
    const orderItems = [2, 0, -1].map((quantity, n) => {
      const { id: productId, categoryId } = menu.simple[n]!;
      return { id: String(n), productId, categoryId, quantity };
    });
    const preview = await server.ask(previewOrder, { ...mia.diner, body: { orderItems } });
    expect(preview.orderItems).toHaveLength(1);
    expect(preview.orderItems).toMatchObject([{ productId: menu.simple[0]!.id, quantity: 2 }]);
    expect(preview.subTotalAmount).toBe(calculateLineAmount(createItem(menu.simple[0]!), 2));
  });

  test('sold-out dishes are refused by name', async () => {
    const { mia } = await createTwoPhones();
    const { id: productId, categoryId, name } = menu.soldOut;
    const body = { orderItems: [{ id: '0', productId, categoryId, quantity: 1 }] };
    expect(await server.call(previewOrder, { ...mia.diner, body })).toMatchObject({
      code: codes.soldOut,
      msg: expect.stringContaining(name) as string,
    });
  });
});

describe('placing', () => {
  // CU8, CV16, CE3
  test('CE3: a guest cannot place orders, and the attempt may be repeated', async () => {
    const { mia, gus } = await createTwoPhones();
    await gus.refresh();
    expect(await gus.place('p-guest')).toMatchObject({
      code: codes.guestModeDoesNotSupportPlacingOrders,
      success: false,
    });
    expect((await mia.place('p-guest')).success).toBe(true);
  });

  // CA16
  test('O1, O2: a member places the table’s order; the same attempt again returns the same order', async () => {
    const { mia, gus } = await createTwoPhones();
    const shown = mia.detail();
    const seen = mia.view().known;
    const placed = await mia.place('p1');
    const order = orderOf(placed);
    expect(order).toMatchObject({
      rowVersion: 1,
      status: 0,
      memberId: mia.diner.userId,
      tableId: mia.diner.tableId,
    });
    expect(order.orderItems.map(({ userId, quantity, round }) => [userId, quantity, round])).toEqual(
      expect.arrayContaining([
        [mia.diner.userId, 2, 1],
        [gus.diner.userId, 1, 1],
      ]),
    );
    expect(mia.carts()).toEqual([]);
    expect(mia.view().lastOrderId).toBe(order.id);
    const again = await server.call(placeOrder, {
      ...mia.diner,
      body: { ...shown, placementId: 'p1', seen },
    });
    expect(orderOf(again)).toEqual(order);
    expect(await server.ask(getPlacement, { ...mia.diner, params: { placementId: 'p1' } })).toMatchObject({
      outcome: 'placed',
      order: { id: order.id },
      code: null,
    });
    const gone = await server.call(placeOrder, { ...mia.diner, body: { ...shown, placementId: 'p2', seen } });
    expect(gone.code).toBe(codes.shoppingCartUpdated);
    const { snapshot } = await gus.refresh();
    expect(gus.carts()).toEqual([]);
    expect(gus.digest()).toBe(mia.digest());
    // The order is compacted, and the answer still names it with its author (F4).
    expect(snapshot?.events).toMatchObject([{ type: 'orderPlaced', userId: mia.diner.userId }]);
  });

  test('O1: of many simultaneous attempts on one cart, one is an order', async () => {
    const { mia } = await createTwoPhones();
    const body = { ...mia.detail(), seen: mia.view().known };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        server.call(placeOrder, { ...mia.diner, body: { ...body, placementId: `many-${n >> 1}` } }),
      ),
    );
    const orders = answers.filter(({ success }) => success);
    expect(new Set(orders.map((answer) => orderOf(answer).id)).size).toBe(1);
    // Each attempt is sent twice, and both requests of the winner get the order (O2).
    expect(orders).toHaveLength(2);
    for (const { success, code } of answers) if (!success) expect(code).toBe(codes.shoppingCartUpdated);
    const rows = await server.db
      .selectFrom('orders')
      .select(['id', 'rounds'])
      .where('session_id', '=', mia.diner.sessionId)
      .execute();
    expect(rows).toEqual([{ id: orderOf(orders[0]!).id, rounds: 1 }]);
  });

  test('O1, CA16: an unseen addition stays for the second round, on the same order', async () => {
    const { mia, gus } = await createTwoPhones();
    await gus.refresh();
    await gus.send(gus.add(createItem(menu.simple[2]!), 4));
    const first = await mia.order('p1');
    expect(mia.carts()).toEqual([[gus.diner.userId, [['', 4]]]]);
    const second = await mia.order('p2');
    expect(second).toMatchObject({ id: first.id, rowVersion: 2 });
    expect(second.orderItems.map(({ round }) => round)).toEqual([1, 1, 2]);
    expect(new Set(second.orderItems.map(({ id }) => id)).size).toBe(3);
    expect(second.subTotalAmount).toBe(
      sum(second.orderItems.map(({ itemWithAdjustmentAmount }) => itemWithAdjustmentAmount!)),
    );
    expect(mia.carts()).toEqual([]);
  });

  // CE2
  test('O1: an unseen decrease refuses the order; after a look at the cart it is placed', async () => {
    const { mia, gus } = await createTwoPhones();
    await gus.refresh();
    await gus.send(gus.decrease());
    expect((await mia.place('p1')).code).toBe(codes.shoppingCartUpdated);
    await mia.refresh();
    // A refusal is final for its placement id (O2).
    expect((await mia.place('p1')).code).toBe(codes.shoppingCartUpdated);
    expect((await mia.order('p2')).orderItems).toHaveLength(1);
  });

  // CX2
  test('O5: a line that is left out stays in its diner’s cart, and can be ordered or changed later', async () => {
    const { mia, gus } = await createTwoPhones();
    const without = gus.getOwnLines().map(({ lineId }) => lineId);
    const order = await mia.order('p1', { without });
    expect(order.orderItems.map(({ userId, quantity }) => [userId, quantity])).toEqual([
      [mia.diner.userId, 2],
    ]);
    expect(order.subTotalAmount).toBe(calculateLineAmount(createItem(menu.simple[0]!), 2));
    expect(mia.carts()).toEqual([[gus.diner.userId, [['', 1]]]]);
    // The same placement id returns the same order, also without `without` (O2).
    expect(await mia.order('p1')).toEqual(order);
    const late = gus.note('mild');
    expect((await gus.send(late)).rejected ?? []).toEqual([]);
    expect(gus.digest()).toBe((await mia.refresh()).digest);
    expect(gus.getOwnLines()).toMatchObject([{ lineId: without[0], item: { notes: 'mild' } }]);
    expect(await mia.order('p2')).toMatchObject({ id: order.id, rowVersion: 2 });
    expect(mia.carts()).toEqual([]);
  });

  test('O5: a sold-out dish that is left out does not block the table’s order', async () => {
    const { mia, gus } = await createTwoPhones();
    const { id, name } = menu.simple[1]!;
    await sellOutDuring(server, id, async () => {
      expect(await mia.place('p1')).toMatchObject({
        code: codes.soldOut,
        msg: expect.stringContaining(name) as string,
      });
      expect((await mia.place('p2', { without: [mia.getOwnLines()[0]!.lineId] })).code).toBe(codes.soldOut);
      expect((await mia.place('p3', { without: [gus.getOwnLines()[0]!.lineId] })).success).toBe(true);
    });
    await gus.refresh();
    expect(gus.getOwnLines()).toHaveLength(1);
  });

  test('guests and order type are the table’s; the phone’s count only if the table has none', async () => {
    const { mia } = await createTwoPhones();
    const claims = { guests: 9, type: orderType.delivery };
    expect(await mia.order('claimed', claims)).toMatchObject(claims);

    const { mia: host } = await createTwoPhones();
    await host.send(host.guests(4), host.orderType(orderType.toGo));
    expect(await host.order('agreed', claims)).toMatchObject({ guests: 4, type: orderType.toGo });

    const { mia: silent } = await createTwoPhones();
    expect(await silent.order('unsaid')).toMatchObject({ guests: 1, type: orderType.dineIn });
  });

  test('a snapshot phone orders what it shows', async () => {
    const { mia } = await createTwoPhones();
    const body = mia.detail();
    const wrong = { orderItems: body.orderItems.slice(1) };
    expect((await server.call(placeOrder, { ...mia.diner, body: wrong })).code).toBe(
      codes.shoppingCartUpdated,
    );
    expect((await server.call(placeOrder, { ...mia.diner, body })).success).toBe(true);
    const again = await server.call(placeOrder, { ...mia.diner, body });
    expect(again.code, 'the same once more').toBe(codes.orderSubmitted);
    expect((await server.call(placeOrder, { ...mia.diner, body: { orderItems: [] } })).code).toBe(
      codes.badRequest,
    );
  });

  // CX4
  test('O2: a query for an attempt that never arrived refuses that attempt for good', async () => {
    const { mia } = await createTwoPhones();
    const params = { placementId: 'lost' };
    const asked = await server.ask(getPlacement, { ...mia.diner, params });
    expect(asked).toMatchObject({ outcome: 'refused', order: null, code: codes.shoppingCartUpdated });
    expect((await mia.place('lost')).code).toBe(codes.shoppingCartUpdated);
    expect((await mia.place('found')).success).toBe(true);
  });

  test('O2: another diner’s attempt is not shown', async () => {
    const { mia, gus } = await createTwoPhones();
    await mia.place('p1');
    const params = { placementId: 'p1' };
    expect(await server.call(getPlacement, { ...gus.diner, params })).toMatchObject({ status: 403 });
  });

  // CE8, CA16
  test('a round after a part payment joins the order; after full payment it is an order of its own', async () => {
    const { mia } = await createTwoPhones();
    const till = await server.till();
    const order = await mia.order('p1');
    const payAmount = async (amount: string) =>
      await server.ask(actOnOrder, { ...till, ...act(order, { type: 'orderPaid', amount, method: 'cash' }) });
    await payAmount('0.01');
    await mia.send(mia.add(createItem(menu.simple[0]!)));
    const joined = await mia.order('p2');
    expect(joined).toMatchObject({ id: order.id, paymentsTotal: '0.01' });
    const { order: paid } = await payAmount(calculateOwed(joined));
    expect(paid.status).toBe(orderStatus.progressing);
    await mia.send(mia.add(createItem(menu.simple[0]!)));
    expect((await mia.order('p3')).id).not.toBe(order.id);
  });

  test('CE8: a round is not added to an order whose payment another system has begun', async () => {
    const { mia } = await createTwoPhones();
    const order = await mia.order('p1');
    const pay = async (payment_status: number) =>
      await server.db.updateTable('orders').set({ payment_status }).where('id', '=', order.id).execute();
    await mia.send(mia.add(createItem(menu.simple[0]!)));
    await pay(3);
    expect((await mia.place('p2')).code).toBe(codes.checkoutInProgress);
    await pay(5);
    expect((await mia.place('p3')).code).toBe(codes.orderHasCheckout);
    await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute();
    expect((await mia.order('p4')).id).not.toBe(order.id);
  });

  test('CA7: a required order code opens one order', async () => {
    const rows = await server.db.selectFrom('merchants').select(['id', 'body']).execute();
    const merchantId = rows.find(({ body }) => /"orderCodeRequired":true/.test(body))!.id;
    const seated = await server.seat(await createMember(merchantId));
    const phone = createTablePhone(server, seated, 'rc');
    const { simple } = await listDishes(server, merchantId);
    await phone.send(phone.add(createItem(simple[0]!)));
    const readOrderCode = async () =>
      await server.db
        .selectFrom('order_codes')
        .select(['code', 'tries_left'])
        .where('session_id', '=', seated.sessionId)
        .executeTakeFirstOrThrow();
    const sendCode = async () => {
      await server.ask(sendOrderCodeMessage, { ...seated, body: { tableId: seated.tableId } });
      const { code, tries_left: tries } = await readOrderCode();
      return { code, wrong: code === '000000' ? '000001' : '000000', tries };
    };
    let attempts = 0;
    const placeWith = async (orderCode?: string) =>
      (await phone.place(`coded-${(attempts += 1)}`, { orderCode })).code;

    expect(await placeWith()).toBe(codes.orderCodeMiss);
    const { code, wrong, tries } = await sendCode();
    for (const none of [undefined, '', '  ']) expect(await placeWith(none)).toBe(codes.orderCodeMiss);
    expect((await readOrderCode()).tries_left, 'a diner without a code has not guessed').toBe(tries);
    expect(await placeWith(wrong)).toBe(codes.orderCodeMiss);
    expect((await readOrderCode()).tries_left).toBe(tries - 1);
    expect(await placeWith(code)).toBe(codes.ok);
    await phone.send(phone.add(createItem(simple[0]!)));
    expect(await placeWith(code)).toBe(codes.orderCodeMiss);
    const last = await sendCode();
    for (let n = 0; n < tries - 1; n += 1) expect(await placeWith(last.wrong)).toBe(codes.orderCodeMiss);
    expect(await placeWith(last.code)).toBe(codeRefusals.orderCodesSpent);
  });
});

describe('reading orders', () => {
  // CA13, CA15
  test('is allowed to diners who were at the table, and to no others', async () => {
    const { mia, gus } = await createTwoPhones();
    const { id } = await mia.order('p1');
    for (const diner of [mia.diner, gus.diner]) {
      expect((await server.ask(getOrderDetail, { ...diner, query: { id } })).id).toBe(id);
      expect((await server.ask(getTableActiveOrder, diner))?.id).toBe(id);
      expect((await server.ask(hasProcessingOrder, diner)).hasProcessingOrder).toBe(true);
    }
    const stranger = await server.guest();
    const elsewhere = await server.seat(await server.guest(), await freeTable());
    for (const diner of [stranger, elsewhere])
      expect((await server.call(getOrderDetail, { ...diner, query: { id } })).code).toBe(codes.notFound);
    expect((await server.ask(hasProcessingOrder, stranger)).hasProcessingOrder).toBe(false);
    expect(await server.ask(getMemberOrderList, stranger)).toEqual({ list: [], total: 0 });
  });

  test('O4: a guest’s orders belong to the member after login', async () => {
    const { mia, gus } = await createTwoPhones();
    const { id: orderId, rowVersion } = await mia.order('p-login');
    clock.advance(61_000);
    const member = await server.member('2125559901', { asGuest: gus.diner });
    for (const reader of [member, mia.diner]) {
      const order = await server.ask(getOrderDetail, { ...reader, query: { id: orderId } });
      expect(new Set(order.orderItems.map(({ userId }) => userId))).toEqual(
        new Set([mia.diner.userId, member.userId]),
      );
      expect(order.rowVersion).toBe(rowVersion + 1);
    }
  });

  test('O4: even if the party has left the table by then', async () => {
    const { mia, gus } = await createTwoPhones();
    const { id } = await mia.order('p1');
    await runInTransaction(server.db, (trx) =>
      closeSession(trx, mia.diner.sessionId, { now: clock.now(), reason: '' }),
    );
    clock.advance(61_000);
    const member = await server.member('2125559902', { asGuest: gus.diner });
    expect((await server.ask(getOrderDetail, { ...member, query: { id } })).id).toBe(id);
    expect((await server.ask(getMemberOrderList, member)).list.map((order) => order.id)).toEqual([id]);
  });

  test('O4: a member without a name keeps the names on the lines, and other diners’ lines stay', async () => {
    const { mia, gus } = await createTwoPhones();
    const guestId = gus.diner.userId;
    await server.db.updateTable('users').set({ first_name: 'Gus' }).where('id', '=', guestId).execute();
    const order = await mia.order('p1');
    const heir = { id: 'heir', name: '', merchantId: '1001' };
    const handedOver = await runInTransaction(server.db, (trx) =>
      handOverOrders(trx, guestId, heir, clock.now()),
    );
    expect(handedOver).toEqual([{ sessionId: mia.diner.sessionId, orderId: order.id }]);
    const { orderItems } = await server.ask(getOrderDetail, { ...mia.diner, query: { id: order.id } });
    expect(new Map(orderItems.map(({ userId, userName }) => [userId, userName]))).toEqual(
      new Map([
        [mia.diner.userId, ''],
        ['heir', 'Gus'],
      ]),
    );
  });

  test('shows names in the reader’s language', async () => {
    const { mia } = await createTwoPhones();
    const { id } = await mia.order('p1');
    const order = await server.ask(getOrderDetail, { ...mia.diner, language: 'zh-TW', query: { id } });
    expect(order.orderItems.map(({ name }) => name)).not.toContain(menu.simple[0]!.name);
  });

  // CA14, CL4
  test('returns pages of 15, newest first', async () => {
    const { mia } = await createTwoPhones();
    const placed: string[] = [];
    for (let n = 0; n < 17; n += 1) {
      clock.advance(1_000);
      await mia.send(mia.add(createItem(menu.simple[0]!)));
      placed.unshift((await mia.order(`p${n}`)).id);
      await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', placed[0]!).execute();
    }
    const page = async (pageIndex: number) => {
      const { list, total } = await server.ask(getMemberOrderList, { ...mia.diner, query: { pageIndex } });
      expect(total).toBe(17);
      return list.map(({ id }) => id);
    };
    expect(await page(1)).toEqual(placed.slice(0, 15));
    expect(await page(2)).toEqual(placed.slice(15));
  });
});

describe('texts that could control a printer', () => {
  test.each([
    ['notes', { notes: 'hot \u001bp' }],
    ['extraInfo', { extraInfo: '{"note":"\\u001bp"}' }],
    ['extraInfo', { extraInfo: '\u0000' }],
  ])('control characters in %s are refused, with their place', async (name, more) => {
    const { mia } = await createTwoPhones();
    expect(await mia.place(`steering-${(phones += 1)}`, more)).toMatchObject({
      status: 400,
      msg: `body.${name}: must not hold control characters`,
    });
  });

  // E3
  test('a line costs at most as much as the merchant allows', async () => {
    const { mia } = await createTwoPhones();
    const merchants = server.db.selectFrom('merchants').select('body').where('id', '=', '1001');
    const { body } = await merchants.executeTakeFirstOrThrow();
    const set = async (text: string) =>
      await server.db.updateTable('merchants').set({ body: text }).where('id', '=', '1001').execute();
    await set(JSON.stringify({ ...(JSON.parse(body) as object), lineLimit: '1.00' }));
    const inEnglish = createRefusal(': one line may come to 1.00 at most; ask the staff for more');
    const preview = { ...mia.detail(), guests: 2, userCouponIds: [] };
    expect(await server.call(previewOrder, { ...mia.diner, body: preview })).toMatchObject(inEnglish);
    const chinese = { ...mia.diner, headers: { languageCode: 'zh-TW' } };
    const inChinese = await server.call(previewOrder, { ...chinese, body: preview });
    expect(inChinese).toMatchObject(createRefusal('單項金額最多 1.00'));
    expect(await mia.place('dear-1')).toMatchObject(inEnglish);
    await set(body);
    expect(await mia.place('dear-2')).toMatchObject({ code: 0 });
  });
});

describe('orders of a guest who abuses the table', () => {
  test('D37: an order is short enough for every phone of the table to read', async () => {
    const { mia } = await createTwoPhones();
    const order = await mia.order('first');
    const [line] = order.orderItems;
    // The bound reserves bytes per line for the staff's marks. The rest is room for one dish and not for two.
    const room = 700;
    const countBytes = (notes: string) => Buffer.byteLength(JSON.stringify({ ...line, notes })) + 200;
    const count = Math.floor((limits.order.lines - room) / countBytes(''));
    const rest = limits.order.lines - room - count * countBytes('');
    const long = Array.from({ length: count }, (_, n) => ({
      ...line,
      notes: 'x'.repeat(Math.max(0, Math.min(limits.notesLength, rest - n * limits.notesLength))),
    }));
    await server.db
      .updateTable('orders')
      .set((row) => ({
        body: JSON.stringify({ ...order, orderItems: long }),
        row_version: row('row_version', '+', 1),
      }))
      .where('id', '=', order.id)
      .execute();
    await mia.send(mia.add(createItem(menu.simple[0]!)), mia.add(createItem(menu.simple[1]!)));
    const inEnglish = createRefusal('pay what is ordered: what comes next goes on a new order');
    expect(await mia.place('too-long')).toMatchObject(inEnglish);
    const preview = await server.call(previewOrder, { ...mia.diner, body: mia.detail() });
    expect(preview).toMatchObject(inEnglish);
    await mia.send(mia.decrease());
    expect(await mia.place('as-long-as-may-be')).toMatchObject({ success: true });
  });

  test('D37: the number of stored unknown attempts is limited', async () => {
    // At the usual pace of one diner these requests would take a quarter of a minute.
    const server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '0' } });
    const seat = await server.seat(await server.guest());
    const ask = async (placementId: string) =>
      await server.call(getPlacement, { ...seat, params: { placementId } });
    for (let n = 0; n < 300; n += 60)
      await Promise.all(Array.from({ length: 60 }, async (_, m) => await ask(`made-up-${n + m}`)));
    expect(await ask('one-more')).toMatchObject({
      status: 429,
      data: { budget: 'unseenPlacementsOfDiner' },
    });
    expect(await ask('made-up-0')).toMatchObject({ status: 200 });
  });

  test('S2: the report of a lost order contains no control characters, and one phone may report few', async () => {
    const seat = await server.seat(await server.guest(), await freeTable());
    const tell = async (orderId: string, name: string) => {
      const dishes = [{ userName: 'Eve', productId: 'p', name, quantity: 1 }];
      return await server.call(reportLostOrder, { ...seat, body: { orderId, serial: '1', at: 1, dishes } });
    };
    expect(await tell('lost-1', 'Tea\u001bp')).toMatchObject({ status: 400 });
    for (const orderId of ['lost-1', 'lost-1', 'lost-2'])
      expect(await tell(orderId, 'Tea')).toMatchObject({ data: { kept: true } });
    expect(await tell('lost-3', 'Tea')).toMatchObject({ status: 429, data: { budget: 'lostOrdersOfDiner' } });
  });
});

/** Runs `work` and returns all statements meanwhile, in order. */
async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spied = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  await work();
  const texts = spied.mock.calls.map(([query]) => query.sql);
  spied.mockRestore();
  return texts;
}

// All orders of a restaurant wait for each other from its next number until the commit.
test('an order reads the settings, the sections and the dishes at most once, and nothing of them after its number', async () => {
  const { mia } = await createTwoPhones();
  const texts = await listStatements(async () => expect((await mia.place('first')).success).toBe(true));
  const isNumber = (text: string) => text.startsWith('insert into "order_numbers"');
  const end = texts.findIndex((text) => text.startsWith('insert into "placements"'));
  const inside = texts.slice(
    texts.findIndex((text) => text.includes('from "placements"')),
    end,
  );
  const readsOf = (table: string, within = inside) =>
    within.filter((text) => new RegExp(`^select (?:\\*|.*"body".*) from "${table}"`).test(text));
  for (const table of ['merchants', 'categories', 'products']) expect(readsOf(table)).toHaveLength(1);
  const afterNumber = inside.slice(inside.findIndex(isNumber));
  expect(inside.filter(isNumber)).toHaveLength(1);
  for (const table of ['merchants', 'categories', 'products', 'printers'])
    expect(readsOf(table, afterNumber)).toEqual([]);
});
