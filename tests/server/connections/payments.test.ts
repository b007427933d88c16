// @module-tag slow
/** Payments at a restaurant's own provider (CX36). */
import { nanoid } from 'nanoid';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeConnection } from '#contract/calls/connections.ts';
import { getPaying, noPaymentPage } from '#contract/calls/payment.ts';
import { getPrivacyFacts } from '#contract/calls/privacy.ts';
import { codes } from '#contract/codes.ts';
import { paymentStatus } from '#contract/states.ts';
import { checkMacValue } from '#server/service/payments/providers/check-mac-value.ts';
import { confirmPayments } from '#server/service/payments/confirm-payments.ts';
import { convertFromStripeUnits, toStripeUnits } from '#server/service/payments/providers/stripe-units.ts';
import { MAC_VECTORS, TEST_MERCHANT } from '#testing/stand-ins/ecpay-mac.ts';
import { changeSettings } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData } from '../server-under-test.ts';
import { createProviders, publicUrl } from './providers-for-tests.ts';

const shop = createProviders();
const { clock, server, partyWithOrder, stripe, ecpay } = shop;
const {
  connect,
  tryKeys,
  readConnection,
  startOnlinePayment,
  openHandOver,
  readOrder,
  readAttempts,
  readDisputes,
  startPayment,
  getLastEvent,
} = shop;

describe('CX36: Stripe', () => {
  beforeAll(async () => await connect('stripe'));

  test('adds a payment with a tip to the bill after the webhook, once', async () => {
    const { seat, order, reference } = await startPayment('stripe', { tip: '2.50' });
    expect(await readAttempts(seat, order)).toEqual(['underWay']);
    await stripe.pay(reference);
    const event = getLastEvent('checkout.session.completed');
    expect(await stripe.deliver(event, { times: 2 })).toMatchObject([{ status: 200 }, { status: 200 }]);
    const after = await readOrder(seat, order);
    expect(after.paymentStatus).toBe(paymentStatus.fullyPaid);
    expect(after.payments).toHaveLength(1);
    expect(await readAttempts(seat, order)).toEqual(['paid']);
    expect(stripe.sessions.get(reference)).toMatchObject({
      currency: 'usd',
      client_reference_id: expect.any(String),
    });
    expect(await readDisputes(order)).toEqual([]);
  });

  test('opens one page for a repeated tap', async () => {
    const { seat, order } = await partyWithOrder();
    const paymentId = nanoid();
    const before = stripe.sessions.size;
    const first = expectData(await startOnlinePayment(seat, order, { paymentId }));
    expect(expectData(await startOnlinePayment(seat, order, { paymentId }))).toEqual(first);
    expect(stripe.sessions.size).toBe(before + 1);
  });

  test('ignores forged, old and foreign webhooks', async () => {
    const { seat, order, reference } = await startPayment('stripe');
    await stripe.pay(reference);
    const event = getLastEvent('checkout.session.completed');
    expect(await stripe.deliver(event, { wrongSignature: true })).toMatchObject([{ status: 400 }]);
    expect(await stripe.deliver(event, { oldTimestamp: true })).toMatchObject([{ status: 400 }]);
    const of = { ...event, data: { object: { ...event.data.object, id: 'cs_of_another_shop' } } };
    expect(await stripe.deliver(of)).toMatchObject([{ status: 200 }]);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.unpaid);
    expect(await stripe.deliver(event)).toMatchObject([{ status: 200 }]);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.fullyPaid);
  });

  test('keeps a payment when its page expires later; a page that expires first ends the attempt', async () => {
    const paid = await startPayment('stripe');
    await stripe.pay(paid.reference);
    const done = getLastEvent('checkout.session.completed');
    const expired = { ...done, id: 'evt_late', type: 'checkout.session.expired' };
    await stripe.deliver([done, expired]);
    expect(await readAttempts(paid.seat, paid.order)).toEqual(['paid']);
    const left = await startPayment('stripe');
    await stripe.expire(left.reference);
    await stripe.deliver(getLastEvent('checkout.session.expired'));
    expect(await readAttempts(left.seat, left.order)).toEqual(['failed']);
    // The page of a payment that is over leads back to the order.
    expect((await openHandOver(left.url)).headers.get('location')).toContain('/order-detail/');
  });

  test('is asked by the server if a webhook is lost', async () => {
    const { seat, order, reference } = await startPayment('stripe');
    await stripe.pay(reference);
    await confirmPayments(server.deps);
    expect(await readAttempts(seat, order)).toEqual(['underWay']);
    clock.advance(20_000);
    stripe.switches.mode = 'down';
    await confirmPayments(server.deps);
    expect(await readAttempts(seat, order)).toEqual(['underWay']);
    stripe.switches.mode = 'ok';
    clock.advance(20_000);
    await confirmPayments(server.deps);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.fullyPaid);
  });

  test('reports another amount as a dispute, not a payment', async () => {
    const { seat, order, reference } = await startPayment('stripe');
    await stripe.pay(reference);
    const event = getLastEvent('checkout.session.completed');
    const less = { ...event, data: { object: { ...event.data.object, amount_total: 100 } } };
    expect(await stripe.deliver(less)).toMatchObject([{ status: 200 }]);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.unpaid);
    expect(await readDisputes(order)).toMatchObject([{ told: '1.00' }]);
  });

  test('is unreachable: the diner and the owner see a message, the order stays, and the next try works', async () => {
    const { seat, order } = await partyWithOrder();
    for (const mode of ['down', 'error500', 'lostAnswer'] as const) {
      stripe.switches.mode = mode;
      expect(await startOnlinePayment(seat, order)).toMatchObject({ success: false, code: codes.failure });
      expect(await readConnection()).toMatchObject({ problem: { kind: 'unreachable' } });
    }
    stripe.switches.mode = 'ok';
    stripe.switches.refuseNext = 1;
    expect(await startOnlinePayment(seat, order)).toMatchObject({ success: false });
    expect(await readConnection()).toMatchObject({ problem: { kind: 'tooMany' } });
    expect(await startOnlinePayment(seat, order)).toMatchObject({ success: true });
    expect(await readConnection()).toMatchObject({ problem: null });
  });

  test('names a wrong key in the connection test', async () => {
    expect(await tryKeys()).toBeNull();
    await connect('stripe', { secretKey: 'sk_test_wrong' });
    expect(await tryKeys()).toMatchObject({ kind: 'wrongKey' });
    const { seat, order } = await partyWithOrder();
    expect(await startOnlinePayment(seat, order)).toMatchObject({ code: codes.failure });
    await connect('stripe');
  });
});

test('CX36: the server does not ask the present provider for a payment at an earlier one', async () => {
  await connect('stripe');
  const { seat, order, reference } = await startPayment('stripe');
  await stripe.pay(reference);
  await connect('ecpay');
  clock.advance(20_000);
  await confirmPayments(server.deps);
  expect(await readAttempts(seat, order)).toEqual(['underWay']);
  // The owner connects the earlier provider again.
  await connect('stripe');
  clock.advance(20_000);
  await confirmPayments(server.deps);
  expect(await readAttempts(seat, order)).toEqual(['paid']);
});

describe('CX36: ECPay', () => {
  let restore: () => Promise<void>;
  beforeAll(async () => {
    await connect('ecpay');
    restore = await changeSettings(server, { currency: 'TWD', decimals: 0 });
    return async () => await restore();
  });

  test('adds a payment to the bill after the notification, once, and gets the answer it requires', async () => {
    const { seat, order, reference } = await startPayment('ecpay', { tip: '10' });
    await ecpay.pay(reference);
    const notices = await ecpay.notify(reference, { times: 2 });
    expect(notices.map(({ answer }) => answer)).toEqual(['1|OK', '1|OK']);
    const after = await readOrder(seat, order);
    expect(after.paymentStatus).toBe(paymentStatus.fullyPaid);
    expect(after.payments).toHaveLength(1);
  });

  test('ignores forged and simulated notifications', async () => {
    const { seat, order, reference } = await startPayment('ecpay');
    await ecpay.pay(reference);
    expect(await ecpay.notify(reference, { wrongMac: true })).toMatchObject([{ status: 400 }]);
    expect(await ecpay.notify(reference, { change: { SimulatePaid: '1' } })).toMatchObject([
      { answer: '1|OK' },
    ]);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.unpaid);
    expect(await ecpay.notify(reference, { change: { TradeAmt: '1' } })).toMatchObject([{ answer: '1|OK' }]);
    expect(await readDisputes(order)).toMatchObject([{ told: '1' }]);
    await ecpay.notify(reference);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.fullyPaid);
    expect(await readDisputes(order)).toEqual([]);
  });

  test('is asked by the server if a notification is lost', async () => {
    const { seat, order, reference } = await startPayment('ecpay');
    clock.advance(20_000);
    await confirmPayments(server.deps);
    expect(await readAttempts(seat, order)).toEqual(['underWay']);
    await ecpay.pay(reference);
    clock.advance(60_000);
    await confirmPayments(server.deps);
    expect((await readOrder(seat, order)).paymentStatus).toBe(paymentStatus.fullyPaid);
  });

  test('names wrong keys and an outage in the connection test', async () => {
    expect(await tryKeys()).toBeNull();
    await connect('ecpay', { hashKey: 'wrong-hash-key-0' });
    expect(await tryKeys()).toMatchObject({ kind: 'wrongKey' });
    await connect('ecpay');
    ecpay.switches.mode = 'down';
    expect(await tryKeys()).toMatchObject({ kind: 'unreachable' });
  });

  test('accepts only whole Taiwan dollars', async () => {
    const { seat, order } = await partyWithOrder();
    const back = await changeSettings(server, { currency: 'USD', decimals: 0 });
    expect(await startOnlinePayment(seat, order)).toMatchObject({ code: noPaymentPage });
    await back();
  });
});

test('CX36: the privacy page names the provider', async () => {
  await connect('stripe');
  expect(await server.ask(getPrivacyFacts, { merchantId: '1001' })).toMatchObject({
    paymentsGoTo: 'stripe.com',
    textsGoTo: null,
  });
});

test('CX36: without a connection the bill is paid at the counter; an unknown payment page shows a message', async () => {
  await server.ask(removeConnection, { ...shop.ownerIs(), body: { kind: 'payments' } });
  const { seat, order } = await partyWithOrder();
  expect((await server.ask(getPaying, { ...seat, query: { id: order.id } })).online).toBe(false);
  expect(await startOnlinePayment(seat, order)).toMatchObject({ code: noPaymentPage });
  const page = await openHandOver(`${publicUrl}/api/merchant/payment/1001/open/${nanoid()}`);
  expect(page.status).toBe(404);
  const notice = await fetch(`${server.address}/api/merchant/payment/1001/notice/stripe`, { method: 'POST' });
  expect(notice.status).toBe(404);
});

// The vectors are the vendor's own.
test.each(MAC_VECTORS)('CX36: CheckMacValue %#', ({ fields, mac }) => {
  expect(checkMacValue(fields, TEST_MERCHANT)).toBe(mac);
});

// https://docs.stripe.com/currencies
test.each([
  ['12.50', 'USD', '1250'],
  ['100', 'TWD', '10000'],
  ['980', 'JPY', '980'],
  ['1.230', 'KWD', '1230'],
  ['1.234', 'KWD', undefined],
  ['500', 'UGX', '50000'],
  ['500.50', 'ISK', undefined],
  ['0.005', 'USD', undefined],
])('CX36: Stripe takes %s %s as %s', (amount, currency, units) => {
  expect(toStripeUnits(amount, currency)).toBe(units);
  if (units !== undefined)
    expect(Number(convertFromStripeUnits(Number(units), currency))).toBe(Number(amount));
});
