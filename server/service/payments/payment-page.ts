/**
 * The restaurant's payment page, an external site. The menu file names its address, and the server's environment the
 * secret with which both sides sign.
 *
 *     phone ── payOnline ──► startPayment ── signed address ──► phone opens the page
 *     page ── takePaymentResult, signed ──► recordPaymentResult ──► event orderPaid
 */
import type { FastifyBaseLogger } from 'fastify';
import { noPaymentPage, type PaymentPageProblem } from '#contract/calls/payment.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { signMessage } from '#server/platform/sms/signature.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

export interface PageDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'paymentSecrets' | 'allowedOrigins' | 'publicUrl'>;
}

export interface PaymentPage {
  readonly url: string;
  readonly secret: string;
  /** The public address of this server, for the page's answer. */
  readonly origin: string;
}

/** The secret that a restaurant's page and the server share. */
export function findPaymentSecret(
  { paymentSecrets }: PageDeps['config'],
  merchantId: string,
): string | undefined {
  return Object.hasOwn(paymentSecrets, merchantId) ? paymentSecrets[merchantId] : undefined;
}

/** Undefined if the merchant has no page, or if the server's environment is incomplete. */
export async function findPaymentPage(deps: PageDeps, merchantId: string): Promise<PaymentPage | undefined> {
  const { paymentPage: url } = await readSettings(deps.db, merchantId);
  const { publicUrl: origin } = deps.config;
  const secret = findPaymentSecret(deps.config, merchantId);
  if (url === undefined || secret === undefined || origin === undefined) return undefined;
  return findPageProblem(deps.config, merchantId, url) === undefined ? { url, secret, origin } : undefined;
}

/** The environment variable that keeps diners from paying at the page. Undefined if none does, or if there is no page. */
export function findPageProblem(
  config: PageDeps['config'],
  merchantId: string,
  url: string | null | undefined,
): PaymentPageProblem | undefined {
  if (url === undefined || url === null) return undefined;
  // The page sends its result there, and leads the diner back there.
  if (config.publicUrl === undefined) return 'PUBLIC_URL';
  // Phones follow redirects to allowed sites only.
  if (!config.allowedOrigins.includes(new URL(url).origin)) return 'ALLOWED_SITES';
  return findPaymentSecret(config, merchantId) === undefined ? 'PAYMENT_SECRETS' : undefined;
}

/** Logs at the start which restaurants' payment pages cannot be offered, and which variable is missing. */
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

/** The payment page. A Refusal 4093 if the merchant has no page. */
export async function requirePaymentPage(deps: PageDeps, merchantId: string): Promise<PaymentPage> {
  const page = await findPaymentPage(deps, merchantId);
  if (!page) throw new Refusal(noPaymentPage, getServerTexts('payments.none'));
  return page;
}

/**
 * The page's address with these fields and a signature. It signs the payment's id and the query before the signature.
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
