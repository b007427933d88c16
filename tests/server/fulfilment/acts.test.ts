// @module-tag slow
import { nanoid } from 'nanoid';
import { describe, expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { codes } from '#contract/codes.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { usualPaidTableMinutes } from '#contract/menu-file/whole-merchant.ts';
import { closeTable, takeBackAtTable } from '#contract/calls/tables.ts';
import type { Order } from '#contract/order-fields.ts';
import { adjustmentCategory, orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { expectData } from '../server-under-test.ts';
import { act, actOnOrder, createClose, closeTableSession } from '../staff/acts.ts';
import { changeSettings, createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const { clock, server, till, partyWithOrder, readDish, sendAct, done, paysAll, servesAll, listed } = desk;

const sendsRound = { type: 'roundSent', round: 1 } as const;
const createServed = (quantity: number, orderItemId = '1-1') =>
  ({ type: 'dishServed', orderItemId, quantity }) as const;
const createVoid = (orderItemId: string, reason = '') =>
  ({ type: 'dishVoided', orderItemId, quantity: 1, reason }) as const;
const createPayment = (amount: string, more: { actId?: string; tip?: string } = {}) =>
  ({ type: 'orderPaid', amount, method: 'card', ...more }) as const;
const toCents = (amount = '0') => Math.round(Number(amount) * 100);

describe('dishes', () => {
  // CX16
  test('A1: staff send a round, mark its dishes as ready, then as served; the diners see it', async () => {
    const { seat, order } = await partyWithOrder();
    await done(order, sendsRound);
    await done(order, { type: 'dishReady', orderItemId: '1-1', quantity: 1 });
    await done(order, createServed(2));
    const seen = await server.ask(getOrderDetail, { ...seat, query: { id: order.id } });
    expect(seen.sendStatus).toBe(sendStatus.allSent);
    const at = clock.now();
    expect(seen.orderItems).toMatchObject([
      { quantity: 2, qtySentToKitchen: 2, qtyReady: 2, qtyServed: 2, servedAt: at, sentAt: at },
      { quantity: 1, qtySentToKitchen: 1, qtyReady: 0, qtyServed: 0, servedAt: null },
    ]);
    expect(seen.totalAmount).toBe(order.totalAmount);
  });

  // CX16
  test('A3: two waiters at once serve a dish once; a repeated tap counts once', async () => {
    const { order } = await partyWithOrder();
    const both = await Promise.all([sendAct(order, createServed(2)), sendAct(order, createServed(2))]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect(both.find(({ success }) => !success)).toMatchObject(createRefusal('alreadyDone'));
    const tap = { ...createServed(1, '1-2'), actId: nanoid() };
    const [one, two] = await Promise.all([done(order, tap), done(order, tap)]);
    expect(one.rowVersion).toBe(two.rowVersion);
    expect(one.orderItems[1]).toMatchObject({ qtyServed: 1 });
  });

  // CX16
  test('a void lowers the bill to the cent; a voided dish that was sent stays visible', async () => {
    const { order } = await partyWithOrder();
    const price = toCents((await readDish()).price);
    await done(order, sendsRound);
    const after = await done(order, createVoid('1-1', 'cold'));
    const voided = { quantity: 1, qtySentToKitchen: 2, qtyVoid: 1, voidReason: 'cold' };
    expect(after.orderItems[0]).toMatchObject(voided);
    expect(toCents(after.subTotalAmount)).toBe(toCents(order.subTotalAmount) - price);
    const none = await done(order, createVoid('1-2'));
    expect(none.orderItems[1]).toMatchObject({ quantity: 0, qtyVoid: 1, qtySentToKitchen: 1 });
    expect(toCents(none.subTotalAmount)).toBe(price);
    expect(await sendAct(order, createVoid('1-2'))).toMatchObject(createRefusal('alreadyDone'));
    expect(await sendAct(order, createServed(1, 'nothing'))).toMatchObject(createRefusal('noSuchDish'));
  });

  test('a dish that the staff add costs its menu price, and is sent to the kitchen as a round', async () => {
    const { order } = await partyWithOrder();
    await done(order, sendsRound);
    const { productId, categoryId, name, price } = await readDish(2);
    const item = { productId, categoryId, notes: '', modifiers: [] };
    const adds = { type: 'dishAdded', item, quantity: 2, userId: '' } as const;
    const after = await done(order, adds);
    expect(after.orderItems.at(-1)).toMatchObject({ name, price, quantity: 2, round: 1 });
    expect(toCents(after.subTotalAmount)).toBe(toCents(order.subTotalAmount) + 2 * toCents(price));
    expect(after.sendStatus).toBe(sendStatus.partiallySent);
    expect((await done(order, sendsRound)).sendStatus).toBe(sendStatus.allSent);
    const unknown = { ...adds, item: { ...item, productId: 'nothing' } };
    expect(await sendAct(order, unknown)).toMatchObject(createRefusal('notOnMenu'));
  });
});

describe('the kitchen’s screen', () => {
  const onScreen = async ({ id }: Pick<Order, 'id'>) => {
    const { tickets } = await server.ask(kitchenScreen, till);
    const [ticket] = tickets.filter(({ orderId }) => orderId === id);
    return ticket?.dishes.map(({ line, justVoided = false }) => [line.quantity, line.qtyVoid, justVoided]);
  };

  test('shows a round for ten minutes after its last dish was voided', async () => {
    const { order } = await partyWithOrder();
    await done(order, sendsRound);
    await done(order, createServed(2));
    await done(order, createVoid('1-2'));
    expect(await onScreen(order)).toEqual([
      [2, 0, false],
      [0, 1, true],
    ]);
    clock.advance(10 * 60_000);
    expect(await onScreen(order)).toBeUndefined();
  });

  test('shows no voided dish after the void was undone', async () => {
    const { order } = await partyWithOrder();
    await done(order, sendsRound);
    const actId = nanoid();
    await done(order, { ...createVoid('1-2'), actId });
    await done(order, { type: 'takenBack', actId });
    expect(await onScreen(order)).toEqual([
      [2, 0, false],
      [1, 0, false],
    ]);
  });

  test('shows a cancelled order for ten minutes with every dish struck out', async () => {
    const { order } = await partyWithOrder();
    const now = await done(order, sendsRound);
    await server.ask(actOnOrder, { ...till, ...createClose(now, 'cancelled') });
    expect(await onScreen(order)).toEqual([
      [0, 2, true],
      [0, 1, true],
    ]);
    clock.advance(10 * 60_000);
    expect(await onScreen(order)).toBeUndefined();
  });

  test('does not show a cancelled order that was never sent', async () => {
    const { order } = await partyWithOrder();
    await server.ask(actOnOrder, { ...till, ...createClose(order, 'cancelled') });
    expect(await onScreen(order)).toBeUndefined();
  });
});

test('A1: the contract’s send, payment and order status follow from the acts, and change back when they are undone', async () => {
  const { order } = await partyWithOrder();
  const { unSend, partiallySent, allSent } = sendStatus;
  const { unpaid, partiallyPaid, fullyPaid } = paymentStatus;
  const { progressing, completed } = orderStatus;
  const expectStatus = (of: Order, sent: number, paid: number, status: number = progressing) =>
    expect(of).toMatchObject({ sendStatus: sent, paymentStatus: paid, status });
  expectStatus(order, unSend, unpaid);
  expectStatus(await done(order, createServed(1, '1-2')), partiallySent, unpaid);
  expectStatus(await done(order, sendsRound), allSent, unpaid);
  const less = await done(order, createVoid('1-1'));
  expectStatus(less, allSent, unpaid);
  expect(less.orderItems[0]).toMatchObject({ quantity: 1, qtyVoid: 1, qtySentToKitchen: 2 });
  // The order is in cents (CV15).
  expect(await sendAct(order, createPayment('0.015'))).toMatchObject({ code: codes.badRequest });
  const part = await done(order, createPayment('0.01'));
  expectStatus(part, allSent, partiallyPaid);
  const actId = nanoid();
  const paid = await done(order, createPayment(calculateOwed(part), { actId }));
  expectStatus(paid, allSent, fullyPaid);
  expectStatus(await servesAll(paid), allSent, fullyPaid, completed);
  expectStatus(await done(order, { actId, type: 'takenBack' }), allSent, partiallyPaid);
});

describe('money', () => {
  test('A3: staff cannot take more than is owed; each part names the person who took it', async () => {
    const { seat, order } = await partyWithOrder();
    const owed = calculateOwed(order);
    const half = (toCents(owed) / 200).toFixed(2);
    const tip = '1.00';
    expect(await sendAct(order, createPayment(String(Number(owed) + 1)))).toMatchObject(
      createRefusal('moreThanOwed'),
    );
    const first = await done(order, createPayment(half, { tip }));
    const { partiallyPaid, fullyPaid } = paymentStatus;
    expect(first).toMatchObject({ paymentStatus: partiallyPaid, status: orderStatus.progressing });
    const rest = createPayment(calculateOwed(first), { tip });
    const both = await Promise.all([sendAct(order, rest), sendAct(order, rest)]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect(both.find(({ success }) => !success)).toMatchObject({
      data: { reason: 'moreThanOwed', owed: '0.00' },
    });
    expect(await done(order, createServed(1))).toMatchObject({
      paymentStatus: fullyPaid,
      paymentsTotal: owed,
      paymentsTips: '2.00',
      payments: [{ amount: half, method: 'card' }, {}],
    });
    const events = await readFulfilment(server.db, seat.sessionId);
    expect(events.find(({ type }) => type === 'orderPaid')?.by).toEqual({ kind: 'system', name: 'a till' });
  });

  test('a void or a discount after payment is refused until the payment is undone', async () => {
    const { order } = await partyWithOrder();
    const actId = nanoid();
    const discounts = { type: 'orderDiscounted', percent: 10, reason: 'waited long' } as const;
    await done(order, createPayment(calculateOwed(order), { actId }));
    for (const lowers of [createVoid('1-2'), discounts])
      expect(await sendAct(order, lowers)).toMatchObject(createRefusal('belowPaid'));
    await done(order, { type: 'takenBack', actId });
    const after = await done(order, discounts);
    const { discount: category } = adjustmentCategory;
    expect(after.priceAdjustments).toContainEqual(expect.objectContaining({ category }));
    expect(toCents(after.totalDiscountAmount)).toBe(Math.round(toCents(order.subTotalAmount) / 10));
    expect(toCents(calculateOwed(after))).toBeLessThan(toCents(calculateOwed(order)));
  });

  test('a discount is a line with its reason and its giver; it can be removed while the order is open', async () => {
    const { seat, order } = await partyWithOrder();
    const mo = await desk.person('Mo');
    const giveDiscount = async (fields: object) => {
      const given = act(order, { type: 'orderDiscounted', ...fields });
      return { ...(await server.ask(actOnOrder, { ...mo, ...given })), id: given.body.actId };
    };
    const late = await giveDiscount({ amount: '1.00', reason: 'late' });
    const regular = await giveDiscount({ percent: 10, reason: 'regular' });
    const { discount: category } = adjustmentCategory;
    const listAdjustments = ({ priceAdjustments = [] }: Order) =>
      priceAdjustments
        .filter((each) => each.category === category)
        .map(({ id, amount, reason, by }) => [id, amount, reason, by]);
    const tenth = `-${(toCents(order.subTotalAmount) / 1_000).toFixed(2)}`;
    const both = [
      [late.id, '-1.00', 'late', 'Mo'],
      [regular.id, tenth, 'regular', 'Mo'],
    ];
    const seen = await server.ask(getOrderDetail, { ...seat, query: { id: order.id } });
    expect(listAdjustments(seen)).toEqual(both);

    clock.advance(takeBackMs * 30);
    const actId = nanoid();
    const removal = { type: 'discountRemoved', discountId: late.id, reason: 'mistake', actId } as const;
    const less = await done(order, removal);
    expect(listAdjustments(less)).toEqual([both[1]]);
    for (const discountId of [late.id, 'never'])
      expect(await sendAct(order, { type: 'discountRemoved', discountId, reason: '' })).toMatchObject(
        createRefusal('noSuchDiscount'),
      );
    expect(listAdjustments(await done(order, { type: 'takenBack', actId }))).toEqual(both);
    const none = { type: 'discountRemoved', reason: '' } as const;
    await done(order, { ...none, discountId: late.id });
    const after = await done(order, { ...none, discountId: regular.id });
    const { totalAmount, totalDiscountAmount, priceAdjustments } = order;
    expect(after).toMatchObject({ totalAmount, totalDiscountAmount, priceAdjustments });
  });

  test('removing a discount of a paid order leaves the difference owed; undoing the removal is refused once it is paid', async () => {
    const { order } = await partyWithOrder();
    const [discountId, actId] = [nanoid(), nanoid()];
    const gives = { type: 'orderDiscounted', amount: '1.00', reason: 'late', actId: discountId } as const;
    const paid = await paysAll(await done(order, gives));
    const owing = await done(paid, { type: 'discountRemoved', discountId, reason: '', actId });
    expect(owing.paymentStatus).toBe(paymentStatus.partiallyPaid);
    await paysAll(owing);
    expect(await sendAct(order, { type: 'takenBack', actId })).toMatchObject(createRefusal('belowPaid'));
    const closed = await partyWithOrder();
    const given = nanoid();
    const less = await done(closed.order, { type: 'orderDiscounted', percent: 5, reason: '', actId: given });
    await server.ask(actOnOrder, { ...till, ...createClose(less, 'completed') });
    const removal = { type: 'discountRemoved', discountId: given, reason: '' } as const;
    expect(await sendAct(less, removal)).toMatchObject(createRefusal('orderClosed'));
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

describe('closing orders', () => {
  // CX16
  test('A2: closing names what is owed and unsent, and records who closed', async () => {
    const { seat, order } = await partyWithOrder();
    const mo = await desk.person(' Mo ');
    const { body } = createClose(order, 'completed');
    await done(order, sendsRound);
    const late = await server.call(actOnOrder, { ...mo, body });
    const owed = calculateOwed(order);
    expect(late).toMatchObject(createRefusal('changed', { owed, unsent: 0 }));
    const asked = { ...body, unsent: 0, reason: 'they ran' };
    const { order: closed } = await server.ask(actOnOrder, { ...mo, body: asked });
    expect(closed).toMatchObject({ status: orderStatus.completed, paymentStatus: paymentStatus.unpaid });
    expect((await readFulfilment(server.db, seat.sessionId)).at(-1)).toMatchObject({
      type: 'orderClosed',
      by: { kind: 'staff', name: 'Mo' },
      reason: 'they ran',
    });
    expect(await listed(order)).toMatchObject({ isClosed: true, owed, unserved: 3, newPieces: 0 });
  });

  test('a closed order accepts nothing until it is reopened; a cancelled one cannot be paid', async () => {
    const [first, second] = [(await partyWithOrder()).order, (await partyWithOrder()).order];
    const sendBareAct = async (request: { readonly body: object }) =>
      await server.call(actOnOrder, { ...till, ...request });
    expect(expectData(await sendBareAct(createClose(first, 'cancelled'))).order.status).toBe(
      orderStatus.cancelled,
    );
    expectData(await sendBareAct(createClose(second, 'completed')));
    for (const request of [
      act(first, createPayment('1.00')),
      createClose(first, 'completed'),
      createClose(second, 'cancelled'),
    ])
      expect(await sendBareAct(request)).toMatchObject(createRefusal('orderClosed'));
    await done(second, { type: 'orderReopened', reason: 'they pay now' });
    expect(await paysAll(second)).toMatchObject({ paymentStatus: paymentStatus.fullyPaid });
  });

  test('an unpaid order stays open, even if its party has left', async () => {
    const { seat, order } = await partyWithOrder();
    await closeTableSession(server, till, seat.tableId);
    clock.advance(3 * 24 * 3_600_000);
    const open = { isClosed: false, status: orderStatus.progressing, owed: calculateOwed(order) };
    expect(await listed(order)).toMatchObject({ ...open, waitsSince: order.createAt });
  });

  test('A3: an act can be undone for a minute, once, and the undoing cannot', async () => {
    const { order } = await partyWithOrder();
    const tap = { ...createServed(2), actId: nanoid() };
    const { undoUntil } = expectData(await sendAct(order, tap));
    expect(undoUntil).toBe(clock.now() + takeBackMs);
    const back = { type: 'takenBack', actId: tap.actId } as const;
    expect((await done(order, back)).orderItems[0]).toMatchObject({ qtyServed: 0 });
    expect(expectData(await sendAct(order, back)).undoUntil).toBeNull();
    // A slow copy of the tap arrives after the undo.
    expect((await done(order, tap)).orderItems[0]).toMatchObject({ qtyServed: 0 });
    const again = { ...createServed(2), actId: nanoid() };
    await done(order, again);
    clock.advance(takeBackMs + 1);
    for (const actId of [again.actId, 'never'])
      expect(await sendAct(order, { type: 'takenBack', actId })).toMatchObject(createRefusal('tooLate'));
  });
});

describe('the end of a party that has paid', () => {
  const expectStays = async (sessionId: string) =>
    expect(await endPaidSessions(server.deps)).not.toContain(sessionId);
  const expectEnds = async (sessionId: string) =>
    expect(await endPaidSessions(server.deps)).toContain(sessionId);
  const expectStatus = async (order: Order, status: number) =>
    expect(await listed(order)).toMatchObject({ status });
  const { progressing, completed } = orderStatus;

  // CX19
  test('a party that has paid ends one minute later if its next order fails', async () => {
    const { seat, phone, order } = await partyWithOrder();
    await paysAll(order);
    await servesAll(order);
    await phone.send(phone.add(await readDish()));
    const next = await desk.placeCart(phone);
    expect(next.id).not.toBe(order.id);
    clock.advance(takeBackMs);
    await expectStays(seat.sessionId);
    await server.ask(actOnOrder, { ...till, ...createClose(next, 'cancelled') });
    clock.advance(takeBackMs);
    await expectEnds(seat.sessionId);
  });

  test('an undone payment keeps the party; a valid one ends it', async () => {
    const { seat, order } = await partyWithOrder();
    const actId = nanoid();
    await servesAll(order);
    await done(order, createPayment(calculateOwed(order), { actId }));
    await done(order, { type: 'takenBack', actId });
    clock.advance(takeBackMs);
    await expectStays(seat.sessionId);
    await paysAll(order);
    clock.advance(takeBackMs - 1);
    await expectStays(seat.sessionId);
    clock.advance(1);
    await expectEnds(seat.sessionId);
    const [end] = (await readFulfilment(server.db, seat.sessionId)).slice(-1);
    expect(end).toMatchObject({ type: 'sessionClosed', reason: 'paid' });
  });

  test('a party that has paid stays while dishes are open, and ends one minute after the last one is served', async () => {
    const { order, seat } = await partyWithOrder();
    await paysAll(order);
    for (const serving of [createServed(2), createServed(1, '1-2')]) {
      clock.advance(takeBackMs * 10);
      await expectStays(seat.sessionId);
      await done(order, serving);
    }
    clock.advance(takeBackMs);
    await expectEnds(seat.sessionId);
  });

  test('undoing the serving of a dish opens the order again, and the party stays', async () => {
    const { order, seat } = await partyWithOrder();
    const actId = nanoid();
    await done(order, createServed(2));
    await done(order, { actId, ...createServed(1, '1-2') });
    await paysAll(order);
    await expectStatus(order, completed);
    await done(order, { type: 'takenBack', actId });
    await expectStatus(order, progressing);
    clock.advance(takeBackMs * 2);
    await expectStays(seat.sessionId);
  });

  test('if no staff mark dishes as served, the table of a paid order is free after three hours', async () => {
    const { order, seat } = await partyWithOrder();
    await paysAll(order);
    clock.advance(usualPaidTableMinutes * 60_000 - 1);
    await expectStays(seat.sessionId);
    clock.advance(1);
    await expectEnds(seat.sessionId);
    await expectStatus(order, completed);
  });

  // CX19
  test('staff free a paid table at any time; its orders are complete, and open again when that is undone', async () => {
    const { order, seat } = await partyWithOrder();
    await paysAll(order);
    const { tableId, sessionId } = seat;
    const sendClose = async (actId: string) =>
      await server.ask(closeTable, { ...till, body: { tableId, owed: '0.00', unsent: 3, actId } });
    await sendClose('slip');
    await expectStatus(order, completed);
    await server.ask(takeBackAtTable, { ...till, body: { actId: 'slip', sessionId } });
    await expectStatus(order, progressing);
    clock.advance(1_000);
    await sendClose('meant');
    await expectStatus(order, completed);
  });

  test('without kitchen tracking a dish that was sent counts as served', async () => {
    const restore = await changeSettings(server, { kitchenTracking: false });
    try {
      const { order } = await partyWithOrder();
      expect(await paysAll(order)).toMatchObject({ status: progressing });
      expect(await done(order, sendsRound)).toMatchObject({ status: completed });
    } finally {
      await restore();
    }
  });
});
