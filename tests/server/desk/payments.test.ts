/** CX20, D30, D51: a share is paid at a payment page, on a real server and database. */
import { nanoid } from 'nanoid';
import { beforeAll, describe, expect, test } from 'vitest';
import { askHelp } from '#contract/calls/help.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import {
  getPaying,
  noPaymentPage,
  paymentDiffers,
  payOnline,
  settleDispute,
  shareDish,
} from '#contract/calls/payment.ts';
import { getPrivacyFacts, removeAccount } from '#contract/calls/privacy.ts';
import { actRefused } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { difference, sum } from '#projections/bill/money.ts';
import { closePaid } from '#server/service/fulfilment/party/close-paid.ts';
import { owedOf, paidTooMuch } from '#server/ordering/orders/standing.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { readAsked, startPaymentPage, type Asked, type PaymentPage } from '#tests/payments/payment-page.ts';
import { dishes, freeTables, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import {
  dataOf,
  fakeClock,
  serverOfTest,
  sharedServer,
  type DinerAtTable,
  type Till,
} from '../server-under-test.ts';
import { act, actOnOrder, closes, closesParty, paysAll, servesAll } from '../staff/acts.ts';

const secret = 'what this house and the page share';
const clock = fakeClock();
let page: PaymentPage;
beforeAll(async () => {
  page = await startPaymentPage(secret, () => clock.now());
  return page.close;
});
const server = sharedServer(() => ({
  clock,
  environment: {
    PUBLIC_URL: 'http://order.example',
    DEMO_INBOX: 'on',
    ALLOWED_SITES: page.url,
    PAYMENT_SECRETS: JSON.stringify({ '1001': secret }),
  },
}));
const freeTable = freeTables(server);
let till: Till;
beforeAll(async () => {
  till = await server.till();
  const { body } = await server.db
    .selectFrom('merchants')
    .select('body')
    .where('id', '=', '1001')
    .executeTakeFirstOrThrow();
  const settings = JSON.stringify({ ...(JSON.parse(body) as object), paymentPage: page.url, tips: [10, 15] });
  await server.db.updateTable('merchants').set({ body: settings }).where('id', '=', '1001').execute();
});

let parties = 0;

async function party() {
  parties += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21259${String(50_000 + parties)}`), await freeTable());
  const phone = tablePhone(server, seat, `rp${parties}`);
  const { simple } = await dishes(server);
  await phone.send(phone.add(itemFor(simple[0]!), 2), phone.add(itemFor(simple[1]!), 1));
  const { order } = dataOf(await phone.place(`payments-placement-${parties}`)) as { order: Order };
  return { seat, order };
}

interface Pays {
  readonly amount?: string;
  readonly tip?: string;
  readonly share?: string;
  readonly paymentId?: string;
}

const goes = (
  seat: DinerAtTable,
  order: Order,
  { amount = owedOf(order), tip = '0.00', ...more }: Pays = {},
) => {
  const path = `/merchant/1001/order-detail/${order.id}`;
  return server.call(payOnline, {
    ...seat,
    body: { paymentId: nanoid(), orderId: order.id, amount, tip, path, ...more },
  });
};
/** The way to the page, as that reads it; it calls this server where it really is. */
async function asks(seat: DinerAtTable, order: Order, pays: Pays = {}): Promise<Asked> {
  const { url } = dataOf(await goes(seat, order, pays));
  const asked = readAsked(new URL(url).search.slice(1), secret)!;
  return { ...asked, result: asked['result']!.replace('http://order.example', server.address) };
}
const seen = (seat: DinerAtTable, { id }: Order) => server.ask(getOrderDetail, { ...seat, query: { id } });
const paying = (seat: DinerAtTable, { id }: Order) => server.ask(getPaying, { ...seat, query: { id } });
const overview = () => server.ask(staffOverview, till);
const listed = async ({ id }: Order) => (await overview()).orders.find((order) => order.id === id)!;
const outcome = (name: string) => ({ status: 200, body: { data: { outcome: name } } });

describe('the way to the page', () => {
  // CX20, D30
  test('a share and a tip are signed; neither can be changed on the way, and the same tap is one payment', async () => {
    const { seat, order } = await party();
    const paymentId = nanoid();
    const pays = { amount: '4.50', tip: '0.68', share: seat.userId, paymentId };
    const { url } = dataOf(await goes(seat, order, pays));
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
    expect(dataOf(await goes(seat, order, pays)).url.split('&signature')[0]).toBe(url.split('&signature')[0]);
    expect((await goes(seat, order, { ...pays, amount: '4.00' })).status).toBe(400);
    expect(await paying(seat, order)).toMatchObject({
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
  ])('nobody is led to the page with %o, and nothing is written down of it', async (pays) => {
    const { seat, order } = await party();
    expect(await goes(seat, order, pays)).toMatchObject({ status: 400, code: codes.badRequest });
    expect((await paying(seat, order)).attempts).toEqual([]);
    expect(owedOf(await seen(seat, order))).toBe(order.totalAmount);
  });

  test('no more than is owed is asked for; a strange path leads nowhere', async () => {
    const { seat, order } = await party();
    const more = sum([order.totalAmount!, '0.01']);
    expect(await goes(seat, order, { amount: more })).toMatchObject({
      code: actRefused,
      data: { reason: 'moreThanOwed', owed: order.totalAmount },
    });
    expect((await goes(seat, order, { amount: '0.00' })).status).toBe(400);
    const reader = { ...seat, language: 'zh-TW' } as const;
    expect((await goes(reader, order, { amount: more })).msg).toBe('付款金額超過未付的金額');
    expect((await goes(reader, { ...order, id: 'none' }, { amount: '1.00' })).msg).toBe('這筆訂單已結束');
    const elsewhere = { ...reader, sessionId: 'none' };
    const calls = await server.call(askHelp, { ...elsewhere, body: { helpId: 'none', kind: 'water' } });
    expect(calls.msg).toContain('請再掃描一次');
    for (const path of ['//evil.example/', 'https://evil.example', '/a?b=c'])
      expect(
        await server.codeOf(payOnline, {
          ...seat,
          body: { paymentId: nanoid(), orderId: order.id, amount: '1.00', tip: '0.00', path },
        }),
      ).toBe(codes.badRequest);
  });

  test('a page that phones may not be led to is none', async () => {
    const other = await serverOfTest({
      environment: { PAYMENT_SECRETS: JSON.stringify({ '1001': secret }) },
    });
    const { body } = await other.db
      .selectFrom('merchants')
      .select('body')
      .where('id', '=', '1001')
      .executeTakeFirstOrThrow();
    const settings = JSON.stringify({ ...(JSON.parse(body) as object), paymentPage: page.url });
    await other.db.updateTable('merchants').set({ body: settings }).where('id', '=', '1001').execute();
    const seat = await other.seat(await other.member('2125999999'), '1');
    const wish = { paymentId: nanoid(), orderId: 'any', amount: '1.00', tip: '0.00', path: '/' };
    expect(await other.call(payOnline, { ...seat, language: 'zh-TW', body: wish })).toMatchObject({
      code: noPaymentPage,
      msg: '這家餐廳不提供線上付款',
    });
  });
});

describe('what the page tells', () => {
  // CX20, D30
  test('it is paid: the table, the staff and the log have it, with tip and share; told twice it is one', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order, { amount: '4.50', tip: '0.68', share: seat.userId });
    const both = await Promise.all([page.tell(asked), page.tell(asked)]);
    expect(new Set(both.map(({ body }) => body.data?.outcome))).toEqual(new Set(['known', 'paid']));
    expect(await page.tell(asked)).toMatchObject(outcome('known'));
    const after = await seen(seat, order);
    expect(after).toMatchObject({
      paymentStatus: paymentStatus.partiallyPaid,
      paymentsTotal: '4.50',
      totalTipsAmount: '0.68',
      payments: [{ amount: '4.50', tip: '0.68', method: 'online', userId: seat.userId }],
    });
    expect(owedOf(after)).toBe(difference(order.totalAmount!, '4.50'));
    expect((await paying(seat, order)).attempts).toMatchObject([{ state: 'paid' }]);
    const events = (await serviceOf(server.db, seat.sessionId)).filter(({ type }) => type === 'orderPaid');
    expect(events).toMatchObject([{ by: { kind: 'system', name: new URL(page.url).host } }]);
  });

  test('it failed: nothing is owed less; paid after all is paid', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order);
    expect(await page.tell(asked, { status: 'failed' })).toMatchObject(outcome('noted'));
    expect((await paying(seat, order)).attempts).toMatchObject([{ state: 'failed' }]);
    expect(await page.tell(asked)).toMatchObject(outcome('paid'));
    expect(await page.tell(asked, { status: 'failed' })).toMatchObject(outcome('known'));
    expect((await seen(seat, order)).paymentStatus).toBe(paymentStatus.fullyPaid);
  });

  // CX20
  test('forged, altered, signed long ago or not at all: 401, and nothing is written', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order);
    const altered = JSON.stringify({
      payment: asked['payment'],
      status: 'paid',
      amount: '0.01',
      currency: 'USD',
    });
    for (const options of [
      { secret: 'what somebody else made up' },
      { body: altered },
      { at: clock.now() - 3_600_000 },
    ]) {
      const { status, body } = await page.tell(asked, {}, options);
      expect([status, body.code]).toEqual([401, 401]);
    }
    expect(owedOf(await seen(seat, order))).toBe(order.totalAmount);
    expect(await page.tell({ ...asked, payment: 'nobodys' })).toMatchObject({ status: 404 });
    expect(await page.tell(asked, { status: 'perhaps' })).toMatchObject({ status: 400 });
    const nowhere = asked['result']!.replace('1001', 'constructor');
    expect(await page.tell({ ...asked, result: nowhere })).toMatchObject({ status: 404 });
  });

  test.each([
    ['another amount', { amount: '0.01' }, { told: '0.01', currency: 'USD' }],
    ['another currency', { currency: 'EUR' }, { currency: 'EUR' }],
    ['no amount', { amount: undefined }, { told: null }],
  ])('%s is not booked, and the staff are told until they have looked after it', async (_, fields, shown) => {
    const { seat, order } = await party();
    const asked = await asks(seat, order);
    expect(await page.tell(asked, fields)).toMatchObject({ status: 409, body: { code: paymentDiffers } });
    expect(owedOf(await seen(seat, order))).toBe(order.totalAmount);
    expect((await paying(seat, order)).attempts).toMatchObject([{ state: 'unclear' }]);
    const paymentId = asked['payment']!;
    const mine = async () => (await overview()).disputes.filter((each) => each.paymentId === paymentId);
    expect(await mine()).toMatchObject([
      { serial: order.serial, asked: order.totalAmount, reference: `P-${paymentId}`, ...shown },
    ]);
    expect(await server.ask(settleDispute, { ...till, body: { paymentId } })).toEqual({ settled: true });
    expect(await server.ask(settleDispute, { ...till, body: { paymentId } })).toEqual({ settled: false });
    expect(await mine()).toEqual([]);
  });
});

test('what it told wrongly and then rightly needs nobody to look after it', async () => {
  const { seat, order } = await party();
  const asked = await asks(seat, order);
  await page.tell(asked, { amount: '0.01' });
  expect(await page.tell(asked)).toMatchObject(outcome('paid'));
  expect((await paying(seat, order)).attempts).toMatchObject([{ state: 'paid' }]);
  expect((await overview()).disputes.filter(({ orderId }) => orderId === order.id)).toEqual([]);
  // Something else once more afterwards: what is paid stays paid.
  await page.tell(asked, { currency: 'EUR' });
  expect((await overview()).disputes.filter(({ orderId }) => orderId === order.id)).toHaveLength(1);
  expect(owedOf(await seen(seat, order))).toBe('0.00');
});

describe('late', () => {
  // CX20, D51
  test('paid in cash meanwhile: it is recorded, and told as paid too much until it was given back', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order, { tip: '1.00' });
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    expect(await page.tell(asked)).toMatchObject(outcome('tooMuch'));
    expect(await page.tell(asked)).toMatchObject(outcome('known'));
    expect(await listed(order)).toMatchObject({ owed: '0.00', paidTooMuch: order.totalAmount });
    const gives = (amount: string) =>
      act(order, { type: 'orderRefunded', amount, tip: '1.00', method: 'card', reason: 'paid twice' });
    const twice = sum([order.totalAmount!, order.totalAmount!, '0.01']);
    expect(await server.call(actOnOrder, { ...till, ...gives(twice) })).toMatchObject({
      code: actRefused,
      data: { reason: 'moreThanPaid' },
    });
    const after = dataOf(await server.call(actOnOrder, { ...till, ...gives(order.totalAmount!) })).order;
    expect(after).toMatchObject({
      paymentStatus: paymentStatus.fullyPaid,
      paymentsTotal: order.totalAmount,
      totalTipsAmount: '0.00',
    });
    expect((await listed(order)).paidTooMuch).toBe('0.00');
  });

  test('the table was closed: it is written onto the order all the same', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order);
    await closesParty(server, till, seat.tableId);
    clock.advance(24 * 3_600_000);
    expect(await page.tell(asked)).toMatchObject(outcome('paid'));
    expect(await listed(order)).toMatchObject({ owed: '0.00', paidTooMuch: '0.00' });
  });

  test('the order was cancelled: all of it is to be given back, which a closed order takes', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order);
    dataOf(await server.call(actOnOrder, { ...till, ...closes(order, 'cancelled') }));
    expect(await page.tell(asked)).toMatchObject(outcome('tooMuch'));
    expect(await listed(order)).toMatchObject({
      status: orderStatus.cancelled,
      owed: '0.00',
      paidTooMuch: order.totalAmount,
    });
    const { totalAmount: amount = '' } = order;
    const back = act(order, { type: 'orderRefunded', amount, method: 'card', reason: '' });
    expect(paidTooMuch(dataOf(await server.call(actOnOrder, { ...till, ...back })).order)).toBe('0.00');
  });

  test('the table stays open a minute after the page was paid, like after cash', async () => {
    const { seat, order } = await party();
    await servesAll(server, till, order);
    await page.tell(await asks(seat, order));
    expect(await closePaid(server.deps)).not.toContain(seat.sessionId);
    clock.advance(takeBackMs + 1);
    expect(await closePaid(server.deps)).toContain(seat.sessionId);
  });
});

// D51
describe('giving money back', () => {
  test('what was paid online is not taken back with a tap, as the page has the money', async () => {
    const { seat, order } = await party();
    const asked = await asks(seat, order);
    await page.tell(asked);
    const [{ id: actId }] = (await seen(seat, order)).payments as [{ id: string }];
    const back = { actId, type: 'takenBack', orderId: order.id };
    expect(await server.call(actOnOrder, { ...till, body: back })).toMatchObject({
      code: actRefused,
      data: { reason: 'tooLate' },
    });
  });

  test('a dish is void after it was paid: money is given back first, then nothing is owed', async () => {
    const { order } = await party();
    dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
    clock.advance(10 * 60_000);
    const voids = () =>
      act(order, { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: 'it was cold' });
    expect(await server.call(actOnOrder, { ...till, ...voids() })).toMatchObject({
      data: { reason: 'belowPaid' },
    });
    const amount = order.totalAmount!;
    const refund = act(order, { type: 'orderRefunded', amount, method: 'cash', reason: 'it was cold' });
    const open = dataOf(await server.call(actOnOrder, { ...till, ...refund })).order;
    expect([owedOf(open), open.status]).toEqual([amount, orderStatus.progressing]);
    const fewer = dataOf(await server.call(actOnOrder, { ...till, ...voids() })).order;
    const after = dataOf(await server.call(actOnOrder, { ...till, ...paysAll(fewer) })).order;
    expect([owedOf(after), paidTooMuch(after)]).toEqual(['0.00', '0.00']);
  });

  test('a refund is taken back like any act; a payment that was given back is not', async () => {
    const { order } = await party();
    const paid = paysAll(order);
    dataOf(await server.call(actOnOrder, { ...till, ...paid }));
    const amount = order.totalAmount!;
    const refund = act(order, { type: 'orderRefunded', amount, method: 'cash', reason: '' });
    dataOf(await server.call(actOnOrder, { ...till, ...refund }));
    const takes = (actId: string) => ({ body: { actId, orderId: order.id, type: 'takenBack' } });
    expect(await server.call(actOnOrder, { ...till, ...takes(paid.body.actId) })).toMatchObject({
      data: { reason: 'moreThanPaid' },
    });
    const after = dataOf(await server.call(actOnOrder, { ...till, ...takes(refund.body.actId) })).order;
    expect(owedOf(after)).toBe('0.00');
  });
});

// CX20
test('who shares a dish is the same for every phone and the counter; nobody is a stranger', async () => {
  const { seat, order } = await party();
  const shares = (orderItemId: string, ...userIds: string[]) =>
    server.call(shareDish, { ...seat, body: { orderId: order.id, orderItemId, userIds } });
  expect(dataOf(await shares('1-1', seat.userId))).toEqual({ changed: true });
  expect(dataOf(await shares('1-1', seat.userId))).toEqual({ changed: false });
  const after = await seen(seat, order);
  expect(after['sharing']).toEqual({ '1-1': [seat.userId] });
  expect(after.totalAmount).toBe(order.totalAmount);
  expect((await listed(order)).updateAt).toBe(after.updateAt);
  expect((await shares('1-1', 'a stranger')).status).toBe(400);
  expect((await shares('9-9', seat.userId)).status).toBe(400);
});

// CX20
test.each([
  ['the same diner twice', { times: 2 }],
  ['a part of it in money', { amount: '-5.00', share: '0.01', quantity: -1, price: '0.01' }],
])('who shares a dish claims %s: neither the order nor what is owed of it changes', async (_what, claim) => {
  const { seat, order } = await party();
  const userIds = Array.from({ length: 2 }, () => seat.userId);
  const body = { orderId: order.id, orderItemId: '1-1', userIds, ...claim };
  dataOf(await server.call(shareDish, { ...seat, body }));
  const after = await seen(seat, order);
  expect(after['sharing']).toEqual({ '1-1': [seat.userId] });
  const {
    rowVersion: _version,
    updateAt: _at,
    sharing: _sharing,
    ...rest
  } = after as Record<string, unknown>;
  expect(order).toMatchObject(rest);
});

// A3, CX16
test('two waiters tick the same share while more is owed: one payment, the other is asked to look again', async () => {
  const { seat, order } = await party();
  const owed = owedOf(order);
  const ticks = () =>
    act(order, { type: 'orderPaid', amount: '1.00', owed, method: 'cash', share: seat.userId });
  const both = await Promise.all([
    server.call(actOnOrder, { ...till, ...ticks() }),
    server.call(actOnOrder, { ...till, ...ticks() }),
  ]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  const left = difference(owed, '1.00');
  expect(both.find(({ success }) => !success)).toMatchObject({ data: { reason: 'changed', owed: left } });
  const events = (await serviceOf(server.db, seat.sessionId)).filter(({ type }) => type === 'orderPaid');
  expect(events).toEqual([expect.not.objectContaining({ owed })]);
});

// A3
test('two waiters take all of it: one payment, the other hears that it is more than is owed', async () => {
  const { seat, order } = await party();
  const pays = () =>
    act(order, { type: 'orderPaid', amount: owedOf(order), method: 'cash', share: seat.userId });
  const both = await Promise.all([
    server.call(actOnOrder, { ...till, ...pays() }),
    server.call(actOnOrder, { ...till, ...pays() }),
  ]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(both.find(({ success }) => !success)).toMatchObject({
    data: { reason: 'moreThanOwed', owed: '0.00' },
  });
});

test('CX15: the page on privacy names the payment page of the restaurant that is asked for, where it has one', async () => {
  expect(await server.ask(getPrivacyFacts, { merchantId: '1001' })).toMatchObject({
    paymentsGoTo: new URL(page.url).host,
  });
  expect(await server.ask(getPrivacyFacts, { merchantId: '1002' })).toMatchObject({ paymentsGoTo: null });
  expect(await server.ask(getPrivacyFacts, {})).not.toHaveProperty('paymentsGoTo');
});

test('CX14, D41: whoever deletes their account is in no payment any more; what was paid stays', async () => {
  const { seat, order } = await party();
  const asked = await asks(seat, order, { share: seat.userId });
  expect(await page.tell(asked)).toMatchObject(outcome('paid'));
  await closesParty(server, till, seat.tableId);
  expect(await server.ask(removeAccount, seat)).toEqual({ removed: true });
  const rows = await server.db
    .selectFrom('page_payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  expect(rows).toMatchObject([{ user_id: '', share: null, state: 'paid', amount: owedOf(order) }]);
});
