// @module-tag slow
/** Refunds through the restaurant's own provider (CX44). */
import { nanoid } from 'nanoid';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeConnection } from '#contract/calls/connections.ts';
import { retryRefund, settleRefund, type RefundToLookAfter } from '#contract/calls/provider-refunds.ts';
import { actRefused } from '#contract/calls/service.ts';
import { staffOrder, staffOverview } from '#contract/calls/staff.ts';
import { mergeTables } from '#contract/calls/tables.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { sendRefunds } from '#server/service/payments/refunds/send-refunds.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { markRestored, renameRestoredSessions } from '#server/platform/store/backup/restored-sessions.ts';
import { calculateDifference, sum } from '#projections/bill/money.ts';
import { changeSettings } from '../fulfilment/fulfilment-for-tests.ts';
import { dataOf, type DinerAtTable } from '../server-under-test.ts';
import { providersForTests } from './providers-for-tests.ts';

const shop = providersForTests();
const { clock, server, till, does, stripe, ecpay, goes, opens, starts, seen, lastEvent } = shop;
const minuteMs = 60_000;

/** These tests take days, so the owner logs in each time. */
const connect = async (...given: Parameters<typeof shop.connect>) => {
  await shop.logIn();
  await shop.connect(...given);
};
type Pays = Parameters<typeof starts>[1];
/** A payment at Stripe that is on the bill. */
async function paysAtStripe(pays: Pays = {}) {
  const started = await starts('stripe', pays);
  const { id } = await stripe.pay(started.reference);
  await stripe.deliver(lastEvent('checkout.session.completed'));
  return { ...started, payment: stripe.payments.get(id)! };
}
/** Another payment of the same order. */
async function paysMore(seat: DinerAtTable, order: Order, amount: string) {
  await opens(dataOf(await goes(seat, order, { amount })).url);
  const { id } = await stripe.pay([...stripe.sessions.keys()].at(-1)!);
  await stripe.deliver(lastEvent('checkout.session.completed'));
  return stripe.payments.get(id)!;
}
async function paysAtEcpay() {
  const started = await starts('ecpay');
  await ecpay.pay(started.reference);
  await ecpay.notify(started.reference);
  return { ...started, trade: ecpay.trades.get(started.reference)! };
}
const refunds = async (order: Pick<Order, 'id'>, fields: object = {}, actId = nanoid()) => {
  const act = { type: 'orderRefunded', method: 'online', reason: 'cold', actId, ...fields } as const;
  return { actId, answer: await does(order, act) };
};
const rows = async ({ id }: Pick<Order, 'id'>) =>
  await server.db.selectFrom('provider_refunds').selectAll().where('order_id', '=', id).execute();
const refundable = async ({ id }: Pick<Order, 'id'>) =>
  (await server.ask(staffOrder, { ...till, params: { id } })).refundable;
const shownStates = async ({ id }: Pick<Order, 'id'>) =>
  (await server.ask(staffOrder, { ...till, params: { id } })).providerRefunds;
const states = async (order: Pick<Order, 'id'>) => (await rows(order)).map(({ state }) => state);
const board = async ({ id }: Pick<Order, 'id'>): Promise<RefundToLookAfter[]> =>
  ((await server.ask(staffOverview, till)).refunds ?? []).filter(({ orderId }) => orderId === id);
/** Sends the refunds that are due after the given time. The server does so, too, every few seconds. */
const later = async (ms = takeBackMs + 10_000) => {
  clock.advance(ms);
  await sendRefunds(server.deps);
};
const again = async (order: Order) => {
  const [problem] = await board(order);
  return await server.ask(retryRefund, { ...till, body: { refundId: problem!.refundId } });
};
/** Refunds at Stripe, with the payment of each. */
const atStripe = ({ id }: { readonly id: string }) =>
  [...stripe.refunds.values()].filter((refund) => refund.payment_intent === id);

describe('CX44: Stripe', () => {
  beforeAll(async () => await connect('stripe'));

  test('gets a refund after the minute to undo it, once', async () => {
    const { order, payment } = await paysAtStripe({ tip: '2.50' });
    const paid = calculateOwed(order);
    expect(await refundable(order)).toEqual({ provider: 'stripe', left: sum([paid, '2.50']) });
    await refunds(order, { amount: paid, tip: '2.50' });
    expect(await refundable(order)).toEqual({ provider: 'stripe', left: '0.00' });
    await later(takeBackMs);
    expect(atStripe(payment)).toEqual([]);
    await later(10_000);
    expect(atStripe(payment)).toMatchObject([{ amount: payment.amount }]);
    await later();
    expect(atStripe(payment)).toHaveLength(1);
    expect(await states(order)).toEqual(['done']);
    expect(await board(order)).toEqual([]);
  });

  test('reports the progress of a refund in the payments of the bill', async () => {
    const { seat, order } = await paysAtStripe({ amount: '2.00' });
    await paysMore(seat, order, '1.00');
    expect(await shownStates(order)).toBeUndefined();
    // It takes all of the second payment and a part of the first.
    const { actId } = await refunds(order, { amount: '1.50' });
    const shown = async () => (await shownStates(order))!.map(({ state }) => state);
    expect(await shownStates(order)).toEqual([{ paymentId: actId, provider: 'stripe', state: 'underWay' }]);
    await later();
    expect(await shown()).toEqual(['done']);
    const [first] = await rows(order);
    const change = async (state: 'pending' | 'unclear' | 'failed' | 'byHand') =>
      await server.db.updateTable('provider_refunds').set({ state }).where('id', '=', first!.id).execute();
    for (const [state, words] of [
      ['pending', 'underWay'],
      ['unclear', 'unclear'],
      ['failed', 'failed'],
      ['byHand', 'byHand'],
    ] as const) {
      await change(state);
      expect(await shown(), state).toEqual([words]);
    }
  });

  test('refunds a part, and once for a repeated act', async () => {
    const { order, payment } = await paysAtStripe();
    const { actId } = await refunds(order, { amount: '1.00' });
    await refunds(order, { amount: '1.00' }, actId);
    await later();
    await refunds(order, { amount: '1.00' }, actId);
    await later();
    expect(atStripe(payment)).toMatchObject([{ amount: 100 }]);
    // Another act gives back another part.
    await refunds(order, { amount: '0.50' });
    await later();
    expect(atStripe(payment).map(({ amount }) => amount)).toEqual([100, 50]);
  });

  test('never gets a refund that is undone within the minute; later it stays', async () => {
    const { order, payment } = await paysAtStripe();
    const { actId } = await refunds(order, { amount: '1.00' });
    clock.advance(takeBackMs);
    expect(await does(order, { type: 'takenBack', actId })).toMatchObject({ success: true });
    await later();
    expect(atStripe(payment)).toEqual([]);
    expect(await rows(order)).toEqual([]);
    // A server whose clock is ahead has sent it already.
    const sent = await refunds(order, { amount: '1.00' });
    await server.db
      .updateTable('provider_refunds')
      .set({ next_at: clock.now() })
      .where('order_id', '=', order.id)
      .execute();
    await sendRefunds(server.deps);
    expect(atStripe(payment)).toHaveLength(1);
    const undone = await does(order, { type: 'takenBack', actId: sent.actId });
    expect(undone).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
  });

  test('refunds the newest payment first, then the one before', async () => {
    const started = await paysAtStripe({ amount: '2.00' });
    const { seat, order } = started;
    clock.advance(1_000);
    const rest = calculateDifference(calculateOwed(order), '2.00');
    const newer = await paysMore(seat, order, rest);
    await refunds(order, { amount: calculateDifference(calculateOwed(order), '0.50') });
    await later();
    expect(atStripe(newer)).toMatchObject([{ amount: newer.amount }]);
    expect(atStripe(started.payment)).toMatchObject([{ amount: 150 }]);
  });

  test('leaves to staff what it cannot cover: cash payments, and amounts that were returned before', async () => {
    const { order, payment } = await paysAtStripe({ amount: '2.00' });
    await shop.paysWhole(order);
    await refunds(order, { amount: '3.00' });
    expect(await rows(order)).toEqual([]);
    expect(await refundable(order)).toEqual({ provider: 'stripe', left: '0.00' });
    // Those 3.00 were given back by hand, so nothing of the 2.00 is left.
    await refunds(order, { amount: '0.50' });
    expect(await rows(order)).toEqual([]);
    const cash = await paysAtStripe({ amount: '2.00' });
    await refunds(cash.order, { amount: '1.00', method: 'cash' });
    expect(await rows(cash.order)).toEqual([]);
    await refunds(cash.order, { amount: '1.00' });
    await later();
    expect(atStripe(cash.payment)).toHaveLength(1);
    expect(atStripe(payment)).toEqual([]);
  });

  test('is down for ten minutes: staff see no error, and the money is refunded afterwards, once', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    const modes = ['down', 'error500', 'lostAnswer'] as const;
    for (let minute = 0; minute < 10; minute += 1) {
      stripe.switches.mode = modes[minute % modes.length]!;
      await later(minute === 0 ? undefined : minuteMs + 1);
      expect(await board(order)).toEqual([]);
    }
    stripe.switches.mode = 'ok';
    await later(10 * minuteMs);
    expect(await states(order)).toEqual(['done']);
    expect(atStripe(payment)).toHaveLength(1);
  });

  test('is down for hours: the board shows it, and staff may try again or refund by hand', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    stripe.switches.mode = 'down';
    await later();
    await later(16 * minuteMs);
    expect(await board(order)).toMatchObject([
      { state: 'trying', why: 'unreachable', provider: 'stripe', amount: '1.00', reference: payment.id },
    ]);
    await later(21 * 60 * minuteMs);
    expect(await board(order)).toMatchObject([{ state: 'failed', why: 'unreachable' }]);
    stripe.switches.mode = 'ok';
    expect(await again(order)).toEqual({ again: true });
    await later(0);
    expect(atStripe(payment)).toHaveLength(1);
    expect(await board(order)).toEqual([]);
  });

  test('loses an answer and forgets the key: the server finds the refund and does not repeat it', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    stripe.switches.mode = 'ok';
    clock.advance(takeBackMs + 10_000);
    const call = server.deps.callProvider;
    // Only the answer of the POST is lost.
    const losing: typeof call = async (request) => {
      const answer = await call(request);
      return request.method === 'GET' ? answer : { kind: 'unreachable', detail: 'timeout' };
    };
    await sendRefunds({ ...server.deps, callProvider: losing });
    expect(atStripe(payment)).toHaveLength(1);
    expect(await states(order)).toEqual(['waiting']);
    await server.db
      .updateTable('provider_refunds')
      .set({ series: 9 })
      .where('order_id', '=', order.id)
      .execute();
    await later(minuteMs);
    expect(await states(order)).toEqual(['done']);
    expect(atStripe(payment)).toHaveLength(1);
  });

  test('reports a wrong key: staff see it, and try again once the owner has corrected it', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    await connect('stripe', { secretKey: 'sk_test_wrong' });
    await later();
    expect(await board(order)).toMatchObject([{ state: 'failed', why: 'wrongKey' }]);
    expect(await shop.state()).toMatchObject({ problem: { kind: 'wrongKey' } });
    await connect('stripe');
    await again(order);
    await later(0);
    expect(atStripe(payment)).toHaveLength(1);
  });

  test('refuses a refund: staff read its message, refund by hand, and nothing is sent again', async () => {
    const { order, payment } = await paysAtStripe();
    payment.refunded = payment.amount;
    await refunds(order, { amount: '1.00' });
    await later();
    const [problem] = await board(order);
    expect(problem).toMatchObject({
      state: 'failed',
      why: 'refused',
      detail: expect.stringContaining('already'),
    });
    const body = { refundId: problem!.refundId };
    expect(await server.ask(settleRefund, { ...till, body })).toEqual({ settled: true });
    expect(await server.ask(settleRefund, { ...till, body })).toEqual({ settled: false });
    expect(await server.ask(retryRefund, { ...till, body })).toEqual({ again: false });
    await later();
    expect(await board(order)).toEqual([]);
    expect(atStripe(payment)).toEqual([]);
  });

  test('does not repeat a stored refusal for a new request', async () => {
    const { order, payment } = await paysAtStripe();
    payment.refunded = payment.amount;
    await refunds(order, { amount: '1.00' });
    await later();
    payment.refunded = 0;
    await again(order);
    await later(0);
    expect(await states(order)).toEqual(['done']);
    expect(atStripe(payment)).toHaveLength(1);
  });

  test('reports a pending refund as failed in a webhook; another try is another refund', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    stripe.refundOutcome = 'pending';
    await later();
    expect(await states(order)).toEqual(['pending']);
    const [first] = atStripe(payment);
    await stripe.settleRefund(first!.id, 'failed');
    const failed = stripe.events.filter(({ type }) => type.startsWith('refund.')).slice(-2);
    expect(await stripe.deliver(failed, { wrongSignature: true })).toMatchObject([
      { status: 400 },
      { status: 400 },
    ]);
    expect(await states(order)).toEqual(['pending']);
    expect(await stripe.deliver(failed, { times: 2, order: 'reverse' })).toHaveLength(4);
    expect(await board(order)).toMatchObject([
      { state: 'failed', why: 'refused', detail: 'expired or canceled card' },
    ]);
    stripe.refundOutcome = 'succeeded';
    await again(order);
    await later(0);
    expect(await states(order)).toEqual(['done']);
    // A late notice about the first one changes nothing.
    await stripe.deliver(failed);
    expect(await states(order)).toEqual(['done']);
    expect(atStripe(payment).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('sends no webhook for a pending refund: the server asks, also after an outage', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    stripe.refundOutcome = 'pending';
    await later();
    stripe.refundOutcome = 'succeeded';
    stripe.switches.mode = 'down';
    await later(10 * minuteMs);
    expect(await states(order)).toEqual(['pending']);
    stripe.switches.mode = 'ok';
    await stripe.settleRefund(atStripe(payment)[0]!.id, 'succeeded');
    await later(10 * minuteMs);
    expect(await states(order)).toEqual(['done']);
    // Banks may send money back days later.
    await stripe.settleRefund(atStripe(payment)[0]!.id, 'failed');
    await stripe.deliver(lastEvent('refund.failed'));
    expect(await board(order)).toMatchObject([{ state: 'failed' }]);
  });

  test('reports a refund that was made in its dashboard, and nothing changes', async () => {
    const { order, payment } = await paysAtStripe();
    const body = new URLSearchParams({ payment_intent: payment.id, amount: '100' });
    const headers = { authorization: `Bearer ${stripe.secretKey}` };
    await fetch(`${stripe.url}/v1/refunds`, { method: 'POST', headers, body });
    await expect.poll(() => stripe.events.at(-1)?.type).toBe('refund.updated');
    expect(await stripe.deliver(stripe.events.at(-1)!)).toMatchObject([{ status: 200 }]);
    expect(await rows(order)).toEqual([]);
  });

  test('refunds both orders’ payments of merged bills', async () => {
    const one = await paysAtStripe({ amount: '2.00' });
    const other = await paysAtStripe({ amount: '2.00' });
    clock.advance(16 * minuteMs);
    const merge = { actId: nanoid(), tableId: other.seat.tableId, intoTableId: one.seat.tableId };
    await server.ask(mergeTables, { ...till, body: merge });
    await refunds(one.order, { amount: '3.00' });
    await later();
    expect(atStripe(other.payment)).toMatchObject([{ amount: 200 }]);
    expect(atStripe(one.payment)).toMatchObject([{ amount: 100 }]);
    expect((await seen(one.seat, one.order)).payments).toHaveLength(3);
  });

  test('gets each row once from two servers', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    clock.advance(takeBackMs + 10_000);
    await Promise.all([1, 2, 3, 4].map(async () => await sendRefunds(server.deps)));
    expect((await rows(order))[0]).toMatchObject({ state: 'done', attempts: 1 });
    expect(atStripe(payment)).toHaveLength(1);
  });

  test('gets a dead server’s refund from another server after the lease', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    const dying = new Promise<never>(() => undefined);
    clock.advance(takeBackMs + 10_000);
    void sendRefunds({ ...server.deps, callProvider: () => dying });
    await expect.poll(async () => await states(order)).toEqual(['sending']);
    await later(minuteMs);
    expect(await states(order)).toEqual(['sending']);
    await later(2 * minuteMs);
    expect(await states(order)).toEqual(['done']);
    expect(atStripe(payment)).toHaveLength(1);
  });

  test('after a restore an unsent refund is unclear, because it may have been sent after the backup', async () => {
    const { order, payment } = await paysAtStripe();
    await refunds(order, { amount: '1.00' });
    await markRestored(server.db, clock.now());
    await renameRestoredSessions(server.db, server.deps);
    await later();
    expect(atStripe(payment)).toEqual([]);
    expect(await board(order)).toMatchObject([{ state: 'unclear', why: 'restored' }]);
    await again(order);
    await later(0);
    expect(atStripe(payment)).toHaveLength(1);
  });
});

test('CX44: after a change of provider the server sends nothing, and staff see where the bill was paid', async () => {
  await connect('stripe');
  const { order, payment } = await paysAtStripe();
  await refunds(order, { amount: '1.00' });
  await connect('ecpay');
  await later();
  expect(await board(order)).toMatchObject([{ state: 'failed', why: 'otherProvider', provider: 'stripe' }]);
  // From now on staff refund by hand.
  await refunds(order, { amount: '0.50' });
  expect(await rows(order)).toHaveLength(1);
  expect(await refundable(order)).toBeUndefined();
  await server.ask(removeConnection, { ...shop.ownerIs(), body: { kind: 'payments' } });
  await again(order);
  await later(0);
  expect(await board(order)).toMatchObject([{ why: 'otherProvider' }]);
  await connect('stripe');
  await again(order);
  await later(0);
  expect(atStripe(payment)).toHaveLength(1);
});

describe('CX44: ECPay', () => {
  beforeAll(async () => {
    // ECPay rests from 20:15 to 20:30 in Taiwan. The tests begin at nine.
    const dayMs = 24 * 60 * minuteMs;
    const nineMs = (21 - 8) * 60 * minuteMs;
    clock.advance((((nineMs - clock.now()) % dayMs) + dayMs) % dayMs);
    await connect('ecpay');
    const restore = await changeSettings(server, { currency: 'TWD', decimals: 0 });
    return async () => await restore();
  });
  const actions = (reference: string) =>
    ecpay.actions.filter((form) => form['MerchantTradeNo'] === reference).map((form) => form['Action']);
  const everything = (order: Order) => ({ amount: calculateOwed(order) });

  test('before the daily settlement, cancels a whole payment', async () => {
    const { order, reference, trade } = await paysAtEcpay();
    await refunds(order, everything(order));
    await later();
    expect(await states(order)).toEqual(['done']);
    expect(actions(reference)).toEqual(['E', 'N']);
    expect(trade).toMatchObject({ card: 'abandoned', refunded: trade.amount });
  });

  test('after the settlement, refunds a whole payment', async () => {
    const { order, reference } = await paysAtEcpay();
    ecpay.closeBooks();
    await refunds(order, everything(order));
    await later();
    expect(actions(reference)).toEqual(['R']);
  });

  test('refunds a part after the settlement; from then on parts are refunded at once', async () => {
    const { order, reference, trade } = await paysAtEcpay();
    await refunds(order, { amount: '1' });
    await later();
    expect(await states(order)).toEqual(['waiting']);
    expect(await board(order)).toEqual([]);
    // Still before the next day's closing at 20:15.
    await later(23 * 60 * minuteMs);
    expect(actions(reference)).toEqual([]);
    ecpay.closeBooks();
    await later(60 * minuteMs);
    expect(actions(reference)).toEqual(['R']);
    await refunds(order, { amount: '2' });
    await later();
    expect(trade.refunded).toBe(3);
  });

  test('gets a request again after an outage before it; a lost answer is not repeated', async () => {
    const { order, reference, trade } = await paysAtEcpay();
    ecpay.closeBooks();
    await refunds(order, { amount: '1' });
    ecpay.switches.mode = 'down';
    await later();
    await later(10 * minuteMs);
    expect(await states(order)).toEqual(['waiting']);
    expect(await board(order)).toEqual([]);
    ecpay.switches.mode = 'ok';
    const call = server.deps.callProvider;
    const losing: typeof call = async (request) => {
      const answer = await call(request);
      return request.url.includes('DoAction') ? { kind: 'unreachable', detail: 'timeout' } : answer;
    };
    clock.advance(10 * minuteMs);
    await sendRefunds({ ...server.deps, callProvider: losing });
    expect(await board(order)).toMatchObject([{ state: 'unclear', why: 'unreachable', detail: 'timeout' }]);
    for (let hour = 0; hour < 5; hour += 1) await later(60 * minuteMs);
    expect(trade.refunded).toBe(1);
    // Staff find it at ECPay and mark it as refunded.
    const [problem] = await board(order);
    await server.ask(settleRefund, { ...till, body: { refundId: problem!.refundId } });
    await later();
    expect(actions(reference)).toEqual(['R']);
    expect(await board(order)).toEqual([]);
  });

  test('leaves the refund unclear if the server died while sending', async () => {
    const { order, reference } = await paysAtEcpay();
    ecpay.closeBooks();
    await refunds(order, { amount: '1' });
    clock.advance(takeBackMs + 10_000);
    void sendRefunds({ ...server.deps, callProvider: () => new Promise<never>(() => undefined) });
    await expect.poll(async () => await states(order)).toEqual(['sending']);
    await later(3 * minuteMs);
    expect(await board(order)).toMatchObject([{ state: 'unclear' }]);
    expect(actions(reference)).toEqual([]);
    await again(order);
    await later(0);
    expect(actions(reference)).toEqual(['R']);
  });

  test('refuses, limits the rate, and reports wrong keys', async () => {
    const { order, reference } = await paysAtEcpay();
    ecpay.closeBooks();
    ecpay.refuseAction = { code: '10200003', message: '餘額不足' };
    await refunds(order, { amount: '1' });
    await later();
    // The closing of the payment's day is still to come, so the server waits for it once.
    expect(await states(order)).toEqual(['waiting']);
    await later(24 * 60 * minuteMs);
    expect(await board(order)).toMatchObject([
      { state: 'failed', why: 'refused', detail: '10200003 餘額不足' },
    ]);
    ecpay.refuseAction = null;
    ecpay.switches.refuseNext = 1;
    await again(order);
    await later(0);
    expect(await states(order)).toEqual(['waiting']);
    await connect('ecpay', { hashKey: 'wrong-hash-key-0' });
    await later(minuteMs);
    expect(await board(order)).toMatchObject([{ state: 'failed', why: 'wrongKey' }]);
    await connect('ecpay');
    await again(order);
    await later(0);
    expect(actions(reference)).toEqual(['R']);
  });

  test('gets no request from 20:15 to 20:30', async () => {
    const { order, reference } = await paysAtEcpay();
    ecpay.closeBooks();
    const dayMs = 24 * 60 * minuteMs;
    const closingMs = (12 * 60 + 20) * minuteMs;
    clock.advance(((((closingMs - clock.now()) % dayMs) + dayMs) % dayMs) - takeBackMs - 10_000);
    await refunds(order, { amount: '1' });
    await later();
    expect(actions(reference)).toEqual([]);
    await later(12 * minuteMs);
    expect(actions(reference)).toEqual(['R']);
  });

  test('refunds only card payments', async () => {
    const { order } = await paysAtEcpay();
    await refunds(order, { amount: '1' });
    clock.advance(takeBackMs + 10_000);
    const call = server.deps.callProvider;
    const { checkMacValue } = await import('#server/service/payments/providers/check-mac-value.ts');
    const byWallet: typeof call = async (request) => {
      const answer = await call(request);
      if (!('body' in answer)) return answer;
      const form = { ...Object.fromEntries(new URLSearchParams(answer.body)), PaymentType: 'TWQR_OPAY' };
      const CheckMacValue = checkMacValue(form, ecpay);
      return { ...answer, body: new URLSearchParams({ ...form, CheckMacValue }).toString() };
    };
    await sendRefunds({ ...server.deps, callProvider: byWallet });
    expect(await board(order)).toMatchObject([{ state: 'failed', why: 'notCard', detail: 'TWQR_OPAY' }]);
  });
});
