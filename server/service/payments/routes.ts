import { getPaying, payOnline, shareDish, takePaymentResult } from '#contract/calls/payment.ts';
import { codes } from '#contract/codes.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import { findSignatureProblem } from '#server/platform/sms/signature.ts';
import { findOrder, createOrderGoneRefusal } from '#server/ordering/orders/read-orders.ts';
import { listAttempts } from './page-payments.ts';
import { findPaymentPage, findPaymentSecret, type PageDeps } from './payment-page.ts';
import { findProvider, type ProviderDeps } from './provider-payments.ts';
import { setSharers } from './share-dish.ts';
import { startPayment } from './start-payment.ts';
import { recordPaymentResult, type ResultDeps } from './record-payment-result.ts';

export type PaymentDeps = PageDeps & ProviderDeps & ResultDeps;

/** Started payments per diner. Each stores a row. */
const paymentsPerMinute = 20;
/** Per address of a payment provider. */
const resultsPerMinute = 600;

export function createPaymentRoutes(deps: PaymentDeps): Route[] {
  const { db, clock, config } = deps;
  return [
    defineRoute(getPaying, 'diner', async ({ who, query: { id } }) => {
      const order = await findOrder(db, who.asker, id);
      if (!order) throw createOrderGoneRefusal();
      const { tips = [] } = await readSettings(db, who.merchantId);
      return {
        online:
          (await findProvider(deps, who.merchantId)) !== undefined ||
          (await findPaymentPage(deps, who.merchantId)) !== undefined,
        tips,
        attempts: await listAttempts(db, order, clock.now()),
      };
    }),

    defineRoute(shareDish, 'diner', async ({ who: { asker }, body }) => {
      return { changed: await setSharers(deps, asker, body) };
    }),

    defineRoute(
      payOnline,
      'diner',
      async ({ who, body }) => {
        return { url: await startPayment(deps, { who, body }) };
      },
      { apart: { perMinute: paymentsPerMinute } },
    ),

    defineRoute(
      takePaymentResult,
      'nothing',
      async ({ params: { merchantId }, body: result, text, header }) => {
        const secret = findPaymentSecret(config, merchantId);
        if (secret === undefined)
          throw createStatusRefusal(codes.notFound, 'This restaurant has no payment page');
        const problem = findSignatureProblem(secret, text, { header, now: clock.now() });
        if (problem !== undefined) {
          deps.log.warn(
            { merchantId, payment: result.payment, problem },
            'a payment result has no valid signature; check PAYMENT_SECRETS',
          );
          throw createStatusRefusal(codes.unauthorized, problem);
        }
        const { paymentPage } = await readSettings(db, merchantId);
        const page = paymentPage === undefined ? '' : new URL(paymentPage).host;
        return { outcome: await recordPaymentResult(deps, { merchantId, page, result }) };
      },
      { apart: { perMinute: resultsPerMinute } },
    ),
  ];
}
