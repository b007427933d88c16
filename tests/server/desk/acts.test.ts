/** A1–A3: what the staff do about an order, on a real server and database. */
import { nanoid } from 'nanoid';
import { describe, expect, test } from 'vitest';
import { actRefused, type OrderAct } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import { codes } from '#contract/codes.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { staffLogin, staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory, orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { closePaid } from '#server/service/fulfilment/party/close-paid.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { owedOf } from '#server/ordering/orders/standing.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf } from '../server-under-test.ts';
import { act, actOnOrder, closes, closesParty, paysAll, servesAll } from '../staff/acts.ts';
import { usualPaidTableMinutes } from '#contract/menu-file/whole-merchant.ts';
import { closeTable, takeBackAtTable } from '#contract/calls/tables.ts';
import { deskForTests } from './desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

let parties = 0;

/** A party that has ordered two of a dish and one of another. */
async function party() {
  parties += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21258${String(50_000 + parties)}`), await freeTable());
  const phone = tablePhone(server, seat, `rd${parties}`);
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!), 2), phone.add(itemFor(simple[1]!), 1));
  const { order } = dataOf(await phone.place(`desk-placement-${parties}`)) as { order: Order };
  return { seat, phone, order, simple };
}

type Fields = OrderAct extends infer Each
  ? Each extends OrderAct
    ? Omit<Each, 'actId' | 'orderId'>
    : never
  : never;

const does = async (order: Order, fields: Fields & { actId?: string }) =>
  await server.call(actOnOrder, { ...till, ...act(order, fields) });
const done = async (order: Order, fields: Fields & { actId?: string }) =>
  dataOf(await does(order, fields)).order;
const refused = (reason: string) => ({ success: false, code: actRefused, data: { reason } });
const serves = (quantity: number, orderItemId = '1-1') =>
  ({ type: 'dishServed', orderItemId, quantity }) as const;
const cents = (amount = '0') => Math.round(Number(amount) * 100);

describe('dishes', () => {
  // D46
  test('A1: a round is sent, its dishes are ready, then served; the diners see it', async () => {
    const { seat, order } = await party();
    await done(order, { type: 'roundSent', round: 1 });
    await done(order, { type: 'dishReady', orderItemId: '1-1', quantity: 1 });
    await done(order, serves(2));
    const seen = await server.ask(getOrderDetail, { ...seat, query: { id: order.id } });
    expect(seen.sendStatus).toBe(sendStatus.allSent);
    expect(seen.orderItems).toMatchObject([
      {
        quantity: 2,
        qtySentToKitchen: 2,
        qtyReady: 2,
        qtyServed: 2,
        servedAt: clock.now(),
        sentAt: clock.now(),
      },
      { quantity: 1, qtySentToKitchen: 1, qtyReady: 0, qtyServed: 0, servedAt: null },
    ]);
    expect(seen.totalAmount).toBe(order.totalAmount);
  });

  // CX16
  test('A3: two waiters at once serve a dish once; the same tap twice is one', async () => {
    const { order } = await party();
    const both = await Promise.all([does(order, serves(2)), does(order, serves(2))]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect(both.find(({ success }) => !success)).toMatchObject(refused('alreadyDone'));
    const tap = { ...serves(1, '1-2'), actId: nanoid() };
    const [one, two] = await Promise.all([done(order, tap), done(order, tap)]);
    expect(one.rowVersion).toBe(two.rowVersion);
    expect(one.orderItems[1]).toMatchObject({ qtyServed: 1 });
  });

  // D44
  test('a void lowers the bill to the cent; of what was sent it stays to be read', async () => {
    const { order, simple } = await party();
    await done(order, { type: 'roundSent', round: 1 });
    const after = await done(order, { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'cold' });
    expect(after.orderItems[0]).toMatchObject({
      quantity: 1,
      qtySentToKitchen: 2,
      qtyVoid: 1,
      voidReason: 'cold',
    });
    expect(cents(after.subTotalAmount)).toBe(cents(order.subTotalAmount) - cents(simple[0]!.price));
    const none = await done(order, { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: '' });
    expect(none.orderItems[1]).toMatchObject({ quantity: 0, qtyVoid: 1, qtySentToKitchen: 1 });
    expect(cents(none.subTotalAmount)).toBe(cents(simple[0]!.price));
    expect(
      await does(order, { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: '' }),
    ).toMatchObject(refused('alreadyDone'));
    expect(await does(order, serves(1, 'nothing'))).toMatchObject(refused('noSuchDish'));
  });

  test('a dish that the staff add costs what the menu says, and goes to the kitchen with its round', async () => {
    const { order, simple } = await party();
    await done(order, { type: 'roundSent', round: 1 });
    const { productId, categoryId } = itemFor(simple[2]!);
    const wished = { productId, categoryId, notes: '', modifiers: [] };
    const after = await done(order, { type: 'dishAdded', item: wished, quantity: 2, userId: '' });
    const added = after.orderItems.at(-1)!;
    expect(added).toMatchObject({ name: simple[2]!.name, price: simple[2]!.price, quantity: 2, round: 1 });
    expect(cents(after.subTotalAmount)).toBe(cents(order.subTotalAmount) + 2 * cents(simple[2]!.price));
    expect(after.sendStatus).toBe(sendStatus.partiallySent);
    expect((await done(order, { type: 'roundSent', round: 1 })).sendStatus).toBe(sendStatus.allSent);
    const unknown = { ...wished, productId: 'nothing' };
    expect(await does(order, { type: 'dishAdded', item: unknown, quantity: 1, userId: '' })).toMatchObject(
      refused('notOnMenu'),
    );
  });
});

test('D26: what the contract calls send, payment and order status follows from what was done, and goes back with it', async () => {
  const { order } = await party();
  const stands = ({ sendStatus: sent, paymentStatus: paid, status }: Order) => ({ sent, paid, status });
  const { unSend, partiallySent, allSent } = sendStatus;
  const { unpaid, partiallyPaid, fullyPaid } = paymentStatus;
  const { progressing, completed } = orderStatus;
  expect(stands(order)).toEqual({ sent: unSend, paid: unpaid, status: progressing });
  const served = await done(order, serves(1, '1-2'));
  expect(stands(served)).toEqual({ sent: partiallySent, paid: unpaid, status: progressing });
  const sent = await done(order, { type: 'roundSent', round: 1 });
  expect(stands(sent)).toEqual({ sent: allSent, paid: unpaid, status: progressing });
  const less = await done(order, { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'dropped' });
  expect(stands(less)).toEqual({ sent: allSent, paid: unpaid, status: progressing });
  expect(less.orderItems[0]).toMatchObject({ quantity: 1, qtyVoid: 1, qtySentToKitchen: 2 });
  // D64: the order is in cents.
  const tooFine = act(order, { type: 'orderPaid', amount: '0.015', method: 'cash' });
  expect(await server.codeOf(actOnOrder, { ...till, ...tooFine })).toBe(codes.badRequest);
  const part = await done(order, { type: 'orderPaid', amount: '0.01', method: 'cash' });
  expect(stands(part)).toEqual({ sent: allSent, paid: partiallyPaid, status: progressing });
  const actId = nanoid();
  const paid = await done(order, { actId, type: 'orderPaid', amount: owedOf(part), method: 'card' });
  expect(stands(paid)).toEqual({ sent: allSent, paid: fullyPaid, status: progressing });
  const eaten = await servesAll(server, till, paid);
  expect(stands(eaten)).toEqual({ sent: allSent, paid: fullyPaid, status: completed });
  const back = await done(order, { actId, type: 'takenBack' });
  expect(stands(back)).toEqual({ sent: allSent, paid: partiallyPaid, status: progressing });
});

describe('money', () => {
  test('A3: never more than is owed; part by part, with who did it', async () => {
    const { order } = await party();
    const owed = owedOf(order);
    const half = (cents(owed) / 200).toFixed(2);
    const pays = (amount: string) => ({ type: 'orderPaid', amount, method: 'card', tip: '1.00' }) as const;
    expect(await does(order, pays(String(Number(owed) + 1)))).toMatchObject(refused('moreThanOwed'));
    const first = await done(order, pays(half));
    expect(first).toMatchObject({
      paymentStatus: paymentStatus.partiallyPaid,
      status: orderStatus.progressing,
    });
    const both = await Promise.all([does(order, pays(owedOf(first))), does(order, pays(owedOf(first)))]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    const paid = await done(order, { ...serves(1) });
    expect(paid).toMatchObject({
      paymentStatus: paymentStatus.fullyPaid,
      paymentsTotal: owed,
      paymentsTips: '2.00',
      payments: [{ amount: half, method: 'card' }, {}],
    });
    const events = await serviceOf(server.db, (await sessionOf(order))!);
    expect(events.find(({ type }) => type === 'orderPaid')?.by).toEqual({ kind: 'system', name: 'a till' });
  });

  test('a void or a discount after paying is refused until the payment is taken back', async () => {
    const { order } = await party();
    const actId = nanoid();
    await done(order, { type: 'orderPaid', amount: owedOf(order), method: 'cash', actId });
    expect(
      await does(order, { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: '' }),
    ).toMatchObject(refused('belowPaid'));
    expect(await does(order, { type: 'orderDiscounted', percent: 10, reason: '' })).toMatchObject(
      refused('belowPaid'),
    );
    await done(order, { type: 'takenBack', actId });
    const after = await done(order, { type: 'orderDiscounted', percent: 10, reason: 'waited long' });
    expect(after.priceAdjustments).toContainEqual(
      expect.objectContaining({ category: adjustmentCategory.discount }),
    );
    expect(cents(after.totalDiscountAmount)).toBe(Math.round(cents(order.subTotalAmount) / 10));
    expect(cents(owedOf(after))).toBeLessThan(cents(owedOf(order)));
  });

  test.each([
    [{ type: 'orderPaid', amount: '0.00', method: 'cash' }, 'body.amount'],
    [{ type: 'orderPaid', amount: '-1', method: 'cash' }, 'body.amount'],
    [{ type: 'orderDiscounted', reason: '' }, 'must have an amount or a percent'],
    [{ type: 'orderDiscounted', amount: '1', percent: 1, reason: '' }, 'must have an amount or a percent'],
    [{ type: 'orderDiscounted', percent: 101, reason: '' }, 'body.percent'],
    [{ type: 'dishServed', orderItemId: '1-1', quantity: 0 }, 'body.quantity'],
    [{ type: 'songWished' }, 'body.type'],
  ])('%o is refused: %s', async (fields, why) => {
    const answer = await server.call(actOnOrder, { ...till, ...act({ id: 'o' }, fields) });
    expect(answer).toMatchObject({ status: 400, code: codes.badRequest });
    expect(answer.msg).toContain(why);
  });
});

describe('the end', () => {
  // CX16
  test('A2: closing names what is owed and unsent as it is; who closed it is written down', async () => {
    const { order } = await party();
    const login = await server.call(staffLogin, {
      body: { merchantId: '1001', password: 'counter 1001', name: ' Mo ' },
    });
    const cookie = login.headers.get('set-cookie')!.split(';', 1)[0]!;
    const close = { ...closes(order, 'completed') };
    await done(order, { type: 'roundSent', round: 1 });
    const { body } = close;
    const late = await server.call(actOnOrder, { headers: { cookie }, body });
    expect(late).toMatchObject({
      code: actRefused,
      data: { reason: 'changed', owed: owedOf(order), unsent: 0 },
    });
    const asked = { ...body, unsent: 0, reason: 'they ran' };
    const closed = dataOf(await server.call(actOnOrder, { headers: { cookie }, body: asked })).order;
    expect(closed).toMatchObject({ status: orderStatus.completed, paymentStatus: paymentStatus.unpaid });
    const events = await serviceOf(server.db, (await sessionOf(order))!);
    expect(events.at(-1)).toMatchObject({
      type: 'orderClosed',
      by: { kind: 'staff', name: 'Mo' },
      reason: 'they ran',
    });
    const { orders } = await server.ask(staffOverview, till);
    const listed = orders.find(({ id }) => id === order.id);
    expect(listed).toMatchObject({ isClosed: true, owed: owedOf(order), unserved: 3, newPieces: 0 });
  });

  test('what is not paid stays among the open ones, also of a party that is gone', async () => {
    const { order } = await party();
    clock.advance(3 * 24 * 3_600_000);
    const listed = async () =>
      (await server.ask(staffOverview, till)).orders.find(({ id }) => id === order.id);
    expect(await listed()).toMatchObject({
      isClosed: false,
      owed: owedOf(order),
      waitsSince: order.createAt,
    });
  });

  test('A3: an act is taken back for a minute, once, and not its taking back', async () => {
    const { order } = await party();
    const tap = { ...serves(2), actId: nanoid() };
    const { undoUntil } = dataOf(await does(order, tap));
    expect(undoUntil).toBe(clock.now() + takeBackMs);
    const back = { type: 'takenBack', actId: tap.actId } as const;
    expect((await done(order, back)).orderItems[0]).toMatchObject({ qtyServed: 0 });
    expect(dataOf(await does(order, back)).undoUntil).toBeNull();
    // The same tap, on its way for long: it was taken back.
    expect((await done(order, tap)).orderItems[0]).toMatchObject({ qtyServed: 0 });
    const again = { ...serves(2), actId: nanoid() };
    await done(order, again);
    clock.advance(takeBackMs + 1);
    expect(await does(order, { type: 'takenBack', actId: again.actId })).toMatchObject(refused('tooLate'));
    expect(await does(order, { type: 'takenBack', actId: 'never' })).toMatchObject(refused('tooLate'));
  });

  // D45
  test('a party that has paid, and whose next order comes to nothing, ends a minute later', async () => {
    const { phone, order, simple } = await party();
    const sessionId = (await sessionOf(order))!;
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    await servesAll(server, till, order);
    await phone.send(phone.add(itemFor(simple[0]!)));
    const next = (dataOf(await phone.place(`desk-placement-${parties}-next`)) as { order: Order }).order;
    expect(next.id).not.toBe(order.id);
    clock.advance(takeBackMs);
    expect(await closePaid(server.deps)).not.toContain(sessionId);
    dataOf(await server.call(actOnOrder, { ...till, ...closes(next, 'cancelled') }));
    clock.advance(takeBackMs);
    expect(await closePaid(server.deps)).toContain(sessionId);
  });

  // D45
  test('a payment that is taken back keeps the party; one that is not ends it', async () => {
    const { order } = await party();
    const sessionId = (await sessionOf(order))!;
    await servesAll(server, till, order);
    const pay = paysAll(order).body;
    dataOf(await server.call(actOnOrder, { ...till, body: pay }));
    await done(order, { type: 'takenBack', actId: pay.actId });
    clock.advance(takeBackMs);
    expect(await closePaid(server.deps)).not.toContain(sessionId);
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    clock.advance(takeBackMs);
    expect(await closePaid(server.deps)).toContain(sessionId);
    expect((await serviceOf(server.db, sessionId)).at(-1)).toMatchObject({
      type: 'sessionClosed',
      reason: 'paid',
    });
  });

  const stateOf = async (order: Order) =>
    (await server.ask(staffOverview, till)).orders.find(({ id }) => id === order.id)?.status;

  // D45
  test('a party that has paid stays while dishes are open, and ends a minute after the last one is served', async () => {
    const { order, seat } = await party();
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    clock.advance(takeBackMs * 10);
    expect(await closePaid(server.deps)).not.toContain(seat.sessionId);
    await done(order, serves(2));
    clock.advance(takeBackMs * 10);
    expect(await closePaid(server.deps)).not.toContain(seat.sessionId);
    await done(order, serves(1, '1-2'));
    clock.advance(takeBackMs);
    expect(await closePaid(server.deps)).toContain(seat.sessionId);
  });

  // D45
  test('the serving of a dish is taken back: the party stays; the dish is voided: the party ends', async () => {
    const { order, seat } = await party();
    await done(order, serves(2));
    const actId = nanoid();
    const served = await done(order, { actId, ...serves(1, '1-2') });
    const owed = { type: 'orderDiscounted', amount: served.orderItems[1]!.itemWithAdjustmentAmount } as const;
    const { totalAmount } = await done(order, { ...owed, reason: 'on the house' });
    await done(order, { type: 'orderPaid', amount: totalAmount!, method: 'cash' });
    expect(await stateOf(order)).toBe(orderStatus.completed);
    await done(order, { type: 'takenBack', actId });
    expect(await stateOf(order)).toBe(orderStatus.progressing);
    clock.advance(takeBackMs * 2);
    expect(await closePaid(server.deps)).not.toContain(seat.sessionId);
  });

  // D45
  test('where nobody marks dishes as served, the table of a paid order is free after three hours', async () => {
    const { order, seat } = await party();
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    clock.advance(usualPaidTableMinutes * 60_000 - 1);
    expect(await closePaid(server.deps)).not.toContain(seat.sessionId);
    clock.advance(1);
    expect(await closePaid(server.deps)).toContain(seat.sessionId);
    expect(await stateOf(order)).toBe(orderStatus.completed);
  });

  // CX19, D45
  test('staff free a paid table at any time; its orders are complete, and open again when that is taken back', async () => {
    const { order, seat } = await party();
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    const { tableId, sessionId } = seat;
    const free = { tableId, owed: '0.00', unsent: 3, actId: nanoid() };
    dataOf(await server.call(closeTable, { ...till, body: free }));
    expect(await stateOf(order)).toBe(orderStatus.completed);
    dataOf(await server.call(takeBackAtTable, { ...till, body: { actId: free.actId, sessionId } }));
    expect(await stateOf(order)).toBe(orderStatus.progressing);
    clock.advance(1_000);
    dataOf(await server.call(closeTable, { ...till, body: { ...free, actId: nanoid() } }));
    expect(await stateOf(order)).toBe(orderStatus.completed);
  });

  // A2
  test('an order that owes something stays open when its table is freed', async () => {
    const { order, seat } = await party();
    await closesParty(server, till, seat.tableId);
    expect(await stateOf(order)).toBe(orderStatus.progressing);
  });

  // D45
  test('without kitchen tracking a dish that the kitchen has counts as served', async () => {
    const { body } = await server.db
      .selectFrom('merchants')
      .select('body')
      .where('id', '=', '1001')
      .executeTakeFirstOrThrow();
    const setBody = async (text: string) =>
      await server.db.updateTable('merchants').set({ body: text }).where('id', '=', '1001').execute();
    await setBody(JSON.stringify({ ...(JSON.parse(body) as object), kitchenTracking: false }));
    try {
      const { order } = await party();
      const paid = dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) })).order;
      expect(paid.status).toBe(orderStatus.progressing);
      const sent = await done(order, { type: 'roundSent', round: 1 });
      expect(sent.status).toBe(orderStatus.completed);
    } finally {
      await setBody(body);
    }
  });
});

async function sessionOf({ id }: Order): Promise<string | undefined> {
  const row = await server.db
    .selectFrom('orders')
    .select('session_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.session_id;
}
