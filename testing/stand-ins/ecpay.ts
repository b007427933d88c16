// Stand-in of ECPay's all-in-one payment (綠界全方位金流): AioCheckOut/V5, QueryTradeInfo/V5 and CreditDetail/DoAction.
// Built from guides/01, 13, 15, 20 and 21 of github.com/ECPay/ECPay-API-Skill (the vendor's own, over developers.ecpay.com.tw),
// and the recorded answers in src/__tests__ of github.com/simenkid/node-ecpay-aio.

import {
  type Answer,
  type Ask,
  escapeHtml,
  answerHtml,
  type Listening,
  createSwitches,
  serve,
  type Switches,
  wait,
} from './shared.ts';
import { checkMacValue, hasValidMac, TEST_MERCHANT } from './ecpay-mac.ts';
import {
  runCardAction,
  type EcpayKeys,
  type EcpayTrade,
  type Fields,
  findOrderFault,
  createPaymentResult,
  queryResult,
  formatTaipeiTime,
} from './ecpay-rules.ts';

/** One notification of the merchant; status 0 means no answer. */
export interface EcpayNotice {
  merchantTradeNo: string;
  fields: Fields;
  status: number;
  answer: string;
}

export interface NotifyOptions {
  times?: number;
  wrongMac?: boolean;
  delayMs?: number;
  /** Fields to change before signing, for instance { TradeAmt: '1' } or { RtnCode: '10200058' }. */
  change?: Fields;
  /** Tries again as the service does while the answer is not 1|OK. */
  retry?: boolean;
}

export interface Ecpay extends Listening, EcpayKeys {
  switches: Switches;
  trades: Map<string, EcpayTrade>;
  notices: EcpayNotice[];
  /** The DoAction forms that were carried out. */
  actions: Fields[];
  /** The real service repeats after 5 to 15 minutes, up to four times a day. */
  retryMs: number;
  retries: number;
  /** The real service gives the merchant ten seconds. */
  answerMs: number;
  /** False sends no notice by itself, so that a test can send it late. */
  autoNotify: boolean;
  /** The guide says answers are URL-encoded; false writes them plain. */
  encodeAnswers: boolean;
  /** Refuses DoAction with this code and message, as a bank would. */
  refuseAction: { code: string; message: string } | null;
  pay(merchantTradeNo: string, how?: { simulated?: boolean }): Promise<void>;
  fail(merchantTradeNo: string): Promise<void>;
  notify(merchantTradeNo: string, options?: NotifyOptions): Promise<EcpayNotice[]>;
  /** The nightly closing: payments that wait for it become refundable. */
  closeBooks(): void;
}

export async function startEcpay(options: Partial<EcpayKeys> = {}): Promise<Ecpay> {
  const switches = createSwitches();
  let counter = 0;

  function encodeAnswer(fields: Fields): Answer {
    const plain = Object.entries(fields)
      .map(([k, v]) => `${k}=${v}`)
      .join('&');
    return {
      status: 200,
      body: ecpay.encodeAnswers ? new URLSearchParams(fields).toString() : plain,
      type: 'text/html; charset=utf-8',
    };
  }

  function sign(fields: Fields): Fields {
    return { ...fields, CheckMacValue: checkMacValue(fields, ecpay.hashKey, ecpay.hashIv) };
  }

  function trade(no: string): EcpayTrade {
    const found = ecpay.trades.get(no);
    if (!found) throw new Error(`no trade ${no}`);
    return found;
  }

  function payPage(t: EcpayTrade, alert = ''): Answer {
    const items = (t.order.ItemName ?? '')
      .split('#')
      .map((item) => `<li>${escapeHtml(item)}</li>`)
      .join('');
    // ClientBackURL is the way back without a result, paid or not.
    const back = t.order.ClientBackURL ? `<a href="${escapeHtml(t.order.ClientBackURL)}">返回商店</a>` : '';
    const buttons = t.paid
      ? ''
      : '<button name="press" value="pay">付款</button> <button name="press" value="fail">付款失敗</button>';
    const note = alert ? `<p role="alert">${alert}</p>` : '';
    return answerHtml(
      200,
      `${note}<h1>NT$ ${t.amount}</h1><ul>${items}</ul><form method="post" action="/stand-in/${t.merchantTradeNo}">${buttons}</form>${back}`,
    );
  }

  async function press(t: EcpayTrade, what: string | null): Promise<Answer> {
    if (t.paid) return payPage(t, '此訂單已付款');
    if (what === 'fail') {
      await ecpay.fail(t.merchantTradeNo);
      return payPage(t, '信用卡授權失敗');
    }
    if (what !== 'pay') return payPage(t);
    await ecpay.pay(t.merchantTradeNo);
    const to = t.order.OrderResultURL;
    if (!to) return payPage(t, '付款成功');
    // The browser itself carries the result back, as a form of its own.
    const fields = sign(createPaymentResult(t, ecpay.merchantId));
    const inputs = Object.entries(fields)
      .map(([k, v]) => `<input type="hidden" name="${k}" value="${escapeHtml(v)}">`)
      .join('');
    const submit = "<script>document.getElementById('back').submit()</script>";
    return answerHtml(
      200,
      `<form id="back" method="post" action="${escapeHtml(to)}">${inputs}<button>返回商店</button></form>${submit}`,
    );
  }

  function order(f: Fields): Answer {
    const fault = findOrderFault(f, ecpay, (no) => ecpay.trades.has(no));
    if (fault)
      return answerHtml(200, `<h1>交易失敗</h1><p id="error">${fault[0]} ${escapeHtml(fault[1])}</p>`);
    counter += 1;
    const tradeDate = formatTaipeiTime();
    const made: EcpayTrade = {
      merchantTradeNo: f.MerchantTradeNo ?? '',
      tradeNo: `${tradeDate.replace(/\D/g, '').slice(2, 12)}${String(counter).padStart(6, '0')}`,
      amount: Number(f.TotalAmount),
      order: f,
      paid: false,
      failed: false,
      tradeDate,
      paymentDate: '',
      card: 'none',
      refunded: 0,
    };
    ecpay.trades.set(made.merchantTradeNo, made);
    return payPage(made);
  }

  function query(f: Fields): Answer {
    const t = ecpay.trades.get(f.MerchantTradeNo ?? '');
    const createAnswer = (status: string, known: EcpayTrade | null = null): Answer =>
      encodeAnswer(sign(queryResult(f, status, known)));
    if (f.MerchantID !== ecpay.merchantId) return createAnswer('10200051');
    if (!hasValidMac(f, ecpay.hashKey, ecpay.hashIv)) return createAnswer('10200073');
    // The time stamp, in seconds, is good for three minutes.
    if (!/^\d{10}$/.test(f.TimeStamp ?? '') || Math.abs(Date.now() / 1000 - Number(f.TimeStamp)) > 180)
      return createAnswer('10100050');
    if (!t) return createAnswer('10200047');
    return createAnswer(t.paid ? '1' : t.failed ? '10200095' : '0', t);
  }

  function doAction(f: Fields): Answer {
    const t = ecpay.trades.get(f.MerchantTradeNo ?? '');
    const createAnswer = (code: string, message: string): Answer =>
      encodeAnswer({
        MerchantID: f.MerchantID ?? '',
        MerchantTradeNo: f.MerchantTradeNo ?? '',
        TradeNo: f.TradeNo ?? '',
        RtnCode: code,
        RtnMsg: message,
      });
    if (f.MerchantID !== ecpay.merchantId) return createAnswer('10200051', 'MerchantID Error.');
    if (!hasValidMac(f, ecpay.hashKey, ecpay.hashIv)) return createAnswer('10200073', 'CheckMacValue Error');
    if (!t || t.tradeNo !== f.TradeNo) return createAnswer('10200047', 'Cant not find the trade data.');
    if (!/^[1-9]\d*$/.test(f.TotalAmount ?? '')) return createAnswer('10200050', 'TotalAmount Error');
    if (ecpay.refuseAction) return createAnswer(ecpay.refuseAction.code, ecpay.refuseAction.message);
    const why = t.paid ? runCardAction(t, f.Action ?? '', Number(f.TotalAmount)) : '此訂單尚未付款';
    if (why) return createAnswer('10200003', why);
    ecpay.actions.push(f);
    return createAnswer('1', '');
  }

  function handle(ask: Ask): Answer | Promise<Answer> {
    const person = /^\/stand-in\/([A-Za-z0-9]+)$/.exec(ask.path)?.[1];
    const known = person ? ecpay.trades.get(person) : undefined;
    if (known) return press(known, ask.form.get('press'));
    if (ask.method !== 'POST') return answerHtml(405, '<h1>405</h1>');
    const fields: Fields = Object.fromEntries(ask.form);
    if (ask.path === '/Cashier/AioCheckOut/V5') return order(fields);
    if (ask.path === '/Cashier/QueryTradeInfo/V5') return query(fields);
    if (ask.path === '/CreditDetail/DoAction') return doAction(fields);
    return answerHtml(404, '<h1>404</h1>');
  }

  async function tell(t: EcpayTrade, fields: Fields): Promise<EcpayNotice> {
    const notice: EcpayNotice = { merchantTradeNo: t.merchantTradeNo, fields, status: 0, answer: '' };
    try {
      const signal = AbortSignal.timeout(ecpay.answerMs);
      const answer = await fetch(t.order.ReturnURL ?? '', {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
        signal,
      });
      notice.status = answer.status;
      notice.answer = await answer.text();
    } catch (error) {
      notice.answer = String(error);
    }
    ecpay.notices.push(notice);
    return notice;
  }

  const listening = await serve({
    switches,
    handle,
    // Callers that are too fast get 403 and must rest for half an hour.
    tooMany: () => answerHtml(403, '<h1>403 Forbidden</h1>'),
    unlimited: (ask) => ask.path.startsWith('/stand-in/') || ask.path === '/Cashier/AioCheckOut/V5',
  });
  const ecpay: Ecpay = {
    ...listening,
    ...TEST_MERCHANT,
    ...options,
    switches,
    trades: new Map(),
    notices: [],
    actions: [],
    retryMs: 100,
    retries: 4,
    answerMs: 10_000,
    autoNotify: true,
    encodeAnswers: true,
    refuseAction: null,
    async pay(no, how = {}) {
      Object.assign(trade(no), {
        paid: true,
        failed: false,
        paymentDate: formatTaipeiTime(),
        card: 'toClose',
      });
      const change: Fields = how.simulated ? { SimulatePaid: '1' } : {};
      if (!ecpay.autoNotify) return;
      // The guest goes on while the service still repeats its notice.
      await Promise.race([
        ecpay.notify(no, { retry: true, change }),
        new Promise((r) => setTimeout(r, 1000).unref()),
      ]);
    },
    async fail(no) {
      trade(no).failed = true;
      if (ecpay.autoNotify) await ecpay.notify(no);
    },
    async notify(no, o = {}) {
      const t = trade(no);
      if (o.delayMs) await wait(o.delayMs);
      const fields = sign({ ...createPaymentResult(t, ecpay.merchantId), ...o.change });
      if (o.wrongMac) fields.CheckMacValue = checkMacValue(fields, 'not-the-right-key', ecpay.hashIv);
      const done: EcpayNotice[] = [];
      for (let n = 0; n < (o.times ?? 1); n += 1) {
        done.push(await tell(t, fields));
        for (
          let again = 0;
          o.retry && again < ecpay.retries && done.at(-1)?.answer.trim() !== '1|OK';
          again += 1
        ) {
          await wait(ecpay.retryMs);
          done.push(await tell(t, fields));
        }
      }
      return done;
    },
    closeBooks() {
      for (const t of ecpay.trades.values()) if (t.card === 'toClose') t.card = 'closed';
    },
  };
  return ecpay;
}
