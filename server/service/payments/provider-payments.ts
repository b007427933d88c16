/** Payments at a provider with the restaurant's own account, see `providers/payment-provider.ts`. */
import type { FastifyBaseLogger } from 'fastify';
import { codes } from '#contract/codes.ts';
import { composeHandOverPath, noPaymentPage } from '#contract/calls/payment.ts';
import type { connectionProviders } from '#contract/calls/connections.ts';
import { compareAmounts, sum, zero } from '#projections/bill/money.ts';
import { isProblem, type CallProvider } from '#server/platform/connections/call-provider.ts';
import {
  openConnection,
  recordOutcome,
  type ConnectionDeps,
  type ProviderProblem,
} from '#server/platform/connections/connections.ts';
import type { Config } from '#server/platform/config/config.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import type { PagePayment } from './page-payments.ts';
import { recordPaymentResult, type ResultDeps } from './record-payment-result.ts';
import { ecpay } from './providers/ecpay.ts';
import type {
  Checkout,
  PaymentProvider,
  ProviderFields,
  ProviderResult,
} from './providers/payment-provider.ts';
import { stripe } from './providers/stripe.ts';

export interface ProviderDeps extends ConnectionDeps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly callProvider: CallProvider;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

type ProviderName = keyof typeof connectionProviders.payments;
const providers: Readonly<Record<ProviderName, PaymentProvider>> = { stripe, ecpay };

export const providerNames = Object.keys(providers) as readonly ProviderName[];

export interface OpenProvider {
  readonly name: ProviderName;
  readonly provider: PaymentProvider;
  readonly fields: ProviderFields;
  /** The public address of this server. */
  readonly origin: string;
}

/** The path to which a provider sends its notices. */
export function composeNoticePath(merchantId: string, name: string): string {
  return `/api/merchant/payment/${encodeURIComponent(merchantId)}/notice/${name}`;
}

/** The restaurant's provider. Undefined if it has none, if its keys are unreadable, or without a `PUBLIC_URL`. */
export async function findProvider(
  deps: Pick<ProviderDeps, 'db' | 'secrets' | 'config'>,
  merchantId: string,
): Promise<OpenProvider | undefined> {
  const { publicUrl: origin } = deps.config;
  if (origin === undefined) return undefined;
  const opened = await openConnection(deps, merchantId, 'payments');
  if (opened === undefined || opened === 'unreadable') return undefined;
  const { provider: name, fields } = opened;
  if (!isProviderName(name)) return undefined;
  return { name, provider: providers[name], fields, origin };
}

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}

/**
 * Refuses a payment that the provider cannot take.
 * @throws Refusal 4093 for the currency or the amount
 */
export function requirePayable(
  { provider }: OpenProvider,
  payment: Pick<Checkout, 'amount' | 'tip' | 'currency'>,
): void {
  const obstacle = provider.findObstacle(payment);
  if (obstacle) throw new Refusal(noPaymentPage, getServerTexts(`payments.${obstacle}`));
}

/**
 * Creates the provider's page for a stored payment, once.
 * @returns the address of the hand-over page
 * @throws Refusal 500 if the provider does not create it
 */
export async function startAtProvider(
  deps: ProviderDeps,
  { name, provider, fields, origin }: OpenProvider,
  {
    payment,
    ...rest
  }: { readonly payment: PagePayment } & Pick<Checkout, 'serial' | 'restaurant' | 'language' | 'returnUrl'>,
): Promise<string> {
  const { id, merchant_id: merchantId, amount, tip, currency, started_at: startedAt } = payment;
  const address = `${origin}${composeHandOverPath(merchantId, id)}`;
  if (payment.hand_over !== null) return address;
  const noticeUrl = `${origin}${composeNoticePath(merchantId, name)}`;
  const checkout = { ...rest, id, amount, tip, currency, startedAt, noticeUrl };
  const started = await provider.start(deps.callProvider, fields, checkout);
  const problem = isProblem(started) ? started : undefined;
  await recordOutcome(deps, merchantId, { kind: 'payments', problem });
  if (isProblem(started)) {
    deps.log.error({ merchantId, problem }, 'the payment provider refused a payment; see /staff/connections');
    await deps.db.updateTable('page_payments').set({ state: 'failed' }).where('id', '=', id).execute();
    throw new Refusal(codes.failure, getServerTexts('payments.noAnswer'));
  }
  const { reference, handOver } = started;
  await deps.db
    .updateTable('page_payments')
    .set({
      provider: name,
      reference,
      hand_over: JSON.stringify({ ...handOver, returnUrl: rest.returnUrl }),
    })
    .where('id', '=', id)
    .execute();
  return address;
}

/** Asks the provider whether it accepts the keys. */
export async function checkProvider(
  deps: ProviderDeps,
  merchantId: string,
  { provider, fields }: Pick<OpenProvider, 'provider' | 'fields'>,
): Promise<ProviderProblem | undefined> {
  const problem = await provider.check(deps.callProvider, fields);
  await recordOutcome(deps, merchantId, { kind: 'payments', problem });
  return problem;
}

/**
 * Records a provider's result, which may come late, repeatedly and in any order.
 * @returns whether the payment is one of this server
 */
export async function recordProviderResult(
  deps: ResultDeps,
  { merchantId, name, result }: { merchantId: string; name: ProviderName; result: ProviderResult },
): Promise<boolean> {
  const { reference, status, total, currency, transaction } = result;
  const payment = await deps.db
    .selectFrom('page_payments')
    .select(['id', 'amount', 'tip'])
    .where('merchant_id', '=', merchantId)
    .where('provider', '=', name)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!payment) return false;
  if (transaction !== '')
    await deps.db
      .updateTable('page_payments')
      .set({ transaction_id: transaction })
      .where('id', '=', payment.id)
      .execute();
  const { id, amount, tip } = payment;
  const isAsAsked = compareAmounts(sum([amount, tip]), total) === 0;
  const paid = isAsAsked ? { amount, tip } : { amount: total, tip: zero };
  await recordPaymentResult(deps, {
    merchantId,
    page: name,
    result: {
      payment: id,
      status,
      reference: transaction || reference,
      ...(status === 'paid' && { ...paid, currency }),
    },
  });
  return true;
}
