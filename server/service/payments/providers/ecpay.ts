/** ECPay (綠界科技) in Taiwan: https://developers.ecpay.com.tw/2856/. The browser posts a signed form to its page. */
import { createHash } from 'node:crypto';
import { compareAmounts, roundAmount, sum } from '#projections/bill/money.ts';
import { isProblem, type CallProvider } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { checkMacValue } from './check-mac-value.ts';
import type {
  Checkout,
  PaymentProvider,
  ProviderFields,
  ProviderResult,
  RefundOutcome,
  RefundRequest,
} from './payment-provider.ts';

/** The test merchants that ECPay publishes. They exist only on its test server. */
const testMerchants = ['2000132', '2000214', '3002599', '3002607', '3003008'];

/** Ways to pay that take hours or another machine, so the table could not see the result. */
const slowWays = 'WebATM#ATM#CVS#BARCODE';

const getOrigin = (merchantId: string) =>
  testMerchants.includes(merchantId) ? 'https://payment-stage.ecpay.com.tw' : 'https://payment.ecpay.com.tw';

export const ecpay: PaymentProvider = {
  findObstacle: ({ amount, tip, currency }) => {
    if (currency.toUpperCase() !== 'TWD') return 'currency';
    // ECPay takes whole dollars.
    const total = sum([amount, tip]);
    return compareAmounts(roundAmount(total, 0), total) === 0 ? undefined : 'unit';
  },

  start: (_call, fields, checkout) => {
    const reference = tradeNoOf(checkout.id);
    const form = signForm(fields, toForm(fields, checkout, reference));
    const post = `${getOrigin(fields['merchantId'] ?? '')}/Cashier/AioCheckOut/V5`;
    return Promise.resolve({ reference, handOver: { post, form } });
  },

  readNotice: (fields, { text }) => {
    const form = Object.fromEntries(new URLSearchParams(text));
    if (!isSigned(fields, form)) return { forged: 'has a wrong CheckMacValue' };
    // ECPay's own page can send a notice that only tests the address.
    if (form['SimulatePaid'] === '1') return { ignored: 'a simulated payment' };
    return { result: readTrade(form, form['RtnCode'] === '1') };
  },
  received: '1|OK',

  async find(call, fields, reference) {
    const { trade, problem } = await queryTrade(call, fields, reference);
    if (!trade) return problem;
    // 0: not paid yet. 10200095: the card was declined, and the diner may try again.
    return trade['TradeStatus'] === '1' ? readTrade(trade, true) : undefined;
  },

  async refund(call, fields, request) {
    const opensAt = endOfClosing(request.now);
    if (opensAt !== undefined) return { state: 'later', at: opensAt };
    const { trade, problem } = await queryTrade(call, fields, request.reference);
    if (!trade) return toNotDone(problem ?? { kind: 'refused', detail: '' });
    const { TradeStatus: status, PaymentType: way = '', TradeAmt: paid = '' } = trade;
    if (status !== '1') return createRefused(`TradeStatus ${status}`);
    if (!way.startsWith('Credit_')) return { state: 'refused', problem: { kind: 'notCard', detail: way } };
    const isFull = compareAmounts(request.amount, readTrade(trade, true).total) === 0;
    if (isFull) return await doFirst(call, fields, { request, paid, actions: ['E', 'N', 'R'] });
    const outcome = await doFirst(call, fields, { request, paid, actions: ['R'] });
    const isOpen = calculateNextClosing(request.startedAt) > request.now;
    // Before the closing of the day, ECPay may refuse to give back a part.
    if (outcome.state !== 'refused' || !isOpen) return outcome;
    return { state: 'later', at: calculateNextClosing(request.now) + closingMs };
  },
  // ECPay has no idempotent requests, and its query of a trade does not tell what was given back.
  canRepeatRefunds: false,

  async check(call, fields) {
    return (await queryTrade(call, fields, tradeNoOf('a payment that does not exist'))).problem;
  },
};

type Form = Readonly<Record<string, string>>;

/** E takes the closing of the trade back, N gives the trade up, R gives money back after the closing. */
type Action = 'E' | 'N' | 'R';

/**
 * Gives money back with the first action that ECPay accepts: https://developers.ecpay.com.tw/2885/. A whole trade before
 * its closing needs E and then N. After the closing ECPay refuses both, and accepts R.
 * @param paid the whole amount of the trade
 */
async function doFirst(
  call: CallProvider,
  fields: ProviderFields,
  {
    request: { reference, transaction, amount },
    paid,
    actions,
  }: { readonly request: RefundRequest; readonly paid: string; readonly actions: readonly Action[] },
): Promise<RefundOutcome> {
  const { merchantId = '' } = fields;
  let last: RefundOutcome = createRefused('');
  for (const action of actions) {
    const answer = await call({
      url: `${getOrigin(merchantId)}/CreditDetail/DoAction`,
      form: signForm(fields, {
        MerchantID: merchantId,
        MerchantTradeNo: reference,
        TradeNo: transaction,
        Action: action,
        TotalAmount: action === 'R' ? roundAmount(amount, 0) : paid,
      }),
    });
    if (isProblem(answer)) return { state: 'unanswered', problem: answer };
    if (answer.status === 403) return toNotDone({ kind: 'tooMany', detail: 'status 403' });
    const { code, message } = readActionAnswer(answer.body);
    if (code === '')
      return { state: 'unanswered', problem: { kind: 'unreachable', detail: answer.body.slice(0, 100) } };
    if (code === '1' && action !== 'E') return { state: 'done', refundId: transaction };
    if (code !== '1') last = createRefused(`${code} ${message}`.trim());
  }
  return last;
}

/** A form or, in an example of ECPay's, `1|OK`. The code is empty if the answer cannot be read. */
function readActionAnswer(body: string): { readonly code: string; readonly message: string } {
  const [, short, text = ''] = /^(\d+)\|(.*)$/s.exec(body.trim()) ?? [];
  if (short !== undefined) return { code: short, message: text };
  const { RtnCode: code = '', RtnMsg: message = '' } = Object.fromEntries(new URLSearchParams(body));
  return { code, message };
}

const createRefused = (detail: string): RefundOutcome => ({
  state: 'refused',
  problem: { kind: 'refused', detail },
});

function toNotDone(problem: ProviderProblem): RefundOutcome {
  const canHelp = problem.kind === 'unreachable' || problem.kind === 'tooMany';
  return { state: canHelp ? 'notSent' : 'refused', problem };
}

const dayMs = 24 * 60 * 60_000;
/** Taiwan has no daylight saving time. */
const taipeiMs = 8 * 60 * 60_000;
/** ECPay closes the day's card payments at 20:15, and asks not to be called until 20:30. */
const closesAtMs = (20 * 60 + 15) * 60_000;
/** With a minute more for differing clocks. */
const closingMs = 16 * 60_000;

/** The time of the first closing after `ms`. */
function calculateNextClosing(ms: number): number {
  const sinceClosing = (ms + taipeiMs - closesAtMs) % dayMs;
  return ms - sinceClosing + dayMs;
}

/** The end of the present closing; undefined if there is none. */
function endOfClosing(now: number): number | undefined {
  const end = calculateNextClosing(now) - dayMs + closingMs;
  return now < end ? end : undefined;
}

async function queryTrade(
  call: CallProvider,
  fields: ProviderFields,
  reference: string,
): Promise<{ readonly trade?: Form; readonly problem?: ProviderProblem }> {
  const { merchantId = '' } = fields;
  const answer = await call({
    url: `${getOrigin(merchantId)}/Cashier/QueryTradeInfo/V5`,
    form: signForm(fields, {
      MerchantID: merchantId,
      MerchantTradeNo: reference,
      // ECPay compares it with its own clock.
      TimeStamp: String(Math.floor(Date.now() / 1000)),
    }),
  });
  if (isProblem(answer)) return { problem: answer };
  // Callers that ask too often get 403.
  if (answer.status === 403) return { problem: { kind: 'tooMany', detail: 'status 403' } };
  const trade = Object.fromEntries(new URLSearchParams(answer.body));
  if (isSigned(fields, trade)) return { trade };
  // With a wrong key, the answer is an error that ECPay signs with the right one, or does not sign.
  return { problem: { kind: 'wrongKey', detail: answer.body.slice(0, 100) } };
}

/** Its page is in Chinese, unless the form asks for one of the other languages. */
function findPageLanguage(language: LanguageCode): Form {
  const code = new Intl.Locale(language).language;
  if (code === 'zh') return {};
  return { Language: otherPageLanguages[code] ?? 'ENG' };
}

const otherPageLanguages: Readonly<Record<string, string>> = { ja: 'JPN', ko: 'KOR' };

function toForm({ merchantId = '' }: ProviderFields, checkout: Checkout, reference: string): Form {
  const { serial, restaurant, amount, tip, language, startedAt, returnUrl, noticeUrl } = checkout;
  return {
    MerchantID: merchantId,
    MerchantTradeNo: reference,
    MerchantTradeDate: formatTaipeiTime(startedAt),
    PaymentType: 'aio',
    TotalAmount: roundAmount(sum([amount, tip]), 0),
    TradeDesc: toPlainText(restaurant),
    ItemName: toPlainText(`${restaurant} ${serial}`),
    ReturnURL: noticeUrl,
    ClientBackURL: returnUrl,
    ChoosePayment: 'ALL',
    IgnorePayment: slowWays,
    EncryptType: '1',
    ...findPageLanguage(language),
  };
}

function readTrade(form: Form, isPaid: boolean): ProviderResult {
  const { MerchantTradeNo: reference = '', TradeAmt: total = '', TradeNo: transaction = '' } = form;
  return {
    reference,
    status: isPaid ? 'paid' : 'failed',
    total: /^\d{1,9}$/.test(total) ? total : '0',
    currency: 'TWD',
    transaction,
  };
}

/** At most 20 letters and digits, the same for every repetition of a payment. */
function tradeNoOf(paymentId: string): string {
  return createHash('sha256').update(paymentId).digest('hex').slice(0, 20).toUpperCase();
}

function signForm(fields: ProviderFields, form: Form): Form {
  return { ...form, CheckMacValue: checkMacValue(form, readKeys(fields)) };
}

function isSigned(fields: ProviderFields, form: Form): boolean {
  return isSameSecret(form['CheckMacValue'] ?? '', checkMacValue(form, readKeys(fields)));
}

function readKeys({ hashKey = '', hashIv = '' }: ProviderFields) {
  return { hashKey, hashIv };
}

/** `2026/03/01 18:30:00`, in Taiwan. */
function formatTaipeiTime(ms: number): string {
  return new Date(ms + taipeiMs).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
}

/** ECPay refuses some characters in names, and cuts long ones. */
function toPlainText(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, ' ').slice(0, 100);
}
