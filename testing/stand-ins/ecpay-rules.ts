// What the ECPay stand-in checks and how it words a result, apart from the server itself.
// Built from guides/01-payment-aio.md and 20-error-codes-reference.md of github.com/ECPay/ECPay-API-Skill.
// Codes that the guide lacks come from merchants' public code: 10300028 (number used before), 10200051, 10200052, 10100050, 10200003.

import { hasValidMac } from './ecpay-mac.ts';

export type Fields = Record<string, string>;

export interface EcpayTrade {
  merchantTradeNo: string;
  tradeNo: string;
  amount: number;
  /** The order form as it came. */
  order: Fields;
  paid: boolean;
  failed: boolean;
  tradeDate: string;
  paymentDate: string;
  /** How far the card payment has come: held, waiting for the nightly closing, closed, or given up. */
  card: 'none' | 'authorised' | 'toClose' | 'closed' | 'abandoned';
  refunded: number;
}

export interface EcpayKeys {
  merchantId: string;
  hashKey: string;
  hashIv: string;
}

const WAYS = [
  'ALL',
  'Credit',
  'WebATM',
  'ATM',
  'CVS',
  'BARCODE',
  'ApplePay',
  'TWQR',
  'BNPL',
  'WeiXin',
  'DigitalPayment',
];

/** Time of Taiwan, in the service's own form. */
export function formatTaipeiTime(date = new Date()): string {
  return new Date(date.getTime() + 8 * 3600_000)
    .toISOString()
    .slice(0, 19)
    .replaceAll('-', '/')
    .replace('T', ' ');
}

/** Why an order form is refused, as code and message, or null. */
export function findOrderFault(
  f: Fields,
  keys: EcpayKeys,
  used: (tradeNo: string) => boolean,
): [string, string] | null {
  if (f.MerchantID !== keys.merchantId) return ['10200051', 'MerchantID Error.'];
  if (!hasValidMac(f, keys.hashKey, keys.hashIv)) return ['10200073', 'CheckMacValue Error'];
  if (!/^[A-Za-z0-9]{1,20}$/.test(f.MerchantTradeNo ?? '')) return ['10200052', 'MerchantTradeNo Error.'];
  // A number is used once and for all, even if it was never paid.
  if (used(f.MerchantTradeNo ?? '')) return ['10300028', '訂單編號重覆，建立失敗'];
  if (!/^[1-9]\d{0,8}$/.test(f.TotalAmount ?? '')) return ['10200050', 'TotalAmount Error'];
  const createParameterError = (name: string): [string, string] => ['10100050', `Parameter Error. ${name}`];
  if (!/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(f.MerchantTradeDate ?? ''))
    return createParameterError('MerchantTradeDate');
  if (f.PaymentType !== 'aio') return createParameterError('PaymentType');
  if (f.EncryptType !== '1') return createParameterError('EncryptType');
  for (const name of ['TradeDesc', 'ItemName', 'ReturnURL', 'ChoosePayment'])
    if (!f[name]) return createParameterError(name);
  const longest: Record<string, number> = {
    TradeDesc: 200,
    ItemName: 400,
    ReturnURL: 200,
    ClientBackURL: 200,
    OrderResultURL: 200,
    CustomField1: 50,
  };
  for (const [name, most] of Object.entries(longest))
    if ((f[name] ?? '').length > most) return createParameterError(`${name} length`);
  if (/<[a-z/]/i.test(`${f.ItemName}${f.TradeDesc}`)) return createParameterError('HTML is not allowed');
  return WAYS.includes(f.ChoosePayment ?? '') ? null : createParameterError('ChoosePayment');
}

function calculateFee(trade: EcpayTrade): string {
  return trade.paid ? String(Math.max(1, Math.round(trade.amount * 0.0275))) : '0';
}

function listCustomFields(trade: EcpayTrade): Fields {
  return Object.fromEntries(
    [1, 2, 3, 4].map((n) => [`CustomField${n}`, trade.order[`CustomField${n}`] ?? '']),
  );
}

/** The fields for ReturnURL and OrderResultURL, still unsigned. */
export function createPaymentResult(trade: EcpayTrade, merchantId: string): Fields {
  return {
    MerchantID: merchantId,
    MerchantTradeNo: trade.merchantTradeNo,
    StoreID: trade.order.StoreID ?? '',
    RtnCode: trade.paid ? '1' : '10200058',
    RtnMsg: trade.paid ? '交易成功' : '信用卡授權失敗',
    TradeNo: trade.tradeNo,
    TradeAmt: String(trade.amount),
    PaymentDate: trade.paymentDate,
    PaymentType: 'Credit_CreditCard',
    PaymentTypeChargeFee: calculateFee(trade),
    TradeDate: trade.tradeDate,
    SimulatePaid: '0',
    ...listCustomFields(trade),
  };
}

/** The answer of QueryTradeInfo, still unsigned. A trade that is not there keeps the fields, but empty. */
export function queryResult(f: Fields, status: string, trade: EcpayTrade | null): Fields {
  const known = trade
    ? {
        StoreID: trade.order.StoreID ?? '',
        TradeNo: trade.tradeNo,
        TradeAmt: String(trade.amount),
        PaymentDate: trade.paymentDate,
        PaymentType: trade.paid ? 'Credit_CreditCard' : '',
        HandlingCharge: calculateFee(trade),
        PaymentTypeChargeFee: calculateFee(trade),
        TradeDate: trade.tradeDate,
        ItemName: trade.order.ItemName ?? '',
        ...listCustomFields(trade),
      }
    : {
        TradeNo: '',
        TradeAmt: '0',
        PaymentDate: '',
        PaymentType: '',
        HandlingCharge: '0',
        PaymentTypeChargeFee: '0',
        TradeDate: '',
        ItemName: '',
      };
  return {
    MerchantID: f.MerchantID ?? '',
    MerchantTradeNo: f.MerchantTradeNo ?? '',
    ...known,
    TradeStatus: status,
  };
}

/** C closes, R refunds, E takes a closing back, N gives the payment up. Returns why not, or null when done. */
export function runCardAction(trade: EcpayTrade, action: string, amount: number): string | null {
  const whole = amount === trade.amount;
  if (action === 'C' && trade.card === 'authorised' && amount <= trade.amount) trade.card = 'toClose';
  else if (action === 'E' && trade.card === 'toClose' && whole) trade.card = 'authorised';
  else if (action === 'N' && trade.card === 'authorised' && whole) {
    trade.card = 'abandoned';
    trade.refunded = trade.amount;
  } else if (action === 'R' && trade.card === 'closed') {
    if (amount > trade.amount - trade.refunded) return '退款金額大於可退款金額';
    trade.refunded += amount;
  } else return `此訂單狀態無法執行 ${action}`;
  return null;
}
