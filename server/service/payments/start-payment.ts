/** A diner starts a payment at the restaurant's payment page. The amounts are stored, to compare the result with them. */
import type { BodyOf } from '#contract/http/call.ts';
import { takePaymentResult, type payOnline } from '#contract/calls/payment.ts';
import { actRefused } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import { compareAmounts, sum } from '#projections/bill/money.ts';
import { normaliseDecimals } from '#server/service/fulfilment/do-act.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { calculateOwed, countUnsent } from '#server/ordering/orders/order-state.ts';
import { findOrder, createOrderGoneRefusal } from '#server/ordering/orders/read-orders.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { requirePaymentPage, signAddress, type PageDeps } from './payment-page.ts';
import { findProvider, requirePayable, startAtProvider, type ProviderDeps } from './provider-payments.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import type { PagePayment } from './page-payments.ts';

interface Asked {
  readonly who: Who<'diner'>;
  readonly body: BodyOf<typeof payOnline>;
}

/**
 * Starts a payment at the restaurant's provider, else at its payment page.
 * @returns the address of the page
 * @throws Refusal 4092 if the amount is more than is owed, 4093 without a page, 500 if the provider does not answer
 */
export async function startPayment(
  deps: PageDeps & ProviderDeps & SubscriberDeps & { readonly clock: Clock },
  { who, body: given }: Asked,
): Promise<string> {
  const { db, clock } = deps;
  const { merchantId, language } = who;
  const provider = await findProvider(deps, merchantId);
  const page = provider ? undefined : await requirePaymentPage(deps, merchantId);
  const order = await findOrder(db, who.asker, given.orderId);
  if (!order) throw createOrderGoneRefusal();
  const body = normaliseDecimals(order, { ...given, orderId: order.id });
  const owed = calculateOwed(order);
  if (compareAmounts(body.amount, owed) > 0)
    throw new Refusal(actRefused, getServerTexts('payments.moreThanOwed'), {
      data: { reason: 'moreThanOwed', owed, unsent: countUnsent(order) },
    });
  if (body.parts && compareAmounts(sum(body.parts.map((part) => part.amount)), body.amount) !== 0)
    throw createStatusRefusal(codes.badRequest, 'body.parts: do not add up to the amount', {
      path: 'body.parts',
    });
  const now = clock.now();
  const { currency, shortName } = await readSettings(db, merchantId);
  if (provider) requirePayable(provider, { ...body, currency });
  const payment = await runInTransaction(db, async (trx) => {
    const kept = await storePayment(trx, { who, body, currency, now });
    const { session_id: sessionId } = await trx
      .selectFrom('orders')
      .select('session_id')
      .where('id', '=', body.orderId)
      .executeTakeFirstOrThrow();
    // Other phones of the table show that this diner is paying.
    await deps.subscribers.record(trx, 'orderChanged', { merchantId, sessionId, orderId: body.orderId });
    return kept;
  });
  const { id, share, amount, tip } = payment;
  const returnTo = (origin: string) => `${origin}${body.path}?payment=${encodeURIComponent(id)}`;
  if (provider)
    return await startAtProvider(deps, provider, {
      payment,
      serial: order.serial,
      restaurant: chooseText(shortName, language),
      language,
      returnUrl: returnTo(provider.origin),
    });
  if (!page) throw new Error('a payment needs a provider or a page');
  const result = takePaymentResult.path.replace(':merchantId', encodeURIComponent(merchantId));
  return signAddress(
    page,
    {
      payment: id,
      merchant: merchantId,
      order: order.serial,
      ...(share !== null && { share }),
      amount,
      tip,
      total: sum([amount, tip]),
      currency,
      language,
      result: `${page.origin}${result}`,
      return: returnTo(page.origin),
    },
    now,
  );
}

/** Stores the payment. A repeated request finds it. A Refusal 400 if the id belongs to a payment with other values. */
async function storePayment(
  trx: Trx,
  { who, body, currency, now }: { who: Who<'diner'>; body: Asked['body']; currency: string; now: number },
): Promise<PagePayment> {
  const { paymentId: id, orderId, amount, tip, share = null, parts } = body;
  const row = {
    id,
    merchant_id: who.merchantId,
    order_id: orderId,
    user_id: who.asker.userId,
    share,
    parts: parts ? JSON.stringify(parts) : null,
    amount,
    tip,
    currency,
  };
  const fresh = { ...row, started_at: now, state: 'started', dispute: null, disputed_at: null } as const;
  await trx
    .insertInto('page_payments')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await trx
    .selectFrom('page_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const fields = Object.keys(row) as (keyof typeof row)[];
  if (fields.some((field) => kept[field] !== row[field]) || kept.state !== 'started')
    throw createStatusRefusal(codes.badRequest, 'body.paymentId: is that of another payment');
  return kept;
}
