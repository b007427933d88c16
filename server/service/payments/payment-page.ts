/** CX20: the restaurant's payment page, as its menu file and the server's environment name it. */
import type { FastifyBaseLogger } from 'fastify';
import { noPaymentPage, type PaymentPageProblem } from '#contract/calls/payment.ts';
import { merchantSettings } from '#server/menu/merchants.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { signMessage } from '#server/platform/sms/signature.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export interface PageDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'paymentSecrets' | 'allowedOrigins' | 'publicUrl'>;
}

export interface PaymentPage {
  readonly url: string;
  readonly secret: string;
  /** Where the page finds this server. */
  readonly origin: string;
}

/** Of a restaurant: its page and the server sign with it. */
export function secretOf({ paymentSecrets }: PageDeps['config'], merchantId: string): string | undefined {
  return Object.hasOwn(paymentSecrets, merchantId) ? paymentSecrets[merchantId] : undefined;
}

/** undefined: there is none, or nobody can pay there. */
export async function findPaymentPage(deps: PageDeps, merchantId: string): Promise<PaymentPage | undefined> {
  const { paymentPage: url } = await merchantSettings(deps.db, merchantId);
  const { publicUrl: origin } = deps.config;
  const secret = secretOf(deps.config, merchantId);
  if (url === undefined || secret === undefined || origin === undefined) return undefined;
  return findPageProblem(deps.config, merchantId, url) === undefined ? { url, secret, origin } : undefined;
}

/** What of the server's environment keeps diners from paying at a restaurant's page; undefined: nothing, or it has none. */
export function findPageProblem(
  config: PageDeps['config'],
  merchantId: string,
  url: string | null | undefined,
): PaymentPageProblem | undefined {
  if (url === undefined || url === null) return undefined;
  // The page has to know where to tell its result, and where to lead the diner back to.
  if (config.publicUrl === undefined) return 'PUBLIC_URL';
  // CN8: a phone is led nowhere else.
  if (!config.allowedOrigins.includes(new URL(url).origin)) return 'ALLOWED_SITES';
  return secretOf(config, merchantId) === undefined ? 'PAYMENT_SECRETS' : undefined;
}

/** Says at the start whose payment page no diner is offered, and which variable is missing. */
export async function warnOfPaymentPages({
  db,
  config,
  log,
}: PageDeps & { readonly log: Pick<FastifyBaseLogger, 'warn'> }): Promise<void> {
  const rows = await db.selectFrom('merchants').select(['id', 'body']).execute();
  for (const { id: merchantId, body } of rows) {
    const { paymentPage } = JSON.parse(body) as StoredMerchant;
    const missing = findPageProblem(config, merchantId, paymentPage);
    if (missing) log.warn({ merchantId, missing }, 'nobody can pay by phone: set the missing variable');
  }
}

/** The same; a Refusal 4093 without one. */
export async function requirePaymentPage(deps: PageDeps, merchantId: string): Promise<PaymentPage> {
  const page = await findPaymentPage(deps, merchantId);
  if (!page)
    throw new Refusal(noPaymentPage, {
      'en-US': 'This restaurant takes no payment here',
      'zh-TW': '這家餐廳不提供線上付款',
    });
  return page;
}

/**
 * The payment page's address with its fields, signed like a message whose id is that of the payment and whose body is the
 * query before the signature.
 * @param now ms since 1970
 */
export function signAddress(
  { url, secret }: PaymentPage,
  fields: Readonly<Record<string, string>> & { readonly payment: string },
  now: number,
): string {
  const address = new URL(url);
  const at = Math.floor(now / 1000);
  for (const [name, value] of Object.entries({ ...fields, timestamp: String(at) }))
    address.searchParams.append(name, value);
  const query = address.search.slice(1);
  address.search = `${query}&signature=${encodeURIComponent(signMessage(secret, { id: fields.payment, body: query }, at))}`;
  return address.href;
}
