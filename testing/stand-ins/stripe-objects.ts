// The objects of the Stripe stand-in: how a Checkout Session and a refund come to be, and how a payment is shown.
// Built from docs.stripe.com/api/checkout/sessions and /api/refunds, and src/resources of github.com/stripe/stripe-node.

import { randomBytes } from 'node:crypto';
import {
  refuseParam,
  readCart,
  type CartLine,
  checkTotal,
  type Fields,
  group,
  readMetadata,
  refuseMissing,
  formatMoney,
  refuseUnknownFields,
  Refusal,
  readText,
  readWholeNumber,
} from './stripe-rules.ts';

export type Obj = Record<string, unknown>;

export interface StripeSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  /** Null until the guest pays: Stripe makes the payment intent only then. */
  payment_intent: string | null;
  url: string | null;
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  expires_at: number;
  metadata: Record<string, string>;
  [more: string]: unknown;
}

export interface StripePayment {
  id: string;
  charge: string;
  amount: number;
  currency: string;
  refunded: number;
  session: string;
  metadata: Record<string, string>;
}

export interface StripeRefund {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  reason: string | null;
  status: 'succeeded' | 'pending' | 'failed';
  metadata: Record<string, string>;
  [more: string]: unknown;
}

/** Everything the service has on record. */
export interface StripeBook {
  sessions: Map<string, StripeSession>;
  lines: Map<string, CartLine[]>;
  payments: Map<string, StripePayment>;
  refunds: Map<string, StripeRefund>;
  /** The metadata asked for the payment intent that is still to come, by session. */
  intentMetadata: Map<string, Record<string, string>>;
}

export const createId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const getSeconds = (): number => Math.floor(Date.now() / 1000);

export function createBook(): StripeBook {
  return {
    sessions: new Map(),
    lines: new Map(),
    payments: new Map(),
    refunds: new Map(),
    intentMetadata: new Map(),
  };
}

export function refuseUnknown(kind: string, which: string, param: string): Refusal {
  return new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${which}'`,
    param,
  });
}

const SESSION_FIELDS = (
  'mode line_items success_url cancel_url client_reference_id metadata expires_at expand locale customer_email customer ' +
  'customer_creation payment_method_types payment_intent_data submit_type billing_address_collection phone_number_collection ui_mode automatic_tax ' +
  'shipping_options allow_promotion_codes custom_text invoice_creation currency adaptive_pricing'
).split(' ');

export function makeSession(
  fields: Fields,
  book: StripeBook,
  baseUrl: string,
  minimums: Record<string, number>,
): StripeSession {
  refuseUnknownFields(fields, SESSION_FIELDS);
  const mode = readText(fields, 'mode');
  if (!mode) throw refuseMissing('mode');
  if (mode !== 'payment') throw refuseParam('mode', 'The stand-in knows only mode payment.');
  const success = readText(fields, 'success_url');
  if (!success) throw refuseMissing('success_url');
  for (const name of ['success_url', 'cancel_url']) {
    const url = readText(fields, name);
    if (url && !/^https?:\/\/[^\s/]+/.test(url)) throw refuseParam(name, 'Not a valid URL', 'url_invalid');
  }
  const reference = readText(fields, 'client_reference_id') ?? null;
  if (reference && reference.length > 200)
    throw refuseParam('client_reference_id', 'Invalid string: must be at most 200 characters');
  const { currency, lines } = readCart(fields);
  const now = getSeconds();
  const until = readText(fields, 'expires_at');
  const expires = until ? readWholeNumber(until, 'expires_at') : now + 86_400;
  // A little slack, since the caller's clock and ours tick apart.
  if (expires > now + 86_405)
    throw refuseParam(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  if (expires < now + 1795)
    throw refuseParam(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  const metadata = readMetadata(fields);
  const intentData = group(fields, 'payment_intent_data');
  const forIntent = intentData ? readMetadata(intentData) : {};
  const total = lines.reduce((sum, line) => sum + line.amount * line.quantity, 0);
  checkTotal(total, currency, minimums);
  const id = `cs_test_${randomBytes(29).toString('hex')}`;
  const session: StripeSession = {
    id,
    object: 'checkout.session',
    mode,
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: total,
    amount_total: total,
    currency,
    payment_intent: null,
    url: `${baseUrl}/c/pay/${id}`,
    success_url: success,
    cancel_url: readText(fields, 'cancel_url') ?? null,
    client_reference_id: reference,
    created: now,
    expires_at: expires,
    livemode: false,
    locale: readText(fields, 'locale') ?? null,
    metadata,
    customer: null,
    customer_email: readText(fields, 'customer_email') ?? null,
    customer_details: null,
    payment_method_types: ['card'],
    ui_mode: 'hosted_page',
  };
  book.sessions.set(id, session);
  book.lines.set(id, lines);
  book.intentMetadata.set(id, forIntent);
  return session;
}

/** Takes the payment of an open session; with `later` the money is still to come, as with a bank transfer. */
export function payFor(session: StripeSession, book: StripeBook, later: boolean): StripePayment {
  const payment: StripePayment = {
    id: createId('pi'),
    charge: createId('ch'),
    amount: session.amount_total,
    currency: session.currency,
    refunded: 0,
    session: session.id,
    metadata: book.intentMetadata.get(session.id) ?? {},
  };
  book.payments.set(payment.id, payment);
  session.status = 'complete';
  session.payment_status = later ? 'unpaid' : 'paid';
  session.payment_intent = payment.id;
  session.url = null;
  session.customer_details = {
    email: session.customer_email ?? 'guest@example.com',
    name: 'Guest',
    phone: null,
  };
  return payment;
}

function isPaid(payment: StripePayment, book: StripeBook): boolean {
  return book.sessions.get(payment.session)?.payment_status === 'paid';
}

export function showIntent(p: StripePayment, book: StripeBook): Obj {
  const paid = isPaid(p, book);
  return {
    id: p.id,
    object: 'payment_intent',
    amount: p.amount,
    amount_received: paid ? p.amount : 0,
    currency: p.currency,
    status: paid ? 'succeeded' : 'processing',
    latest_charge: p.charge,
    livemode: false,
    metadata: p.metadata,
  };
}

export function chargeView(p: StripePayment): Obj {
  return {
    id: p.charge,
    object: 'charge',
    amount: p.amount,
    amount_captured: p.amount,
    amount_refunded: p.refunded,
    currency: p.currency,
    livemode: false,
    metadata: p.metadata,
    paid: true,
    payment_intent: p.id,
    refunded: p.refunded >= p.amount,
    status: 'succeeded',
  };
}

export function makeRefund(
  fields: Fields,
  book: StripeBook,
  status: StripeRefund['status'],
): { refund: StripeRefund; payment: StripePayment; before: number } {
  refuseUnknownFields(fields, [
    'payment_intent',
    'charge',
    'amount',
    'reason',
    'metadata',
    'expand',
    'refund_application_fee',
    'reverse_transfer',
    'instructions_email',
  ]);
  const which = readText(fields, 'payment_intent');
  const byCharge = readText(fields, 'charge');
  if (!which && !byCharge)
    throw refuseParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  const reason = readText(fields, 'reason') ?? null;
  if (reason && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(reason)) {
    throw refuseParam(
      'reason',
      'Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer',
    );
  }
  const given = readText(fields, 'amount');
  const asked = given ? readWholeNumber(given, 'amount') : undefined;
  if (asked !== undefined && asked < 1)
    throw refuseParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  const metadata = readMetadata(fields);
  const payment = [...book.payments.values()].find((p) => p.id === which || p.charge === byCharge);
  if (!payment)
    throw which
      ? refuseUnknown('payment_intent', which, 'payment_intent')
      : refuseUnknown('charge', byCharge ?? '', 'charge');
  const createRefusal = (error: { code?: string; message: string; param?: string }): Refusal =>
    new Refusal(400, { type: 'invalid_request_error', ...error });
  if (!isPaid(payment, book))
    throw createRefusal({
      message: `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
    });
  const left = payment.amount - payment.refunded;
  if (left === 0)
    throw createRefusal({
      code: 'charge_already_refunded',
      message: `Charge ${payment.charge} has already been refunded.`,
    });
  const amount = asked ?? left;
  if (amount > left) {
    const { currency } = payment;
    throw createRefusal({
      message: `Refund amount (${formatMoney(amount, currency)}) is greater than unrefunded amount on charge (${formatMoney(left, currency)})`,
      param: 'amount',
    });
  }
  const refund: StripeRefund = {
    id: createId('re'),
    object: 'refund',
    amount,
    balance_transaction: createId('txn'),
    charge: payment.charge,
    created: getSeconds(),
    currency: payment.currency,
    metadata,
    payment_intent: payment.id,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
  book.refunds.set(refund.id, refund);
  const before = payment.refunded;
  // A refund that fails gives the amount back, so it can be asked for again.
  if (status !== 'failed') payment.refunded += amount;
  return { refund, payment, before };
}
