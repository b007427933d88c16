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
import { expectData, type DinerAtTable } from '../server-under-test.ts';
import { createProviders } from './providers-for-tests.ts';

const shop = createProviders();
const {
  clock,
  server,
  till,
  sendAct,
  stripe,
  ecpay,
  startOnlinePayment,
  openHandOver,
  startPayment,
  readOrder,
  getLastEvent,
} = shop;
const minuteMs = 60_000;

/** These tests take days, so the owner logs in each time. */
const connect = async (...given: Parameters<typeof shop.connect>) => {
  await shop.logIn();
  await shop.connect(...given);
};
type Pays = Parameters<typeof startPayment>[1];
/** A payment at Stripe that is on the bill. */
async function payAtStripe(pays: Pays = {}) {
  const started = await startPayment('stripe', pays);
  const { id } = await stripe.pay(started.reference);
  await stripe.deliver(getLastEvent('checkout.session.completed'));
  return { ...started, payment: stripe.payments.get(id)! };
}
/** Another payment of the same order. */
async function payMore(seat: DinerAtTable, order: Order, amount: string) {
  await openHandOver(expectData(await startOnlinePayment(seat, order, { amount })).url);
  const { id } = await stripe.pay([...stripe.sessions.keys()].at(-1)!);
  await stripe.deliver(getLastEvent('checkout.session.completed'));
  return stripe.payments.get(id)!;
}
async function payAtEcpay() {
  const started = await startPayment('ecpay');
  await ecpay.pay(started.reference);
  await ecpay.notify(started.reference);
  return { ...started, trade: ecpay.trades.get(started.reference)! };
}
const refundOrder = async (order: Pick<Order, 'id'>, fields: object = {}, actId = nanoid()) => {
  const act = { type: 'orderRefunded', method: 'online', reason: 'cold', actId, ...fields } as const;
  return { actId, answer: await sendAct(order, act) };
};
const readRefundRows = async ({ id }: Pick<Order, 'id'>) =>
  await server.db.selectFrom('provider_refunds').selectAll().where('order_id', '=', id).execute();
const readRefundable = async ({ id }: Pick<Order, 'id'>) =>
  (await server.ask(staffOrder, { ...till, params: { id } })).refundable;
const readProviderRefunds = async ({ id }: Pick<Order, 'id'>) =>
  (await server.ask(staffOrder, { ...till, params: { id } })).providerRefunds;
const readStates = async (order: Pick<Order, 'id'>) =>
  (await readRefundRows(order)).map(({ state }) => state);
const readBoardRefunds = async ({ id }: Pick<Order, 'id'>): Promise<RefundToLookAfter[]> =>
  ((await server.ask(staffOverview, till)).refunds ?? []).filter(({ orderId }) => orderId === id);
/** Sends the refunds that are due after the given time. The server does so, too, every few seconds. */
const advanceAndSend = async (ms = takeBackMs + 10_000) => {
  clock.advance(ms);
  await sendRefunds(server.deps);
};
const retryFirstRefund = async (order: Order) => {
  const [problem] = await readBoardRefunds(order);
  return await server.ask(retryRefund, { ...till, body: { refundId: problem!.refundId } });
};
/** Refunds at Stripe, with the payment of each. */
const listStripeRefunds = ({ id }: { readonly id: string }) =>
  [...stripe.refunds.values()].filter((refund) => refund.payment_intent === id);

describe('CX44: Stripe', () => {
  beforeAll(async () => await connect('stripe'));

  test('gets a refund after the minute to undo it, once', async () => {
    const { order, payment } = await payAtStripe({ tip: '2.50' });
    const paid = calculateOwed(order);
    expect(await readRefundable(order)).toEqual({ provider: 'stripe', left: sum([paid, '2.50']) });
    await refundOrder(order, { amount: paid, tip: '2.50' });
    expect(await readRefundable(order)).toEqual({ provider: 'stripe', left: '0.00' });
    await advanceAndSend(takeBackMs);
    expect(listStripeRefunds(payment)).toEqual([]);
    await advanceAndSend(10_000);
    expect(listStripeRefunds(payment)).toMatchObject([{ amount: payment.amount }]);
    await advanceAndSend();
    expect(listStripeRefunds(payment)).toHaveLength(1);
    expect(await readStates(order)).toEqual(['done']);
    expect(await readBoardRefunds(order)).toEqual([]);
  });

  test('reports the progress of a refund in the payments of the bill', async () => {
    const { seat, order } = await payAtStripe({ amount: '2.00' });
    await payMore(seat, order, '1.00');
    expect(await readProviderRefunds(order)).toBeUndefined();
    // It takes all of the second payment and a part of the first.
    const { actId } = await refundOrder(order, { amount: '1.50' });
    const readShownStates = async () => (await readProviderRefunds(order))!.map(({ state }) => state);
    expect(await readProviderRefunds(order)).toEqual([
      { paymentId: actId, provider: 'stripe', state: 'underWay' },
    ]);
    await advanceAndSend();
    expect(await readShownStates()).toEqual(['done']);
    const [first] = await readRefundRows(order);
    const change = async (state: 'pending' | 'unclear' | 'failed' | 'byHand') =>
      await server.db.updateTable('provider_refunds').set({ state }).where('id', '=', first!.id).execute();
    for (const [state, words] of [
      ['pending', 'underWay'],
      ['unclear', 'unclear'],
      ['failed', 'failed'],
      ['byHand', 'byHand'],
    ] as const) {
      await change(state);
      expect(await readShownStates(), state).toEqual([words]);
    }
  });

  test('refunds a part, and once for a repeated act', async () => {
    const { order, payment } = await payAtStripe();
    const { actId } = await refundOrder(order, { amount: '1.00' });
    await refundOrder(order, { amount: '1.00' }, actId);
    await advanceAndSend();
    await refundOrder(order, { amount: '1.00' }, actId);
    await advanceAndSend();
    expect(listStripeRefunds(payment)).toMatchObject([{ amount: 100 }]);
    // Another act gives back another part.
    await refundOrder(order, { amount: '0.50' });
    await advanceAndSend();
    expect(listStripeRefunds(payment).map(({ amount }) => amount)).toEqual([100, 50]);
  });

  test('never gets a refund that is undone within the minute; later it stays', async () => {
    const { order, payment } = await payAtStripe();
    const { actId } = await refundOrder(order, { amount: '1.00' });
    clock.advance(takeBackMs);
    expect(await sendAct(order, { type: 'takenBack', actId })).toMatchObject({ success: true });
    await advanceAndSend();
    expect(listStripeRefunds(payment)).toEqual([]);
    expect(await readRefundRows(order)).toEqual([]);
    // A server whose clock is ahead has sent it already.
    const sent = await refundOrder(order, { amount: '1.00' });
    await server.db
      .updateTable('provider_refunds')
      .set({ next_at: clock.now() })
      .where('order_id', '=', order.id)
      .execute();
    await sendRefunds(server.deps);
    expect(listStripeRefunds(payment)).toHaveLength(1);
    const undone = await sendAct(order, { type: 'takenBack', actId: sent.actId });
    expect(undone).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
  });

  test('refunds the newest payment first, then the one before', async () => {
    const started = await payAtStripe({ amount: '2.00' });
    const { seat, order } = started;
    clock.advance(1_000);
    const rest = calculateDifference(calculateOwed(order), '2.00');
    const newer = await payMore(seat, order, rest);
    await refundOrder(order, { amount: calculateDifference(calculateOwed(order), '0.50') });
    await advanceAndSend();
    expect(listStripeRefunds(newer)).toMatchObject([{ amount: newer.amount }]);
    expect(listStripeRefunds(started.payment)).toMatchObject([{ amount: 150 }]);
  });

  test('leaves to staff what it cannot cover: cash payments, and amounts that were returned before', async () => {
    const { order, payment } = await payAtStripe({ amount: '2.00' });
    await shop.paysWhole(order);
    await refundOrder(order, { amount: '3.00' });
    expect(await readRefundRows(order)).toEqual([]);
    expect(await readRefundable(order)).toEqual({ provider: 'stripe', left: '0.00' });
    // Those 3.00 were given back by hand, so nothing of the 2.00 is left.
    await refundOrder(order, { amount: '0.50' });
    expect(await readRefundRows(order)).toEqual([]);
    const cash = await payAtStripe({ amount: '2.00' });
    await refundOrder(cash.order, { amount: '1.00', method: 'cash' });
    expect(await readRefundRows(cash.order)).toEqual([]);
    await refundOrder(cash.order, { amount: '1.00' });
    await advanceAndSend();
    expect(listStripeRefunds(cash.payment)).toHaveLength(1);
    expect(listStripeRefunds(payment)).toEqual([]);
  });

  test('is down for ten minutes: staff see no error, and the money is refunded afterwards, once', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    const modes = ['down', 'error500', 'lostAnswer'] as const;
    for (let minute = 0; minute < 10; minute += 1) {
      stripe.switches.mode = modes[minute % modes.length]!;
      await advanceAndSend(minute === 0 ? undefined : minuteMs + 1);
      expect(await readBoardRefunds(order)).toEqual([]);
    }
    stripe.switches.mode = 'ok';
    await advanceAndSend(10 * minuteMs);
    expect(await readStates(order)).toEqual(['done']);
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });

  test('is down for hours: the board shows it, and staff may try again or refund by hand', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    stripe.switches.mode = 'down';
    await advanceAndSend();
    await advanceAndSend(16 * minuteMs);
    expect(await readBoardRefunds(order)).toMatchObject([
      { state: 'trying', why: 'unreachable', provider: 'stripe', amount: '1.00', reference: payment.id },
    ]);
    await advanceAndSend(21 * 60 * minuteMs);
    expect(await readBoardRefunds(order)).toMatchObject([{ state: 'failed', why: 'unreachable' }]);
    stripe.switches.mode = 'ok';
    expect(await retryFirstRefund(order)).toEqual({ again: true });
    await advanceAndSend(0);
    expect(listStripeRefunds(payment)).toHaveLength(1);
    expect(await readBoardRefunds(order)).toEqual([]);
  });

  test('loses an answer and forgets the key: the server finds the refund and does not repeat it', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    stripe.switches.mode = 'ok';
    clock.advance(takeBackMs + 10_000);
    const call = server.deps.callProvider;
    // Only the answer of the POST is lost.
    const callAndLoseAnswer: typeof call = async (request) => {
      const answer = await call(request);
      return request.method === 'GET' ? answer : { kind: 'unreachable', detail: 'timeout' };
    };
    await sendRefunds({ ...server.deps, callProvider: callAndLoseAnswer });
    expect(listStripeRefunds(payment)).toHaveLength(1);
    expect(await readStates(order)).toEqual(['waiting']);
    await server.db
      .updateTable('provider_refunds')
      .set({ series: 9 })
      .where('order_id', '=', order.id)
      .execute();
    await advanceAndSend(minuteMs);
    expect(await readStates(order)).toEqual(['done']);
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });

  test('reports a wrong key: staff see it, and try again once the owner has corrected it', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    await connect('stripe', { secretKey: 'sk_test_wrong' });
    await advanceAndSend();
    expect(await readBoardRefunds(order)).toMatchObject([{ state: 'failed', why: 'wrongKey' }]);
    expect(await shop.readConnection()).toMatchObject({ problem: { kind: 'wrongKey' } });
    await connect('stripe');
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });

  test('refuses a refund: staff read its message, refund by hand, and nothing is sent again', async () => {
    const { order, payment } = await payAtStripe();
    payment.refunded = payment.amount;
    await refundOrder(order, { amount: '1.00' });
    await advanceAndSend();
    const [problem] = await readBoardRefunds(order);
    expect(problem).toMatchObject({
      state: 'failed',
      why: 'refused',
      detail: expect.stringContaining('already'),
    });
    const body = { refundId: problem!.refundId };
    expect(await server.ask(settleRefund, { ...till, body })).toEqual({ settled: true });
    expect(await server.ask(settleRefund, { ...till, body })).toEqual({ settled: false });
    expect(await server.ask(retryRefund, { ...till, body })).toEqual({ again: false });
    await advanceAndSend();
    expect(await readBoardRefunds(order)).toEqual([]);
    expect(listStripeRefunds(payment)).toEqual([]);
  });

  test('does not repeat a stored refusal for a new request', async () => {
    const { order, payment } = await payAtStripe();
    payment.refunded = payment.amount;
    await refundOrder(order, { amount: '1.00' });
    await advanceAndSend();
    payment.refunded = 0;
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(await readStates(order)).toEqual(['done']);
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });

  test('reports a pending refund as failed in a webhook; another try is another refund', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    stripe.refundOutcome = 'pending';
    await advanceAndSend();
    expect(await readStates(order)).toEqual(['pending']);
    const [first] = listStripeRefunds(payment);
    await stripe.settleRefund(first!.id, 'failed');
    const failed = stripe.events.filter(({ type }) => type.startsWith('refund.')).slice(-2);
    expect(await stripe.deliver(failed, { wrongSignature: true })).toMatchObject([
      { status: 400 },
      { status: 400 },
    ]);
    expect(await readStates(order)).toEqual(['pending']);
    expect(await stripe.deliver(failed, { times: 2, order: 'reverse' })).toHaveLength(4);
    expect(await readBoardRefunds(order)).toMatchObject([
      { state: 'failed', why: 'refused', detail: 'expired or canceled card' },
    ]);
    stripe.refundOutcome = 'succeeded';
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(await readStates(order)).toEqual(['done']);
    // A late notice about the first one changes nothing.
    await stripe.deliver(failed);
    expect(await readStates(order)).toEqual(['done']);
    expect(listStripeRefunds(payment).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('sends no webhook for a pending refund: the server asks, also after an outage', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    stripe.refundOutcome = 'pending';
    await advanceAndSend();
    stripe.refundOutcome = 'succeeded';
    stripe.switches.mode = 'down';
    await advanceAndSend(10 * minuteMs);
    expect(await readStates(order)).toEqual(['pending']);
    stripe.switches.mode = 'ok';
    await stripe.settleRefund(listStripeRefunds(payment)[0]!.id, 'succeeded');
    await advanceAndSend(10 * minuteMs);
    expect(await readStates(order)).toEqual(['done']);
    // Banks may send money back days later.
    await stripe.settleRefund(listStripeRefunds(payment)[0]!.id, 'failed');
    await stripe.deliver(getLastEvent('refund.failed'));
    expect(await readBoardRefunds(order)).toMatchObject([{ state: 'failed' }]);
  });

  test('reports a refund that was made in its dashboard, and nothing changes', async () => {
    const { order, payment } = await payAtStripe();
    const body = new URLSearchParams({ payment_intent: payment.id, amount: '100' });
    const headers = { authorization: `Bearer ${stripe.secretKey}` };
    await fetch(`${stripe.url}/v1/refunds`, { method: 'POST', headers, body });
    await expect.poll(() => stripe.events.at(-1)?.type).toBe('refund.updated');
    expect(await stripe.deliver(stripe.events.at(-1)!)).toMatchObject([{ status: 200 }]);
    expect(await readRefundRows(order)).toEqual([]);
  });

  test('refunds both orders’ payments of merged bills', async () => {
    const one = await payAtStripe({ amount: '2.00' });
    const other = await payAtStripe({ amount: '2.00' });
    clock.advance(16 * minuteMs);
    const merge = { actId: nanoid(), tableId: other.seat.tableId, intoTableId: one.seat.tableId };
    await server.ask(mergeTables, { ...till, body: merge });
    await refundOrder(one.order, { amount: '3.00' });
    await advanceAndSend();
    expect(listStripeRefunds(other.payment)).toMatchObject([{ amount: 200 }]);
    expect(listStripeRefunds(one.payment)).toMatchObject([{ amount: 100 }]);
    expect((await readOrder(one.seat, one.order)).payments).toHaveLength(3);
  });

  test('gets each row once from two servers', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    clock.advance(takeBackMs + 10_000);
    await Promise.all([1, 2, 3, 4].map(async () => await sendRefunds(server.deps)));
    expect((await readRefundRows(order))[0]).toMatchObject({ state: 'done', attempts: 1 });
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });

  test('gets a dead server’s refund from another server after the lease', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    const dying = new Promise<never>(() => undefined);
    clock.advance(takeBackMs + 10_000);
    void sendRefunds({ ...server.deps, callProvider: () => dying });
    await expect.poll(async () => await readStates(order)).toEqual(['sending']);
    await advanceAndSend(minuteMs);
    expect(await readStates(order)).toEqual(['sending']);
    await advanceAndSend(2 * minuteMs);
    expect(await readStates(order)).toEqual(['done']);
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });

  test('after a restore an unsent refund is unclear, because it may have been sent after the backup', async () => {
    const { order, payment } = await payAtStripe();
    await refundOrder(order, { amount: '1.00' });
    await markRestored(server.db, clock.now());
    await renameRestoredSessions(server.db, server.deps);
    await advanceAndSend();
    expect(listStripeRefunds(payment)).toEqual([]);
    expect(await readBoardRefunds(order)).toMatchObject([{ state: 'unclear', why: 'restored' }]);
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(listStripeRefunds(payment)).toHaveLength(1);
  });
});

test('CX44: after a change of provider the server sends nothing, and staff see where the bill was paid', async () => {
  await connect('stripe');
  const { order, payment } = await payAtStripe();
  await refundOrder(order, { amount: '1.00' });
  await connect('ecpay');
  await advanceAndSend();
  expect(await readBoardRefunds(order)).toMatchObject([
    { state: 'failed', why: 'otherProvider', provider: 'stripe' },
  ]);
  // From now on staff refund by hand.
  await refundOrder(order, { amount: '0.50' });
  expect(await readRefundRows(order)).toHaveLength(1);
  expect(await readRefundable(order)).toBeUndefined();
  await server.ask(removeConnection, { ...shop.ownerIs(), body: { kind: 'payments' } });
  await retryFirstRefund(order);
  await advanceAndSend(0);
  expect(await readBoardRefunds(order)).toMatchObject([{ why: 'otherProvider' }]);
  await connect('stripe');
  await retryFirstRefund(order);
  await advanceAndSend(0);
  expect(listStripeRefunds(payment)).toHaveLength(1);
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
  const listActions = (reference: string) =>
    ecpay.actions.filter((form) => form['MerchantTradeNo'] === reference).map((form) => form['Action']);
  const createFullRefund = (order: Order) => ({ amount: calculateOwed(order) });

  test('before the daily settlement, cancels a whole payment', async () => {
    const { order, reference, trade } = await payAtEcpay();
    await refundOrder(order, createFullRefund(order));
    await advanceAndSend();
    expect(await readStates(order)).toEqual(['done']);
    expect(listActions(reference)).toEqual(['E', 'N']);
    expect(trade).toMatchObject({ card: 'abandoned', refunded: trade.amount });
  });

  test('after the settlement, refunds a whole payment', async () => {
    const { order, reference } = await payAtEcpay();
    ecpay.closeBooks();
    await refundOrder(order, createFullRefund(order));
    await advanceAndSend();
    expect(listActions(reference)).toEqual(['R']);
  });

  test('refunds a part after the settlement; from then on parts are refunded at once', async () => {
    const { order, reference, trade } = await payAtEcpay();
    await refundOrder(order, { amount: '1' });
    await advanceAndSend();
    expect(await readStates(order)).toEqual(['waiting']);
    expect(await readBoardRefunds(order)).toEqual([]);
    // Still before the next day's closing at 20:15.
    await advanceAndSend(23 * 60 * minuteMs);
    expect(listActions(reference)).toEqual([]);
    ecpay.closeBooks();
    await advanceAndSend(60 * minuteMs);
    expect(listActions(reference)).toEqual(['R']);
    await refundOrder(order, { amount: '2' });
    await advanceAndSend();
    expect(trade.refunded).toBe(3);
  });

  test('gets a request again after an outage before it; a lost answer is not repeated', async () => {
    const { order, reference, trade } = await payAtEcpay();
    ecpay.closeBooks();
    await refundOrder(order, { amount: '1' });
    ecpay.switches.mode = 'down';
    await advanceAndSend();
    await advanceAndSend(10 * minuteMs);
    expect(await readStates(order)).toEqual(['waiting']);
    expect(await readBoardRefunds(order)).toEqual([]);
    ecpay.switches.mode = 'ok';
    const call = server.deps.callProvider;
    const callAndLoseAnswer: typeof call = async (request) => {
      const answer = await call(request);
      return request.url.includes('DoAction') ? { kind: 'unreachable', detail: 'timeout' } : answer;
    };
    clock.advance(10 * minuteMs);
    await sendRefunds({ ...server.deps, callProvider: callAndLoseAnswer });
    expect(await readBoardRefunds(order)).toMatchObject([
      { state: 'unclear', why: 'unreachable', detail: 'timeout' },
    ]);
    for (let hour = 0; hour < 5; hour += 1) await advanceAndSend(60 * minuteMs);
    expect(trade.refunded).toBe(1);
    // Staff find it at ECPay and mark it as refunded.
    const [problem] = await readBoardRefunds(order);
    await server.ask(settleRefund, { ...till, body: { refundId: problem!.refundId } });
    await advanceAndSend();
    expect(listActions(reference)).toEqual(['R']);
    expect(await readBoardRefunds(order)).toEqual([]);
  });

  test('leaves the refund unclear if the server died while sending', async () => {
    const { order, reference } = await payAtEcpay();
    ecpay.closeBooks();
    await refundOrder(order, { amount: '1' });
    clock.advance(takeBackMs + 10_000);
    void sendRefunds({ ...server.deps, callProvider: () => new Promise<never>(() => undefined) });
    await expect.poll(async () => await readStates(order)).toEqual(['sending']);
    await advanceAndSend(3 * minuteMs);
    expect(await readBoardRefunds(order)).toMatchObject([{ state: 'unclear' }]);
    expect(listActions(reference)).toEqual([]);
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(listActions(reference)).toEqual(['R']);
  });

  test('refuses, limits the rate, and reports wrong keys', async () => {
    const { order, reference } = await payAtEcpay();
    ecpay.closeBooks();
    ecpay.refuseAction = { code: '10200003', message: '餘額不足' };
    await refundOrder(order, { amount: '1' });
    await advanceAndSend();
    // The closing of the payment's day is still to come, so the server waits for it once.
    expect(await readStates(order)).toEqual(['waiting']);
    await advanceAndSend(24 * 60 * minuteMs);
    expect(await readBoardRefunds(order)).toMatchObject([
      { state: 'failed', why: 'refused', detail: '10200003 餘額不足' },
    ]);
    ecpay.refuseAction = null;
    ecpay.switches.refuseNext = 1;
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(await readStates(order)).toEqual(['waiting']);
    await connect('ecpay', { hashKey: 'wrong-hash-key-0' });
    await advanceAndSend(minuteMs);
    expect(await readBoardRefunds(order)).toMatchObject([{ state: 'failed', why: 'wrongKey' }]);
    await connect('ecpay');
    await retryFirstRefund(order);
    await advanceAndSend(0);
    expect(listActions(reference)).toEqual(['R']);
  });

  test('gets no request from 20:15 to 20:30', async () => {
    const { order, reference } = await payAtEcpay();
    ecpay.closeBooks();
    const dayMs = 24 * 60 * minuteMs;
    const closingMs = (12 * 60 + 20) * minuteMs;
    clock.advance(((((closingMs - clock.now()) % dayMs) + dayMs) % dayMs) - takeBackMs - 10_000);
    await refundOrder(order, { amount: '1' });
    await advanceAndSend();
    expect(listActions(reference)).toEqual([]);
    await advanceAndSend(12 * minuteMs);
    expect(listActions(reference)).toEqual(['R']);
  });

  test('refunds only card payments', async () => {
    const { order } = await payAtEcpay();
    await refundOrder(order, { amount: '1' });
    clock.advance(takeBackMs + 10_000);
    const call = server.deps.callProvider;
    const { checkMacValue } = await import('#server/service/payments/providers/check-mac-value.ts');
    const callWithWallet: typeof call = async (request) => {
      const answer = await call(request);
      if (!('body' in answer)) return answer;
      const form = { ...Object.fromEntries(new URLSearchParams(answer.body)), PaymentType: 'TWQR_OPAY' };
      const CheckMacValue = checkMacValue(form, ecpay);
      return { ...answer, body: new URLSearchParams({ ...form, CheckMacValue }).toString() };
    };
    await sendRefunds({ ...server.deps, callProvider: callWithWallet });
    expect(await readBoardRefunds(order)).toMatchObject([
      { state: 'failed', why: 'notCard', detail: 'TWQR_OPAY' },
    ]);
  });
});
