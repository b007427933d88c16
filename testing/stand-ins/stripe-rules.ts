// The rules of Stripe's API that the stand-in applies: nested form fields, currencies, amounts, and error objects.
// Built from docs.stripe.com/currencies (special cases, minimum and maximum amounts), docs.stripe.com/error-codes,
// docs.stripe.com/api/errors, and the parameter types in github.com/stripe/stripe-node (src/resources).

import { type Answer, answerJson } from './shared.ts';

/** Charged without decimals. UGX is in the public list too, but its special case below asks for two. */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THREE_DECIMAL = new Set('bhd jod kwd omr tnd'.split(' '));
/** Two decimals in the API, but the decimals must be 00. HUF and TWD are so only for payouts, not for charges. */
const WHOLE_ONLY = new Set(['isk', 'ugx']);

/** The smallest charge in the currency's API unit. TWD is not in the table; see getMinimumAmount. */
const MINIMUM: Record<string, number> = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
};
const OTHERS = (
  'afn all amd aoa awg azn bam bbd bdt bgn bhd bif bmd bnd bob bsd bwp byn bzd cdf clp cny crc cve djf dop dzd egp etb fjd fkp gel gip gmd gnf ' +
  'gtq gyd hnl htg isk jmd jod kes kgs khr kmf kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mzn nad ngn nio npr omr ' +
  'pab pen pgk pkr pyg qar rsd rwf sar sbd scr shp sle sos srd std szl tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zmw'
).split(' ');

export function isCurrency(code: string): boolean {
  return code in MINIMUM || OTHERS.includes(code);
}

export function getDecimals(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}

/**
 * The real minimum of a currency outside the table is that of the settlement currency after conversion.
 * The stand-in has no rates, so it takes one unit, and the caller can set another.
 */
export function getMinimumAmount(currency: string, own: Record<string, number>): number {
  return own[currency] ?? MINIMUM[currency] ?? 10 ** getDecimals(currency);
}

export function formatMoney(amount: number, currency: string): string {
  const places = getDecimals(currency);
  return `${(amount / 10 ** places).toFixed(places)} ${currency}`;
}

export interface StripeError {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  code?: string;
  message: string;
  param?: string;
}

/** Thrown by a handler and answered as Stripe's error object. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: StripeError;
  /** Stripe keeps no idempotent result when the parameters themselves were refused. */
  readonly beforeStart: boolean;
  constructor(status: number, error: StripeError, beforeStart = false) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.beforeStart = beforeStart;
  }
}

export function refuseParam(param: string, message: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', ...(code ? { code } : {}), message, param }, true);
}

export function refuseMissing(param: string): Refusal {
  return refuseParam(param, `Missing required param: ${param}.`, 'parameter_missing');
}

export function createErrorAnswer(
  status: number,
  error: StripeError,
  headers: Record<string, string> = {},
): Answer {
  const doc = error.code
    ? { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }
    : {};
  return answerJson(status, { error: { ...doc, ...error } }, headers);
}

export type Fields = { [name: string]: string | Fields };

/** Reads a[b][0][c]=x into nested objects; an index is a name like any other. */
export function parseNested(form: URLSearchParams): Fields {
  const top: Fields = Object.create(null) as Fields;
  const counts = new Map<string, number>();
  for (const [name, value] of form) {
    const path = [name.split('[')[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? '')];
    if (path.at(-1) === '') {
      // a[]=x&a[]=y is a list without indexes.
      const next = counts.get(name) ?? 0;
      counts.set(name, next + 1);
      path[path.length - 1] = String(next);
    }
    let at = top;
    for (const step of path.slice(0, -1)) {
      const inner = at[step];
      if (typeof inner === 'object') at = inner;
      else at = at[step] = Object.create(null) as Fields;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return top;
}

export function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function group(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  return typeof value === 'object' ? value : undefined;
}

export function readWholeNumber(value: string, param: string): number {
  if (!/^-?\d{1,15}$/.test(value))
    throw refuseParam(param, `Invalid integer: ${value}`, 'parameter_invalid_integer');
  return Number(value);
}

export function readMetadata(fields: Fields): Record<string, string> {
  const given = group(fields, 'metadata') ?? {};
  const names = Object.keys(given);
  if (names.length > 50) throw refuseParam('metadata', 'You can only have up to 50 metadata keys.');
  for (const name of names) {
    const value = given[name];
    if (typeof value !== 'string') throw refuseParam(`metadata[${name}]`, 'Metadata values must be strings.');
    if (name.length > 40)
      throw refuseParam(
        'metadata',
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${name.length} characters.`,
      );
    if (value.length > 500)
      throw refuseParam(
        `metadata[${name}]`,
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
      );
  }
  return Object.fromEntries(Object.entries(given).map(([k, v]) => [k, typeof v === 'string' ? v : '']));
}

/** Refuses a top-level field that the endpoint does not know, as Stripe does. */
export function refuseUnknownFields(fields: Fields, known: string[]): void {
  for (const name of Object.keys(fields)) {
    if (!known.includes(name))
      throw refuseParam(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
  }
}

export function checkUnit(amount: number, currency: string, param: string): void {
  if (amount < 0)
    throw refuseParam(param, 'This value must be greater than or equal to 0.', 'parameter_invalid_integer');
  if (WHOLE_ONLY.has(currency) && amount % 100 !== 0) {
    throw refuseParam(
      param,
      `Invalid amount: ${currency} amounts must be evenly divisible by 100.`,
      'invalid_charge_amount',
    );
  }
  if (THREE_DECIMAL.has(currency) && amount % 10 !== 0) {
    throw refuseParam(
      param,
      `Invalid amount: ${currency} amounts must be evenly divisible by 10.`,
      'invalid_charge_amount',
    );
  }
}

export interface CartLine {
  name: string;
  amount: number;
  quantity: number;
}

/** Reads and checks line_items with price_data, which is the only way without stored prices. */
export function readCart(fields: Fields): { currency: string; lines: CartLine[] } {
  const items = group(fields, 'line_items');
  if (!items) throw refuseMissing('line_items');
  let currency: string | undefined;
  const lines = Object.entries(items).map(([index, item]): CartLine => {
    const at = `line_items[${index}]`;
    if (typeof item === 'string') throw refuseParam(at, 'Invalid object');
    if (readText(item, 'price'))
      throw refuseParam(`${at}[price]`, `No such price: '${readText(item, 'price')}'`, 'resource_missing');
    const price = group(item, 'price_data');
    if (!price) throw refuseMissing(`${at}[price_data]`);
    const code = readText(price, 'currency');
    if (!code) throw refuseMissing(`${at}[price_data][currency]`);
    // Stripe asks for lower case; it is in fact lenient, but a stand-in should be the stricter of the two.
    if (!isCurrency(code)) throw refuseParam(`${at}[price_data][currency]`, `Invalid currency: ${code}.`);
    if (currency && currency !== code)
      throw refuseParam('line_items', 'All line items must use the same currency.');
    currency = code;
    const name = readText(group(price, 'product_data') ?? {}, 'name');
    if (!name) throw refuseMissing(`${at}[price_data][product_data][name]`);
    const unit = readText(price, 'unit_amount');
    if (!unit) throw refuseMissing(`${at}[price_data][unit_amount]`);
    const amount = readWholeNumber(unit, `${at}[price_data][unit_amount]`);
    checkUnit(amount, code, `${at}[price_data][unit_amount]`);
    const quantity = readWholeNumber(readText(item, 'quantity') ?? '', `${at}[quantity]`);
    if (quantity < 1) throw refuseParam(`${at}[quantity]`, 'Quantity must be at least 1.');
    return { name, amount, quantity };
  });
  if (!currency || lines.length > 100)
    throw refuseParam('line_items', 'line_items takes between 1 and 100 items.');
  return { currency, lines };
}

export function checkTotal(total: number, currency: string, own: Record<string, number>): void {
  const least = getMinimumAmount(currency, own);
  const createRefusal = (code: string, message: string): Refusal =>
    new Refusal(400, { type: 'invalid_request_error', code, message });
  if (total < least)
    throw createRefusal(
      'amount_too_small',
      `The Checkout Session's total amount due must add up to at least ${formatMoney(least, currency)}`,
    );
  if (total > 999_999_999_999)
    throw createRefusal(
      'amount_too_large',
      `The Checkout Session's total amount due must be no more than ${formatMoney(999_999_999_999, currency)}`,
    );
}
