import { nanoid } from 'nanoid';
import { beforeAll, describe, expect, test } from 'vitest';
import { askHelp } from '#contract/calls/help.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getPaying, paymentDiffers, payOnline, settleDispute, shareDish } from '#contract/calls/payment.ts';
import { getPrivacyFacts, removeAccount } from '#contract/calls/privacy.ts';
import { mergeTables, takeBackAtTable } from '#contract/calls/tables.ts';
import { takeBackMs } from '#contract/limits.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { calculateDifference, sum } from '#projections/bill/money.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { calculateOwed, calculateOverpaid } from '#server/ordering/orders/order-state.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { listDishes, createItem } from '#testing/phones/table-phone.ts';
import { createForTests } from '#tests/for-tests.ts';
import { readAsked, startPaymentPage, type Asked } from '#tests/payments/payment-page.ts';
import { expectData, type DinerAtTable } from '../server-under-test.ts';
import { actOnOrder, createClose, closeTableSession } from '../staff/acts.ts';
import { changeSettings, createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const secret = 'what this house and the page share';
const page = createForTests(
  async () => await startPaymentPage(secret, () => clock.now()),
  async ({ close }) => await close(),
);
const desk = createFulfilment(() => ({
  PUBLIC_URL: 'http://order.example',
  DEMO_INBOX: 'on',
  ALLOWED_SITES: page.url,
  PAYMENT_SECRETS: JSON.stringify({ '1001': secret }),
}));
const { clock, server, till, partyWithOrder, done, sendAct, paysAll, listed } = desk;
beforeAll(async () => void (await changeSettings(server, { paymentPage: page.url, tips: [10, 15] })));

type Pays = Readonly<Partial<Record<'amount' | 'tip' | 'share' | 'paymentId' | 'path', string>>> & {
  readonly parts?: { userId: string; amount: string }[];
};

const startOnlinePayment = async (seat: DinerAtTable, order: Order, pays: Pays = {}) => {
  const { id: orderId } = order;
  const path = `/merchant/1001/order-detail/${orderId}`;
  const usual = { paymentId: nanoid(), orderId, amount: calculateOwed(order), tip: '0.00', path };
  return await server.call(payOnline, { ...seat, body: { ...usual, ...pays } });
};
/** The link as the page reads it. Its result address is the real one of this server. */
async function startPayment(seat: DinerAtTable, order: Order, pays: Pays = {}): Promise<Asked> {
  const { url } = expectData(await startOnlinePayment(seat, order, pays));
  const asked = readAsked(new URL(url).search.slice(1), secret)!;
  return { ...asked, result: asked['result']!.replace('http://order.example', server.address) };
}
const readOrder = (seat: DinerAtTable, { id }: Order) =>
  server.ask(getOrderDetail, { ...seat, query: { id } });
const readPaying = (seat: DinerAtTable, { id }: Order) => server.ask(getPaying, { ...seat, query: { id } });
const readDisputes = async ({ id }: Order) =>
  (await server.ask(staffOverview, till)).disputes.filter(({ orderId }) => orderId === id);
const createRefund = (amount: string, more: { tip?: string; method?: string } = {}) =>
  ({ type: 'orderRefunded', amount, method: 'card', reason: 'paid twice', ...more }) as const;
const createOutcome = (name: string) => ({ status: 200, body: { data: { outcome: name } } });

describe('opening the page', () => {
  // CX20
  test('share and tip are signed; neither can be changed on the way, and a repeated tap is one payment', async () => {
    const { seat, order } = await partyWithOrder();
    const paymentId = nanoid();
    const pays = { amount: '4.50', tip: '0.68', share: seat.userId, paymentId };
    const { url } = expectData(await startOnlinePayment(seat, order, pays));
    const { search, origin, pathname } = new URL(url);
    expect(origin + pathname).toBe(page.url);
    const asked = readAsked(search.slice(1), secret)!;
    expect(asked).toMatchObject({
      payment: paymentId,
      merchant: '1001',
      order: order.serial,
      share: seat.userId,
      amount: '4.50',
      tip: '0.68',
      total: '5.18',
      currency: 'USD',
      return: `http://order.example/merchant/1001/order-detail/${order.id}?payment=${paymentId}`,
      result: 'http://order.example/api/merchant/payment/1001',
    });
    for (const [from, to] of [
      ['amount=4.50', 'amount=0.01'],
      ['total=5.18', 'total=0.01'],
      [`share=${seat.userId}`, 'share=nobody'],
      [`payment=${paymentId}`, `payment=${nanoid()}`],
    ] as const)
      expect(readAsked(search.slice(1).replace(from, to), secret)).toBeUndefined();
    expect(expectData(await startOnlinePayment(seat, order, pays)).url.split('&signature')[0]).toBe(
      url.split('&signature')[0],
    );
    expect((await startOnlinePayment(seat, order, { ...pays, amount: '4.00' })).status).toBe(400);
    expect(await readPaying(seat, order)).toMatchObject({
      online: true,
      tips: [10, 15],
      attempts: [{ paymentId, state: 'underWay', amount: '4.50', tip: '0.68', share: seat.userId }],
    });
  });

  test.each([
    ...['-1.00', '-0.01', '0.00', '0', '1e3', '4.5', '4.505', 'NaN', '9999999999.00', ''].map((amount) => ({
      amount,
    })),
    ...['-0.50', '-9.00', '1e2', '0.005', '9999999999.00', 'all'].map((tip) => ({ amount: '4.50', tip })),
  ])('%o opens no page, and nothing is stored', async (pays) => {
    const { seat, order } = await partyWithOrder();
    expect(await startOnlinePayment(seat, order, pays)).toMatchObject({
      status: 400,
      code: codes.badRequest,
    });
    expect((await readPaying(seat, order)).attempts).toEqual([]);
    expect(calculateOwed(await readOrder(seat, order))).toBe(order.totalAmount);
  });

  test('the page asks for no more than is owed; an unknown path leads nowhere', async () => {
    const { seat, order } = await partyWithOrder();
    const amount = sum([order.totalAmount!, '0.01']);
    const moreThanOwed = createRefusal('moreThanOwed', { owed: order.totalAmount });
    expect(await startOnlinePayment(seat, order, { amount })).toMatchObject(moreThanOwed);
    for (const path of ['//evil.example/', 'https://evil.example', '/a?b=c'])
      expect(await startOnlinePayment(seat, order, { path })).toMatchObject({ code: codes.badRequest });
    const reader = { ...seat, language: 'zh-TW' } as const;
    expect((await startOnlinePayment(reader, order, { amount })).msg).toBe('付款金額超過未付的金額');
    expect((await startOnlinePayment(reader, { ...order, id: 'none' })).msg).toBe('這筆訂單已結束');
    const elsewhere = { ...reader, sessionId: 'none' };
    const calls = await server.call(askHelp, { ...elsewhere, body: { helpId: 'none', kind: 'water' } });
    expect(calls.msg).toContain('請再掃描一次');
  });
});

describe('results of the page', () => {
  // CX20
  test('paid: the table, the staff and the log show it, with tip and share; a repeated result counts once', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order, { amount: '4.50', tip: '0.68', share: seat.userId });
    const both = await Promise.all([page.tell(asked), page.tell(asked)]);
    expect(new Set(both.map(({ body }) => body.data?.outcome))).toEqual(new Set(['known', 'paid']));
    expect(await page.tell(asked)).toMatchObject(createOutcome('known'));
    const after = await readOrder(seat, order);
    expect(after).toMatchObject({
      paymentStatus: paymentStatus.partiallyPaid,
      paymentsTotal: '4.50',
      totalTipsAmount: '0.68',
      payments: [{ amount: '4.50', tip: '0.68', method: 'online', userId: seat.userId }],
    });
    expect(calculateOwed(after)).toBe(calculateDifference(order.totalAmount!, '4.50'));
    expect((await readPaying(seat, order)).attempts).toMatchObject([{ state: 'paid' }]);
    const events = (await readFulfilment(server.db, seat.sessionId)).filter(
      ({ type }) => type === 'orderPaid',
    );
    expect(events).toMatchObject([{ by: { kind: 'system', name: new URL(page.url).host } }]);
  });

  // CX20
  test('one diner pays the shares of several: the parts add up, and each share is paid', async () => {
    const { seat, order } = await partyWithOrder();
    const parts = [
      { userId: seat.userId, amount: '4.00' },
      { userId: 'bob', amount: '0.50' },
    ];
    for (const wrong of [{ amount: '4.51' }, { parts: parts.slice(1) }])
      expect(await startOnlinePayment(seat, order, { amount: '4.50', parts, ...wrong })).toMatchObject({
        code: codes.badRequest,
      });
    const asked = await startPayment(seat, order, { amount: '4.50', parts });
    expect(asked).not.toHaveProperty('share');
    expect((await readPaying(seat, order)).attempts).toMatchObject([{ sharers: [seat.userId, 'bob'] }]);
    expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
    expect(await readOrder(seat, order)).toMatchObject({
      payments: [{ amount: '4.50', method: 'online', parts }],
    });
  });

  test('failed: the same amount is owed; a later success pays it', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    expect(await page.tell(asked, { status: 'failed' })).toMatchObject(createOutcome('noted'));
    expect((await readPaying(seat, order)).attempts).toMatchObject([{ state: 'failed' }]);
    expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
    expect(await page.tell(asked, { status: 'failed' })).toMatchObject(createOutcome('known'));
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.fullyPaid);
  });

  // CX20
  test('forged, altered, signed long ago or not at all: 401, and nothing is stored', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    const { payment } = asked;
    const altered = JSON.stringify({ payment, status: 'paid', amount: '0.01', currency: 'USD' });
    for (const options of [
      { secret: 'what somebody else made up' },
      { body: altered },
      { at: clock.now() - 3_600_000 },
    ])
      expect(await page.tell(asked, {}, options)).toMatchObject({ status: 401, body: { code: 401 } });
    expect(calculateOwed(await readOrder(seat, order))).toBe(order.totalAmount);
    expect(await page.tell({ ...asked, payment: 'nobodys' })).toMatchObject({ status: 404 });
    expect(await page.tell(asked, { status: 'perhaps' })).toMatchObject({ status: 400 });
    const nowhere = asked['result']!.replace('1001', 'constructor');
    expect(await page.tell({ ...asked, result: nowhere })).toMatchObject({ status: 404 });
  });

  test.each([
    ['another amount', { amount: '0.01' }, { told: '0.01', currency: 'USD' }],
    ['another currency', { currency: 'EUR' }, { currency: 'EUR' }],
    ['no amount', { amount: undefined }, { told: null }],
  ])('%s is not booked, and the staff see it until they have resolved it', async (_, fields, shown) => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    expect(await page.tell(asked, fields)).toMatchObject({ status: 409, body: { code: paymentDiffers } });
    expect(calculateOwed(await readOrder(seat, order))).toBe(order.totalAmount);
    expect((await readPaying(seat, order)).attempts).toMatchObject([{ state: 'unclear' }]);
    const paymentId = asked['payment']!;
    expect(await readDisputes(order)).toMatchObject([
      { paymentId, serial: order.serial, asked: order.totalAmount, reference: `P-${paymentId}`, ...shown },
    ]);
    for (const isFirst of [true, false])
      expect(await server.ask(settleDispute, { ...till, body: { paymentId } })).toEqual({ settled: isFirst });
    expect(await readDisputes(order)).toEqual([]);
  });
});

test('a wrong result that is corrected needs no action of the staff', async () => {
  const { seat, order } = await partyWithOrder();
  const asked = await startPayment(seat, order);
  await page.tell(asked, { amount: '0.01' });
  expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
  expect((await readPaying(seat, order)).attempts).toMatchObject([{ state: 'paid' }]);
  expect(await readDisputes(order)).toEqual([]);
  await page.tell(asked, { currency: 'EUR' });
  expect(await readDisputes(order)).toHaveLength(1);
  expect(calculateOwed(await readOrder(seat, order)), 'a payment stays').toBe('0.00');
});

describe('late results', () => {
  // CX20, A3
  test('paid in cash meanwhile: it is recorded, and shown as overpaid until it is refunded', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order, { tip: '1.00' });
    await paysAll(order);
    expect(await page.tell(asked)).toMatchObject(createOutcome('tooMuch'));
    expect(await page.tell(asked)).toMatchObject(createOutcome('known'));
    expect(await listed(order)).toMatchObject({ owed: '0.00', paidTooMuch: order.totalAmount });
    const tip = '1.00';
    const twice = sum([order.totalAmount!, order.totalAmount!, '0.01']);
    expect(await sendAct(order, createRefund(twice, { tip }))).toMatchObject(createRefusal('moreThanPaid'));
    expect(await done(order, createRefund(order.totalAmount!, { tip }))).toMatchObject({
      paymentStatus: paymentStatus.fullyPaid,
      paymentsTotal: order.totalAmount,
      totalTipsAmount: '0.00',
    });
    expect(await listed(order)).toMatchObject({ paidTooMuch: '0.00' });
  });

  test('the table was closed: the payment is recorded on the order all the same', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    await closeTableSession(server, till, seat.tableId);
    clock.advance(24 * 3_600_000);
    expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
    expect(await listed(order)).toMatchObject({ owed: '0.00', paidTooMuch: '0.00' });
  });

  test('the order was cancelled: the whole payment is to be refunded, which a closed order allows', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    await server.ask(actOnOrder, { ...till, ...createClose(order, 'cancelled') });
    expect(await page.tell(asked)).toMatchObject(createOutcome('tooMuch'));
    const { totalAmount = '' } = order;
    const standing = { status: orderStatus.cancelled, owed: '0.00', paidTooMuch: totalAmount };
    expect(await listed(order)).toMatchObject(standing);
    expect(calculateOverpaid(await done(order, createRefund(totalAmount)))).toBe('0.00');
  });

  test('the table stays open for a minute after the page was paid, as after cash', async () => {
    const { seat, order } = await partyWithOrder();
    await desk.servesAll(order);
    await page.tell(await startPayment(seat, order));
    expect(await endPaidSessions(server.deps)).not.toContain(seat.sessionId);
    clock.advance(takeBackMs + 1);
    expect(await endPaidSessions(server.deps)).toContain(seat.sessionId);
  });
});

describe('refunds', () => {
  test('an online payment cannot be undone with a tap, because the page has the money', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    await page.tell(asked);
    const [{ id: actId }] = (await readOrder(seat, order)).payments as [{ id: string }];
    expect(await sendAct(order, { actId, type: 'takenBack' })).toMatchObject(createRefusal('tooLate'));
  });

  test('a refunded amount is not owed again, and the total is lower by it', async () => {
    const { order } = await partyWithOrder();
    const before = await paysAll(order);
    const { totalAmount = '' } = before;
    const after = await done(order, createRefund('1.00'));
    const less = calculateDifference(totalAmount, '1.00');
    expect(after).toMatchObject({
      totalAmount: less,
      paymentsTotal: less,
      paymentStatus: paymentStatus.fullyPaid,
    });
    // 5 % on top: the guest gets 1.00 back, which holds 0.05 of tax.
    const refund = { category: 7, target: 0, amount: '-0.95', reason: 'paid twice', by: 'a till' };
    expect(after.priceAdjustments).toContainEqual(expect.objectContaining(refund));
    expect(after.totalTaxAmount).toBe(calculateDifference(before.totalTaxAmount!, '0.05'));
    const [tax] = before.orderTaxes;
    expect(after.orderTaxes).toEqual([
      { ...tax, net: calculateDifference(tax!.net!, '0.95'), amount: after.totalTaxAmount },
    ]);
    const adjusted = after.priceAdjustments!.map((adjustment) => adjustment.amount);
    expect(sum([after.subTotalAmount!, ...adjusted]), 'the lines add up to the total').toBe(less);
    expect(await listed(order)).toMatchObject({ owed: '0.00', paidTooMuch: '0.00', totalAmount: less });
    expect(await sendAct(order, { type: 'orderPaid', amount: '1.00', method: 'cash' })).toMatchObject(
      createRefusal('moreThanOwed'),
    );
  });

  test('a refund of an overpayment stays when the bill grows', async () => {
    const { seat, order } = await partyWithOrder();
    const asked = await startPayment(seat, order);
    await paysAll(order);
    await page.tell(asked);
    const back = await done(order, createRefund(order.totalAmount!));
    expect([back.totalAmount, calculateOwed(back)]).toEqual([order.totalAmount, '0.00']);
    const { totalTaxAmount, orderTaxes, priceAdjustments } = order;
    expect(back).toMatchObject({ totalTaxAmount, orderTaxes, priceAdjustments });
    const { simple } = await listDishes(server);
    const adds = { type: 'dishAdded', item: createItem(simple[0]!), quantity: 1, userId: '' } as const;
    const more = await done(order, adds);
    const added = calculateDifference(more.totalAmount!, order.totalAmount!);
    expect(calculateOwed(more)).toBe(added);
  });

  test('after a refund of a part payment the rest stays owed, and the refund does not', async () => {
    const { order } = await partyWithOrder();
    const { totalAmount = '' } = order;
    await done(order, { type: 'orderPaid', amount: '2.00', method: 'cash' });
    expect(calculateOwed(await done(order, createRefund('0.50')))).toBe(
      calculateDifference(totalAmount, '2.00'),
    );
  });

  test('a paid dish is voided: money is refunded first, then nothing is owed', async () => {
    const { order } = await partyWithOrder();
    await paysAll(order);
    const voids = { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: 'it was cold' } as const;
    expect(await sendAct(order, voids)).toMatchObject(createRefusal('belowPaid'));
    const amount = order.totalAmount!;
    const open = await done(order, createRefund(amount, { method: 'cash' }));
    expect([open.totalAmount, calculateOwed(open), open.paymentStatus]).toEqual([
      '0.00',
      '0.00',
      paymentStatus.fullyPaid,
    ]);
    const after = await done(order, voids);
    expect([after.totalAmount, calculateOwed(after), calculateOverpaid(after)]).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  // CX40
  test('a refund by dish is what was paid for it, and the same pieces cannot be refunded again', async () => {
    const { order } = await partyWithOrder();
    const createPieces = (...pieces: readonly (readonly [string, number])[]) =>
      pieces.map(([orderItemId, quantity]) => ({ orderItemId, quantity }));
    const back = { type: 'orderRefunded', method: 'cash', reason: 'it was cold' } as const;
    await done(order, { type: 'orderDiscounted', percent: 10, reason: 'late' });
    const before = await desk.paysWhole(order);
    const one = await done(order, { ...back, dishes: createPieces(['1-1', 1]) });
    const [refund] = one.payments!.slice(-1) as [{ amount: string; dishes: { amount: string }[] }];
    const paid = calculateDifference('0.00', refund.amount);
    expect(one.payments!.at(-1)).toMatchObject({
      method: 'cash',
      reason: 'it was cold',
      by: 'a till',
      counted: paid,
      dishes: [{ orderItemId: '1-1', quantity: 1, amount: paid }],
    });
    expect(one).toMatchObject({
      totalAmount: calculateDifference(before.totalAmount!, paid),
      paymentStatus: 2,
    });
    expect(one.orderItems[0]).toMatchObject({ quantity: 2, qtyRefunded: 1 });
    expect(calculateOwed(one)).toBe('0.00');
    for (const wrong of [
      createPieces(['1-1', 2]),
      createPieces(['9-9', 1]),
      createPieces(['1-1', 1], ['1-1', 1]),
    ])
      expect(await sendAct(order, { ...back, dishes: wrong })).toMatchObject(createRefusal('changed'));
    const rest = { ...back, dishes: createPieces(['1-1', 1], ['1-2', 1]) };
    expect(await sendAct(order, { ...rest, amount: '0.01' })).toMatchObject(createRefusal('changed'));
    const all = await done(order, { ...rest, amount: one.totalAmount });
    expect(all).toMatchObject({ totalAmount: '0.00', totalTaxAmount: '0.00', orderTaxes: [] });
    expect(await sendAct(order, { ...back, dishes: createPieces(['1-1', 1]) })).toMatchObject(
      createRefusal('changed'),
    );
  });

  test('a dish that is not fully paid is refunded at most by what was paid', async () => {
    const { order } = await partyWithOrder();
    await done(order, { type: 'orderPaid', amount: '1.00', method: 'cash' });
    const dishes = [{ orderItemId: '1-1', quantity: 2 }];
    const back = { type: 'orderRefunded', method: 'cash', reason: 'cold', dishes } as const;
    expect(await sendAct(order, back)).toMatchObject(createRefusal('moreThanPaid'));
    expect(await sendAct(order, { ...back, dishes: undefined })).toMatchObject({ code: codes.badRequest });
  });

  test('a refunded dish that is voided later is taken off the bill once', async () => {
    const { order } = await partyWithOrder();
    const { totalAmount = '' } = await paysAll(order);
    const dishes = [{ orderItemId: '1-2', quantity: 1 }];
    const back = await done(order, { type: 'orderRefunded', method: 'card', reason: 'cold', dishes });
    const after = await done(order, { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: 'cold' });
    expect(after).toMatchObject({
      totalAmount: back.totalAmount,
      paymentsTotal: back.paymentsTotal,
      paymentStatus: paymentStatus.fullyPaid,
    });
    expect(after.orderItems[1]).toMatchObject({ quantity: 0 });
    expect(after.orderItems[1]).not.toHaveProperty('qtyRefunded');
    expect(after.priceAdjustments!.filter(({ category }) => category === 7)).toEqual([]);
    expect(totalAmount).not.toBe(after.totalAmount);
  });

  test('a refund can be undone like any act; a refunded payment cannot', async () => {
    const { order } = await partyWithOrder();
    const { totalAmount: amount = '' } = order;
    await done(order, { type: 'orderPaid', amount, method: 'cash', actId: 'paid' });
    await done(order, { ...createRefund(amount), actId: 'refunded' });
    const takeBack = (actId: string) => ({ type: 'takenBack', actId }) as const;
    expect(await sendAct(order, takeBack('paid'))).toMatchObject(createRefusal('moreThanPaid'));
    expect(calculateOwed(await done(order, takeBack('refunded')))).toBe('0.00');
  });
});

test('every phone and the counter show the same sharers of a dish, and strangers are ignored', async () => {
  const { seat, order } = await partyWithOrder();
  const shareDishWith = (orderItemId: string, ...userIds: string[]) =>
    server.call(shareDish, { ...seat, body: { orderId: order.id, orderItemId, userIds } });
  expect(expectData(await shareDishWith('1-1', seat.userId))).toEqual({ changed: true });
  expect(expectData(await shareDishWith('1-1', seat.userId))).toEqual({ changed: false });
  const after = await readOrder(seat, order);
  expect(after['sharing']).toEqual({ '1-1': [seat.userId] });
  expect(after.totalAmount).toBe(order.totalAmount);
  expect(await listed(order)).toMatchObject({ updateAt: after.updateAt });
  expect((await shareDishWith('1-1', 'a stranger')).status).toBe(400);
  expect((await shareDishWith('9-9', seat.userId)).status).toBe(400);
});

test.each([
  ['the same diner twice', { times: 2 }],
  ['a part of it in money', { amount: '-5.00', share: '0.01', quantity: -1, price: '0.01' }],
])('a claim of %s as a sharer changes neither the order nor what is owed', async (_what, claim) => {
  const { seat, order } = await partyWithOrder();
  const userIds = [seat.userId, seat.userId];
  const body = { orderId: order.id, orderItemId: '1-1', userIds, ...claim };
  expectData(await server.call(shareDish, { ...seat, body }));
  const after = await readOrder(seat, order);
  expect(after['sharing']).toEqual({ '1-1': [seat.userId] });
  const { rowVersion: _version, updateAt: _at, sharing: _sharing, ...rest } = after;
  expect(order).toMatchObject(rest);
});

// A3, CX16
test('two waiters take the same share while more is owed: one payment, and the other is asked to check', async () => {
  const { seat, order } = await partyWithOrder();
  const owed = calculateOwed(order);
  const ticks = { type: 'orderPaid', amount: '1.00', owed, method: 'cash', share: seat.userId } as const;
  const both = await Promise.all([sendAct(order, ticks), sendAct(order, ticks)]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  const left = calculateDifference(owed, '1.00');
  expect(both.find(({ success }) => !success)).toMatchObject({ data: { reason: 'changed', owed: left } });
  const events = (await readFulfilment(server.db, seat.sessionId)).filter(({ type }) => type === 'orderPaid');
  expect(events).toEqual([expect.not.objectContaining({ owed })]);
});

test('CX15: the privacy page names the payment page of the given restaurant, if it has one', async () => {
  expect(await server.ask(getPrivacyFacts, { merchantId: '1001' })).toMatchObject({
    paymentsGoTo: new URL(page.url).host,
  });
  expect(await server.ask(getPrivacyFacts, { merchantId: '1002' })).toMatchObject({ paymentsGoTo: null });
  expect(await server.ask(getPrivacyFacts, {})).not.toHaveProperty('paymentsGoTo');
});

// CX20
test('a table keeps ordering after a part payment and during a payment; the round joins the bill', async () => {
  const { seat, phone, order } = await partyWithOrder();
  await done(order, { type: 'orderPaid', amount: '2.00', method: 'cash' });
  const asked = await startPayment(seat, order, { amount: '1.00' });
  const before = await readOrder(seat, order);
  await phone.send(phone.add(await desk.readDish(), 1));
  const joined = await desk.placeCart(phone);
  expect(joined).toMatchObject({ id: order.id, paymentsTotal: '2.00' });
  const added = calculateDifference(joined.totalAmount!, before.totalAmount!);
  expect(calculateOwed(joined)).toBe(sum([calculateOwed(before), added]));
  expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
  await phone.send(phone.add(await desk.readDish(1), 1));
  expect(await desk.placeCart(phone)).toMatchObject({ id: order.id, paymentsTotal: '3.00' });
});

// CX14
test('a diner who deletes their account is in no part of a payment any more', async () => {
  const { seat, order } = await partyWithOrder();
  const parts = [
    { userId: seat.userId, amount: calculateDifference(order.totalAmount!, '0.50') },
    { userId: 'bob', amount: '0.50' },
  ];
  await page.tell(await startPayment(seat, order, { parts }));
  await closeTableSession(server, till, seat.tableId);
  expect(await server.ask(removeAccount, seat)).toEqual({ removed: true });
  const of = server.db.selectFrom('page_payments').selectAll().where('order_id', '=', order.id);
  expect(await of.execute()).toMatchObject([{ user_id: '', parts: null, amount: order.totalAmount }]);
});

test('CX14: a diner who deletes their account is in no payment any more; the payments stay', async () => {
  const { seat, order } = await partyWithOrder();
  const asked = await startPayment(seat, order, { share: seat.userId });
  expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
  await closeTableSession(server, till, seat.tableId);
  expect(await server.ask(removeAccount, seat)).toEqual({ removed: true });
  const rows = await server.db
    .selectFrom('page_payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  expect(rows).toMatchObject([{ user_id: '', share: null, state: 'paid', amount: calculateOwed(order) }]);
});

test('tables are not merged or separated while a diner pays; a later result pays the joint bill', async () => {
  const [ann, bob] = [await partyWithOrder(), await partyWithOrder()];
  const asked = await startPayment(bob.seat, bob.order, { amount: '1.00' });
  const mergeSessions = async () => {
    clock.advance(1_000);
    const body = { actId: nanoid(), tableId: bob.seat.tableId, intoTableId: ann.seat.tableId };
    return { actId: body.actId, answer: await server.call(mergeTables, { ...till, body }) };
  };
  expect((await mergeSessions()).answer).toMatchObject(createRefusal('paying'));
  expect(await desk.sessionAt(bob.seat.tableId)).toMatchObject({ id: bob.seat.sessionId });
  // After a quarter of an hour the diner counts as gone from the page.
  clock.advance(15 * 60_000);
  const { actId, answer } = await mergeSessions();
  expect(answer).toMatchObject({ success: true });
  const { seat } = await desk.follows(bob);
  expect(await page.tell(asked)).toMatchObject(createOutcome('paid'));
  const joint = await readOrder(seat, bob.order);
  expect(joint).toMatchObject({ id: ann.order.id, paymentsTotal: '1.00' });
  expect((await readPaying(seat, bob.order)).attempts).toMatchObject([{ state: 'paid' }]);
  const takeBack = async () => {
    const body = { actId, sessionId: ann.seat.sessionId };
    return await server.call(takeBackAtTable, { ...till, body });
  };
  expect(await takeBack()).toMatchObject(createRefusal('paidSince'));
  const rest = await startPayment(seat, bob.order, { amount: calculateOwed(joint) });
  expect(await takeBack()).toMatchObject(createRefusal('paying'));
  await page.tell(rest);
  expect(await readOrder(ann.seat, ann.order)).toMatchObject({ paymentStatus: paymentStatus.fullyPaid });
});
