// Stand-in of the Stripe API for one-off payments by Checkout, with refunds, events and the hosted page.
// Built from docs.stripe.com/api (checkout/sessions, refunds, payment_intents, balance, errors, idempotent_requests),
// docs.stripe.com/checkout/fulfillment, docs.stripe.com/rate-limits, and the types in github.com/stripe/stripe-node.

import { createHash, randomBytes } from 'node:crypto';
import {
  type Answer,
  type Ask,
  readBasicAuth,
  escapeHtml,
  answerHtml,
  answerJson,
  type Listening,
  createSwitches,
  serve,
  type Switches,
} from './shared.ts';
import {
  chargeView,
  showIntent,
  makeRefund,
  makeSession,
  createBook,
  createId,
  refuseUnknown,
  type Obj,
  payFor,
  getSeconds,
  type StripeBook,
  type StripePayment,
  type StripeRefund,
  type StripeSession,
} from './stripe-objects.ts';
import {
  createErrorAnswer,
  type Fields,
  group,
  formatMoney,
  parseNested,
  Refusal,
  readText,
} from './stripe-rules.ts';
import {
  deliverEvents,
  type DeliverOptions,
  type Delivery,
  type Endpoint,
  createEvent,
  type StripeEvent,
} from './stripe-webhooks.ts';

export interface StripeOptions {
  secretKey?: string;
  webhook?: Endpoint;
}

export interface Stripe extends Listening, StripeBook {
  /** Change it to make every key wrong. */
  secretKey: string;
  switches: Switches;
  events: StripeEvent[];
  deliveries: Delivery[];
  /** Where events go by themselves as things happen; without autoDeliver they wait in `events` for deliver(). */
  webhook: Endpoint | null;
  autoDeliver: boolean;
  /** The state a new refund gets. */
  refundOutcome: StripeRefund['status'];
  /** Own minimum amounts by currency, in API units, since the real ones depend on the payout account. */
  minimums: Record<string, number>;
  pay(sessionId: string, how?: { later?: boolean }): Promise<StripePayment>;
  /** Ends a payment that was made with `later`. */
  settle(sessionId: string, paid: boolean): Promise<void>;
  expire(sessionId: string): Promise<void>;
  settleRefund(refundId: string, status: 'succeeded' | 'failed'): Promise<void>;
  /** Sends events by hand: twice, late, out of order, or badly signed. A failed delivery is not retried by itself. */
  deliver(event: StripeEvent | StripeEvent[], options?: DeliverOptions): Promise<Delivery[]>;
}

export async function startStripe(options: StripeOptions = {}): Promise<Stripe> {
  const switches = createSwitches();
  const book = createBook();
  const answers = new Map<string, { print: string; answer: Answer }>();

  async function emitEvent(type: string, object: Obj, key: string | null, previous?: Obj): Promise<void> {
    const event = createEvent(type, object, key, previous);
    stripe.events.push(event);
    if (stripe.webhook && stripe.autoDeliver) await stripe.deliver(event);
  }

  function getSession(which: string): StripeSession {
    const found = book.sessions.get(which);
    if (!found) throw refuseUnknown('checkout.session', which, 'session');
    if (found.status === 'open' && found.expires_at <= getSeconds()) void stripe.expire(which);
    return found;
  }

  function toSessionView(s: StripeSession, expand: Fields | undefined): Obj {
    const payment = s.payment_intent ? book.payments.get(s.payment_intent) : undefined;
    const expanded = payment && Object.values(expand ?? {}).includes('payment_intent');
    return expanded ? { ...s, payment_intent: showIntent(payment, book) } : s;
  }

  function refund(fields: Fields, key: string | null): Obj {
    const made = makeRefund(fields, book, stripe.refundOutcome);
    // The API's answer does not wait for the receivers of the events.
    void (async () => {
      await emitEvent('refund.created', made.refund, key);
      if (made.refund.status === 'failed') await emitEvent('refund.failed', made.refund, key);
      else
        await emitEvent('charge.refunded', chargeView(made.payment), key, { amount_refunded: made.before });
      await emitEvent('refund.updated', made.refund, key);
    })();
    return made.refund;
  }

  function act(ask: Ask, key: string | null): Obj {
    const fields = parseNested(ask.method === 'GET' ? ask.query : ask.form);
    const [, , what = '', second = '', third = '', fourth = ''] = ask.path.split('/');
    const expand = group(fields, 'expand');
    const checkout = what === 'checkout' && second === 'sessions';
    if (ask.method === 'POST') {
      if (checkout && !third)
        return toSessionView(makeSession(fields, book, stripe.url, stripe.minimums), expand);
      if (checkout && fourth === 'expire') {
        const s = getSession(third);
        if (s.status !== 'open') {
          throw new Refusal(400, {
            type: 'invalid_request_error',
            message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${s.status}.`,
          });
        }
        void stripe.expire(third);
        return s;
      }
      if (what === 'refunds' && !second) return refund(fields, key);
    }
    if (ask.method === 'GET') {
      if (checkout && third) return toSessionView(getSession(third), expand);
      if (what === 'refunds' && second)
        return book.refunds.get(second) ?? fail(refuseUnknown('refund', second, 'refund'));
      if (what === 'refunds') {
        const of = readText(fields, 'payment_intent');
        const data = [...book.refunds.values()].filter((r) => !of || r.payment_intent === of).toReversed();
        return { object: 'list', url: '/v1/refunds', has_more: false, data };
      }
      const payment = book.payments.get(second);
      if (what === 'payment_intents' && second)
        return payment ? showIntent(payment, book) : fail(refuseUnknown('payment_intent', second, 'intent'));
      if (what === 'events' && second)
        return {
          ...(stripe.events.find((e) => e.id === second) ?? fail(refuseUnknown('event', second, 'id'))),
        };
      if (what === 'balance')
        return {
          object: 'balance',
          livemode: false,
          available: [{ amount: 0, currency: 'usd' }],
          pending: [{ amount: 0, currency: 'usd' }],
        };
      if (what === 'account')
        return {
          id: 'acct_standin',
          object: 'account',
          charges_enabled: true,
          country: 'US',
          default_currency: 'usd',
        };
    }
    throw new Refusal(
      404,
      { type: 'invalid_request_error', message: `Unrecognized request URL (${ask.method}: ${ask.path}).` },
      true,
    );
  }

  function findStrangerAnswer(ask: Ask): Answer | null {
    const given =
      /^Bearer (.+)$/i.exec(ask.headers.authorization ?? '')?.[1] ?? readBasicAuth(ask.headers)?.user;
    if (given === stripe.secretKey) return null;
    const message = given
      ? `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(12)}${given.slice(-4)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    return createErrorAnswer(
      401,
      { type: 'invalid_request_error', message },
      { 'www-authenticate': 'Bearer realm="Stripe"' },
    );
  }

  function handleApiRequest(ask: Ask): Answer {
    const stranger = findStrangerAnswer(ask);
    if (stranger) return stranger;
    const header = ask.method === 'POST' ? ask.headers['idempotency-key'] : undefined;
    const key = typeof header === 'string' && header ? header : null;
    if (key && key.length > 255)
      return createErrorAnswer(400, {
        type: 'invalid_request_error',
        message: 'Idempotency keys can be at most 255 characters.',
      });
    const print = createHash('sha256')
      .update(`${ask.path}?${[...ask.form].map(String).sort().join('&')}`)
      .digest('hex');
    const earlier = key ? answers.get(key) : undefined;
    if (earlier && earlier.print !== print) {
      return createErrorAnswer(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (earlier)
      return { ...earlier.answer, headers: { ...earlier.answer.headers, 'idempotent-replayed': 'true' } };
    const headers = { 'request-id': createId('req'), ...(key ? { 'idempotency-key': key } : {}) };
    let answer: Answer;
    try {
      answer = answerJson(200, act(ask, key), headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = createErrorAnswer(error.status, error.error, headers);
      if (error.beforeStart) return answer;
    }
    if (key) answers.set(key, { print, answer });
    return answer;
  }

  /** The hosted page. Its buttons are forms, so that a browser and a plain request can both press them. */
  async function page(ask: Ask): Promise<Answer> {
    const s = getSession(ask.path.split('/')[3] ?? '');
    if (s.status === 'expired') return answerHtml(200, '<h1>This link has expired</h1>');
    if (s.status === 'complete') return answerHtml(200, '<h1>You have already paid</h1>');
    const go = (to: string): Answer => ({
      status: 303,
      body: '',
      headers: { location: to.replaceAll('{CHECKOUT_SESSION_ID}', s.id) },
    });
    const pressed = ask.method === 'POST' ? ask.form.get('press') : null;
    if (pressed === 'pay' || pressed === 'later') {
      // Checkout holds the guest for the receiver of the event, but for ten seconds at most.
      await Promise.race([
        stripe.pay(s.id, { later: pressed === 'later' }),
        new Promise((r) => setTimeout(r, 10_000).unref()),
      ]);
      return go(s.success_url);
    }
    // Going back leaves the session open, so the guest can still pay.
    if (pressed === 'cancel' && s.cancel_url) return go(s.cancel_url);
    const alert = pressed === 'decline' ? '<p role="alert">Your card was declined.</p>' : '';
    const rows = (book.lines.get(s.id) ?? [])
      .map((l) => `<li>${l.quantity} × ${escapeHtml(l.name)}: ${formatMoney(l.amount, s.currency)}</li>`)
      .join('');
    const buttons = [
      ['pay', 'Pay'],
      ['later', 'Pay by slow transfer'],
      ['decline', 'Pay with a card that is declined'],
      ...(s.cancel_url ? [['cancel', 'Back']] : []),
    ];
    const form = buttons
      .map(([name, label]) => `<button name="press" value="${name}">${label}</button>`)
      .join(' ');
    return answerHtml(
      200,
      `${alert}<h1>${formatMoney(s.amount_total, s.currency)}</h1><ul>${rows}</ul><form method="post">${form}</form>`,
    );
  }

  async function handle(ask: Ask): Promise<Answer> {
    if (!ask.path.startsWith('/c/pay/')) return handleApiRequest(ask);
    return page(ask).catch((error: unknown) =>
      error instanceof Refusal ? answerHtml(404, '<h1>Something went wrong</h1>') : fail(error),
    );
  }

  const listening = await serve({
    switches,
    handle,
    unlimited: (ask) => ask.path.startsWith('/c/'),
    tooMany: () =>
      createErrorAnswer(
        429,
        {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message:
            'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
        },
        { 'stripe-rate-limited-reason': 'global-rate' },
      ),
    broken: () => createErrorAnswer(500, { type: 'api_error', message: 'An unknown error occurred' }),
  });

  const stripe: Stripe = {
    ...listening,
    ...book,
    secretKey: options.secretKey ?? `sk_test_${randomBytes(16).toString('hex')}`,
    switches,
    events: [],
    deliveries: [],
    webhook: options.webhook ?? null,
    autoDeliver: true,
    refundOutcome: 'succeeded',
    minimums: {},
    async pay(sessionId, how = {}) {
      const s = getSession(sessionId);
      if (s.status !== 'open') throw new Error(`session is ${s.status}`);
      const payment = payFor(s, book, how.later ?? false);
      await emitEvent('checkout.session.completed', s, null);
      return payment;
    },
    async settle(sessionId, paid) {
      const s = getSession(sessionId);
      if (paid) s.payment_status = 'paid';
      await emitEvent(
        paid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
        s,
        null,
      );
    },
    async expire(sessionId) {
      const s = book.sessions.get(sessionId);
      if (s?.status !== 'open') return;
      s.status = 'expired';
      s.url = null;
      await emitEvent('checkout.session.expired', s, null);
    },
    async settleRefund(refundId, status) {
      const found = book.refunds.get(refundId) ?? fail(new Error('no such refund'));
      const payment = book.payments.get(found.payment_intent);
      const before = found.status;
      found.status = status;
      if (status === 'failed') {
        found.failure_reason = 'expired_or_canceled_card';
        if (before !== 'failed' && payment) payment.refunded -= found.amount;
        await emitEvent('refund.failed', found, null);
      }
      await emitEvent('refund.updated', found, null, { status: before });
    },
    async deliver(event, deliverOptions = {}) {
      if (!stripe.webhook) throw new Error('no webhook endpoint is set');
      const done = await deliverEvents(
        Array.isArray(event) ? event : [event],
        stripe.webhook,
        deliverOptions,
      );
      stripe.deliveries.push(...done);
      return done;
    },
  };
  return stripe;
}

function fail(error: unknown): never {
  throw error;
}
