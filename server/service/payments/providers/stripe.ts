/** Stripe Checkout: https://docs.stripe.com/api/checkout/sessions. Its page offers cards, Apple Pay and Google Pay. */
import { createHmac } from 'node:crypto';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import {
  isProblem,
  readObject,
  type CallProvider,
  type ProviderAnswer,
} from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';
import { getServerText } from '#server/platform/server-texts.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type {
  PaymentProvider,
  ProviderFields,
  ProviderResult,
  ReadNotice,
  RefundOutcome,
  RefundRequest,
} from './payment-provider.ts';
import { convertFromStripeUnits, toStripeUnits } from './stripe-units.ts';

const origin = 'https://api.stripe.com';
/** The page closes after this time, s. It is Stripe's shortest, plus a minute for the request. */
const pageLifeSeconds = 31 * 60;
/** The tolerance for the time of a notice, s, as in Stripe's own libraries. */
const toleranceSeconds = 5 * 60;

/** The languages of Stripe's page. It refuses others. */
// prettier-ignore
const pageLocales: readonly string[] = [
  'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA', 'hr', 'hu', 'id', 'it',
  'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh',
  'zh-HK', 'zh-TW',
];

/** Returns the page's language that is nearest to the app's. Without one, the page follows the browser. */
function findPageLocale(language: LanguageCode): string {
  const nearest = [language, new Intl.Locale(language).language];
  return nearest.find((each) => pageLocales.includes(each)) ?? 'auto';
}

type Values = Readonly<Record<string, unknown>>;

export const stripe: PaymentProvider = {
  findObstacle: ({ amount, tip, currency }) =>
    toStripeUnits(amount, currency) === undefined || toStripeUnits(tip, currency) === undefined
      ? 'unit'
      : undefined,

  async start(call, fields, checkout) {
    const { id, serial, restaurant, amount, tip, currency, language, startedAt } = checkout;
    const line = (n: number, name: string, money: string) => ({
      [`line_items[${n}][quantity]`]: '1',
      [`line_items[${n}][price_data][currency]`]: currency.toLowerCase(),
      [`line_items[${n}][price_data][unit_amount]`]: toStripeUnits(money, currency) ?? '',
      [`line_items[${n}][price_data][product_data][name]`]: name,
    });
    const answer = await request(call, fields, '/v1/checkout/sessions', {
      key: `start-${id}`,
      form: {
        mode: 'payment',
        ...line(0, `${restaurant} · ${serial}`, amount),
        ...(compareAmounts(tip, zero) > 0 && line(1, getServerText(language, 'payments.tip'), tip)),
        client_reference_id: id,
        'metadata[payment]': id,
        'payment_intent_data[metadata][payment]': id,
        success_url: checkout.returnUrl,
        cancel_url: checkout.returnUrl,
        // The same for every repetition, because Stripe compares it.
        expires_at: String(Math.floor(startedAt / 1000) + pageLifeSeconds),
        locale: findPageLocale(language),
      },
    });
    if (isProblem(answer)) return answer;
    const { id: reference, url } = readObject(answer.body);
    if (typeof reference !== 'string' || typeof url !== 'string')
      return { kind: 'refused', detail: 'no address' };
    return { reference, handOver: { redirect: url } };
  },

  readNotice: ({ webhookSecret = '' }, { text, header, now }): ReadNotice => {
    const signature = header('stripe-signature');
    const problem = findSignatureProblem(webhookSecret, text, { signature, now });
    if (problem !== undefined) return { forged: problem };
    const { type, data } = readObject(text);
    const session = readValues(readValues(data)['object']);
    if (String(type).startsWith('refund.')) return readRefundNotice(session) ?? { ignored: String(type) };
    if (!String(type).startsWith('checkout.session.')) return { ignored: String(type) };
    const isFailed = ['checkout.session.expired', 'checkout.session.async_payment_failed'].includes(
      String(type),
    );
    const result = readSession(session, isFailed);
    return result ? { result } : { ignored: String(type) };
  },
  received: '{"received":true}',

  async find(call, fields, reference) {
    const answer = await request(call, fields, `/v1/checkout/sessions/${encodeURIComponent(reference)}`);
    if (isProblem(answer)) return answer;
    const session = readObject(answer.body);
    return readSession(session, session['status'] === 'expired');
  },

  async refund(call, fields, { id, key, transaction, amount, currency }) {
    const units = toStripeUnits(amount, currency);
    if (units === undefined) return { state: 'refused', problem: { kind: 'refused', detail: 'amount' } };
    const earlier = await findEarlierRefund(call, fields, { id, transaction });
    if (earlier) return earlier;
    const form = { payment_intent: transaction, amount: units, [`metadata[${refundField}]`]: id };
    const answer = await request(call, fields, '/v1/refunds', { key, form });
    if (!isProblem(answer)) return readRefund(readObject(answer.body)) ?? createUnanswered('no refund');
    const isUnanswered = answer.kind === 'unreachable';
    return isUnanswered ? { state: 'unanswered', problem: answer } : toNotDone(answer);
  },
  canRepeatRefunds: true,

  async findRefund(call, fields, refundId) {
    const answer = await request(call, fields, `/v1/refunds/${encodeURIComponent(refundId)}`);
    if (isProblem(answer)) return { state: 'notSent', problem: answer };
    return readRefund(readObject(answer.body)) ?? createUnanswered('no refund');
  },

  async check(call, fields) {
    const answer = await request(call, fields, '/v1/balance');
    return isProblem(answer) ? answer : undefined;
  },
};

/** The name of a refund's id in its metadata. */
const refundField = 'refund';

const createUnanswered = (detail: string): RefundOutcome => ({
  state: 'unanswered',
  problem: { kind: 'unreachable', detail },
});

function toNotDone(problem: ProviderProblem): RefundOutcome {
  const canHelp = problem.kind === 'unreachable' || problem.kind === 'tooMany';
  return { state: canHelp ? 'notSent' : 'refused', problem };
}

/**
 * Looks for a refund that an earlier attempt created. Stripe remembers a key for a day only, and a backup may have been
 * restored. Refunds that failed do not count.
 * @returns undefined if there is none
 */
async function findEarlierRefund(
  call: CallProvider,
  fields: ProviderFields,
  { id, transaction }: Pick<RefundRequest, 'id' | 'transaction'>,
): Promise<RefundOutcome | undefined> {
  const of = new URLSearchParams({ payment_intent: transaction, limit: '100' });
  const answer = await request(call, fields, `/v1/refunds?${of.toString()}`);
  if (isProblem(answer)) return toNotDone(answer);
  const { data } = readObject(answer.body);
  const same = (Array.isArray(data) ? data : [])
    .map(readValues)
    .filter((refund) => readValues(refund['metadata'])[refundField] === id)
    .map(readRefund);
  return same.find((outcome) => outcome?.state === 'done' || outcome?.state === 'pending');
}

/** https://docs.stripe.com/refunds#refund-states. Undefined if it is not a refund. */
function readRefund({ id: refundId, status, failure_reason: why }: Values): RefundOutcome | undefined {
  if (typeof refundId !== 'string') return undefined;
  if (status === 'succeeded') return { state: 'done', refundId };
  if (status !== 'failed' && status !== 'canceled') return { state: 'pending', refundId };
  // A name such as `expired_or_canceled_card`.
  const detail = (typeof why === 'string' ? why : status).replaceAll('_', ' ');
  return { state: 'refused', problem: { kind: 'refused', detail } };
}

/** Undefined for a refund that somebody made at Stripe. */
function readRefundNotice(refund: Values): ReadNotice | undefined {
  const id = readValues(refund['metadata'])[refundField];
  const outcome = readRefund(refund);
  if (typeof id !== 'string' || !outcome) return undefined;
  return { refund: { id, refundId: String(refund['id']), outcome } };
}

/** @param form posted; without it the request reads */
async function request(
  call: CallProvider,
  { secretKey = '' }: ProviderFields,
  path: string,
  post?: { readonly key: string; readonly form: Readonly<Record<string, string>> },
): Promise<ProviderAnswer | ProviderProblem> {
  const answer = await call({
    url: `${origin}${path}`,
    method: post ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${secretKey}`,
      ...(post && { 'Idempotency-Key': post.key }),
    },
    ...(post && { form: post.form }),
  });
  if (isProblem(answer) || (answer.status >= 200 && answer.status < 300)) return answer;
  const { message } = readValues(readObject(answer.body)['error']);
  // 409: an earlier request with the same key is still at work.
  const kinds = { 401: 'wrongKey', 403: 'wrongKey', 409: 'unreachable', 429: 'tooMany' } as const;
  const kind = Object.hasOwn(kinds, answer.status) ? kinds[answer.status as keyof typeof kinds] : 'refused';
  return { kind, detail: typeof message === 'string' ? message : `status ${answer.status}` };
}

/** Returns undefined if nothing has happened yet. */
function readSession(session: Values, isFailed: boolean): ProviderResult | undefined {
  const { id, payment_intent: transaction, payment_status: state, amount_total: total } = session;
  const isPaid = state === 'paid';
  if (typeof id !== 'string' || !(isPaid || isFailed)) return undefined;
  const currency = String(session['currency']).toUpperCase();
  return {
    reference: id,
    status: isPaid ? 'paid' : 'failed',
    total: convertFromStripeUnits(Number(total), currency),
    currency,
    transaction: typeof transaction === 'string' ? transaction : '',
  };
}

/** https://docs.stripe.com/webhooks#verify-manually */
function findSignatureProblem(
  secret: string,
  text: string,
  { signature, now }: { readonly signature: string | undefined; readonly now: number },
): string | undefined {
  const parts = (signature ?? '').split(',').map((part) => part.split('=', 2));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (secret === '' || !/^\d{1,12}$/.test(at)) return 'has no signature';
  const expected = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
  if (!parts.some(([name, value = '']) => name === 'v1' && isSameSecret(value, expected)))
    return 'has a wrong signature';
  return Math.abs(now / 1000 - Number(at)) > toleranceSeconds ? 'is more than five minutes old' : undefined;
}

function readValues(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
