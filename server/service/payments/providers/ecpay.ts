/** ECPay (綠界科技) in Taiwan: https://developers.ecpay.com.tw/2856/. The browser posts a signed form to its page. */
import { createHash } from 'node:crypto';
import { compareAmounts, roundAmount, sum } from '#projections/bill/money.ts';
import { isProblem, type CallProvider } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';
import { checkMacValue } from './check-mac-value.ts';
import type { Checkout, PaymentProvider, ProviderFields, ProviderResult } from './payment-provider.ts';

/** The test merchants that ECPay publishes. They exist only on its test server. */
const testMerchants = ['2000132', '2000214', '3002599', '3002607', '3003008'];

/** Ways to pay that take hours or another machine, so the table could not see the result. */
const slowWays = 'WebATM#ATM#CVS#BARCODE';

const originOf = (merchantId: string) =>
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
    const post = `${originOf(fields['merchantId'] ?? '')}/Cashier/AioCheckOut/V5`;
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

  async check(call, fields) {
    return (await queryTrade(call, fields, tradeNoOf('a payment that does not exist'))).problem;
  },
};

type Form = Readonly<Record<string, string>>;

async function queryTrade(
  call: CallProvider,
  fields: ProviderFields,
  reference: string,
): Promise<{ readonly trade?: Form; readonly problem?: ProviderProblem }> {
  const { merchantId = '' } = fields;
  const answer = await call({
    url: `${originOf(merchantId)}/Cashier/QueryTradeInfo/V5`,
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

function toForm({ merchantId = '' }: ProviderFields, checkout: Checkout, reference: string): Form {
  const { serial, restaurant, amount, tip, language, startedAt, returnUrl, noticeUrl } = checkout;
  return {
    MerchantID: merchantId,
    MerchantTradeNo: reference,
    MerchantTradeDate: inTaipei(startedAt),
    PaymentType: 'aio',
    TotalAmount: roundAmount(sum([amount, tip]), 0),
    TradeDesc: plain(restaurant),
    ItemName: plain(`${restaurant} ${serial}`),
    ReturnURL: noticeUrl,
    ClientBackURL: returnUrl,
    ChoosePayment: 'ALL',
    IgnorePayment: slowWays,
    EncryptType: '1',
    ...(language === 'en-US' && { Language: 'ENG' }),
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
  return { ...form, CheckMacValue: checkMacValue(form, keysOf(fields)) };
}

function isSigned(fields: ProviderFields, form: Form): boolean {
  return isSameSecret(form['CheckMacValue'] ?? '', checkMacValue(form, keysOf(fields)));
}

function keysOf({ hashKey = '', hashIv = '' }: ProviderFields) {
  return { hashKey, hashIv };
}

/** `2026/03/01 18:30:00`, in Taiwan, which has no daylight saving time. */
function inTaipei(ms: number): string {
  return new Date(ms + 8 * 60 * 60_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
}

/** ECPay refuses some characters in names, and cuts long ones. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, ' ').slice(0, 100);
}
