/** CX20: the restaurant's payment page, as its menu file and the server's environment name it. */
import { noPaymentPage } from '#contract/calls/payment.ts';
import { merchantSettings } from '#server/catalogue/merchants.ts';
import { Refusal } from '#server/http/routes/route.ts';
import { signatureOf } from '#server/messages/signature.ts';
import type { Config } from '#server/process/config.ts';
import type { Db } from '#server/store/transactions.ts';

export interface PageDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'paymentSecrets' | 'allowedOrigins' | 'publicUrl'>;
}

export interface PaymentPage {
  readonly url: string;
  readonly secret: string;
}

/** Of a restaurant: its page and the server sign with it. */
export function secretOf({ paymentSecrets }: PageDeps['config'], merchantId: string): string | undefined {
  return Object.hasOwn(paymentSecrets, merchantId) ? paymentSecrets[merchantId] : undefined;
}

/** undefined: there is none, nothing to sign with, or a site that phones may not be led to (CN8). */
export async function paymentPageOf(deps: PageDeps, merchantId: string): Promise<PaymentPage | undefined> {
  const { paymentPage: url } = await merchantSettings(deps.db, merchantId);
  const secret = secretOf(deps.config, merchantId);
  if (url === undefined || secret === undefined) return undefined;
  return deps.config.allowedOrigins.includes(new URL(url).origin) ? { url, secret } : undefined;
}

/** The same; a Refusal 4093 without one. */
export async function requiredPage(deps: PageDeps, merchantId: string): Promise<PaymentPage> {
  const page = await paymentPageOf(deps, merchantId);
  if (!page)
    throw new Refusal(noPaymentPage, {
      'en-US': 'This restaurant takes no payment here',
      'zh-TW': '這家餐廳不提供線上付款',
    });
  return page;
}

/** Whoever changes one of the fields cannot sign them: the signature is over the query as it stands before it. */
export function signedAddress(
  { url, secret }: PaymentPage,
  fields: Readonly<Record<string, string>>,
  now: number,
): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value);
  const query = address.search.slice(1);
  address.search = `${query}&signature=${encodeURIComponent(signatureOf(secret, query, now))}`;
  return address.href;
}
