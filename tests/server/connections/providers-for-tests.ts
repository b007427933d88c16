/** A restaurant with an account at Stripe and at ECPay. The stand-ins were written from the providers' public documentation. */
import { nanoid } from 'nanoid';
import { afterEach, beforeAll, expect } from 'vitest';
import { listConnections, saveConnection, testPayments } from '#contract/calls/connections.ts';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getPaying, payOnline } from '#contract/calls/payment.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { startEcpay, type Ecpay } from '#testing/stand-ins/ecpay.ts';
import { startStripe, type Stripe } from '#testing/stand-ins/stripe.ts';
import { createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData, type Caller, type DinerAtTable } from '../server-under-test.ts';

export const publicUrl = 'http://order.example';
export const webhookSecret = 'whsec_of_the_restaurant';
type Provider = 'stripe' | 'ecpay';
type Pays = Readonly<Partial<Record<'amount' | 'tip' | 'paymentId', string>>>;

/** A stand-in from the first test to the last. Its switches are set on the stand-in itself. */
function startStandIn<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  let made: T;
  beforeAll(async () => {
    made = await start();
    return async () => await made.close();
  });
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(made, name) as unknown,
    set: (_target, name, value) => Reflect.set(made, name, value),
  });
}

export function createProviders() {
  const stripe: Stripe = startStandIn(startStripe);
  const ecpay: Ecpay = startStandIn(startEcpay);
  const createEnvironment = () => ({
    PUBLIC_URL: publicUrl,
    DEMO_INBOX: 'on',
    SECRET_KEY: 'a-secret-key-of-this-test-server',
    PROVIDER_ORIGINS: JSON.stringify({
      'https://api.stripe.com': stripe.url,
      'https://payment-stage.ecpay.com.tw': ecpay.url,
    }),
  });
  // The stand-ins of the providers have the real time.
  const desk = createFulfilment(createEnvironment, Date.now());
  const { clock, server, till, partyWithOrder } = desk;
  let owner: Caller;
  /** The owner logs in again, as on another day. */
  const logIn = async () => void (owner = await desk.person('Ada'));
  beforeAll(logIn);
  afterEach(() => {
    for (const standIn of [stripe, ecpay]) Object.assign(standIn.switches, { mode: 'ok', refuseNext: 0 });
    stripe.autoDeliver = false;
    ecpay.autoNotify = false;
  });

  const createAccounts = () => ({
    stripe: { secretKey: stripe.secretKey, webhookSecret },
    ecpay: { merchantId: ecpay.merchantId, hashKey: ecpay.hashKey, hashIv: ecpay.hashIv },
  });
  const connect = async (provider: Provider, changes: Record<string, string> = {}) => {
    const values = { ...createAccounts()[provider], ...changes };
    await server.ask(saveConnection, { ...owner, body: { kind: 'payments', provider, values } });
    stripe.webhook = {
      url: `${server.address}/api/merchant/payment/1001/notice/stripe`,
      secret: webhookSecret,
    };
    stripe.autoDeliver = false;
    ecpay.autoNotify = false;
  };
  const tryKeys = async () => {
    clock.advance(15_000);
    return (await server.ask(testPayments, owner)).problem;
  };
  const readConnection = async () =>
    (await server.ask(listConnections, owner)).connections.find(({ kind }) => kind === 'payments');

  const startOnlinePayment = async (seat: DinerAtTable, order: Order, pays: Pays = {}) => {
    const { id: orderId } = order;
    const path = `/merchant/1001/order-detail/${orderId}`;
    const usual = { paymentId: nanoid(), orderId, amount: calculateOwed(order), tip: '0.00', path };
    return await server.call(payOnline, { ...seat, body: { ...usual, ...pays } });
  };
  /** Opens the hand-over page, as the phone does. */
  const openHandOver = async (url: string) =>
    await fetch(url.replace(publicUrl, server.address), { redirect: 'manual' });
  const readOrder = async (seat: DinerAtTable, { id }: Order) =>
    await server.ask(getOrderDetail, { ...seat, query: { id } });
  const readAttempts = async (seat: DinerAtTable, { id }: Order) =>
    (await server.ask(getPaying, { ...seat, query: { id } })).attempts.map((each) => each.state);
  const readDisputes = async ({ id }: Order) =>
    (await server.ask(staffOverview, till)).disputes.filter(({ orderId }) => orderId === id);

  /** Starts a payment. @returns the provider's id of it */
  async function startPayment(provider: Provider, pays: Pays = {}) {
    const { seat, order } = await partyWithOrder();
    const { url } = expectData(await startOnlinePayment(seat, order, pays));
    const page = await openHandOver(url);
    if (provider === 'stripe') {
      expect(page.status).toBe(303);
      expect(page.headers.get('location')).toContain(stripe.url);
      return { seat, order, url, reference: [...stripe.sessions.keys()].at(-1)! };
    }
    const text = await page.text();
    const form = new URLSearchParams(
      [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
      ]),
    );
    const answer = await fetch(`${ecpay.url}/Cashier/AioCheckOut/V5`, { method: 'POST', body: form });
    expect(await answer.text()).toContain('NT$');
    const reference = form.get('MerchantTradeNo')!;
    const trade = ecpay.trades.get(reference)!;
    expect(trade.order['ReturnURL']).toBe(`${publicUrl}/api/merchant/payment/1001/notice/ecpay`);
    trade.order['ReturnURL'] = trade.order['ReturnURL']!.replace(publicUrl, server.address);
    return { seat, order, url, reference };
  }
  const getLastEvent = (type: string) => stripe.events.findLast((event) => event.type === type)!;

  return {
    ...desk,
    stripe,
    ecpay,
    createEnvironment,
    /** The caller of the owner's calls. */
    ownerIs: () => owner,
    logIn,
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
  };
}
