/** Pages and notices between this server and the payment providers. They are no calls of the contract. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import { escapeHtml, renderHtmlPage } from '#server/platform/http/html-page.ts';
import { createHeaderReader } from '#server/platform/http/header-reader.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudgets } from '#server/platform/http/routes/rate-limits.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { paymentDiffers } from '#contract/calls/payment.ts';
import { findProvider, recordProviderResult, type ProviderDeps } from './provider-payments.ts';
import type { HandOver } from './providers/payment-provider.ts';
import { recordRefundNews } from './refunds/record-refund.ts';
import type { ResultDeps } from './record-payment-result.ts';

type Deps = ProviderDeps & ResultDeps & LimiterDeps;

/** Per address of a provider. */
const noticesPerMinute = 600;
const longestNotice = 256 * 1024;
/** A diner opens the page right after starting the payment. Stripe's page ends after half an hour, ms. */
const handOverMs = 30 * 60_000;

/** Submits the form at once. A button does it where scripts are off. */
const submitScript = 'document.forms[0].submit()';
const scriptHash = createHash('sha256').update(submitScript).digest('base64');

export function serveProviderPages(app: FastifyInstance, deps: Deps): void {
  const spend = createBudgets(deps.limiters, noticesPerMinute).apart('payment notices', {
    perMinute: noticesPerMinute,
  });

  app.get<{ Params: { merchantId: string; paymentId: string } }>(
    '/api/merchant/payment/:merchantId/open/:paymentId',
    async ({ params: { merchantId, paymentId } }, reply) => {
      void reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'origin');
      const payment = await deps.db
        .selectFrom('page_payments')
        .select(['hand_over', 'state', 'started_at'])
        .where('id', '=', paymentId)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst();
      if (!payment?.hand_over) return await reply.code(codes.notFound).type('text/html').send(renderOver());
      const { returnUrl, ...handOver } = JSON.parse(payment.hand_over) as HandOver & { returnUrl: string };
      const isOver = payment.state !== 'started' || deps.clock.now() > payment.started_at + handOverMs;
      if (isOver) return await reply.redirect(returnUrl, 303);
      if ('redirect' in handOver) return await reply.redirect(handOver.redirect, 303);
      return await reply
        .header(
          'Content-Security-Policy',
          `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; form-action ${new URL(handOver.post).origin}`,
        )
        .type('text/html; charset=utf-8')
        .send(renderForm(handOver));
    },
  );

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the body as it was sent.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: longestNotice },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    scope.post<{ Params: { merchantId: string; provider: string }; Body: string | undefined }>(
      '/api/merchant/payment/:merchantId/notice/:provider',
      async (request, reply) => {
        const { merchantId, provider: name } = request.params;
        await spend({ address: request.ip });
        const own = await findProvider(deps, merchantId);
        if (own?.name !== name) return await reply.code(codes.notFound).type('text/plain').send('unknown');
        const header = createHeaderReader(request);
        const read = own.provider.readNotice(own.fields, {
          text: request.body ?? '',
          header,
          // The provider signs with the time of its own clock.
          now: Date.now(),
        });
        if ('forged' in read) {
          deps.log.warn(
            { merchantId, provider: name, problem: read.forged },
            'a payment notice is not authentic; check the keys at /staff/connections',
          );
          return await reply.code(codes.badRequest).type('text/plain').send(read.forged);
        }
        if ('result' in read) await recordNotice(deps, { merchantId, name: own.name, result: read.result });
        if ('refund' in read && !(await recordRefundNews(deps, merchantId, read.refund)))
          deps.log.warn(
            { merchantId, refund: read.refund },
            'a notice is about a refund that this server did not send',
          );
        return await reply.type('text/plain').send(own.provider.received);
      },
    );
    done();
  });
}

/** A payment that differs is a dispute for the staff. To repeat its notice would not help. */
async function recordNotice(deps: Deps, of: Parameters<typeof recordProviderResult>[1]): Promise<void> {
  try {
    const isKnown = await recordProviderResult(deps, of);
    // An account may also serve the restaurant's other shops.
    if (!isKnown) deps.log.warn(of, 'a payment notice is about a payment that this server did not start');
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== paymentDiffers) throw error;
  }
}

/** The address of the page does not say in which language the diner reads. */
function writeInAll(name: 'payments.title' | 'payments.goOn' | 'payments.unknown'): string {
  return Object.values(getServerTexts(name)).join(' · ');
}

function renderForm({ post, form }: Extract<HandOver, { post: string }>): string {
  const fields = Object.entries(form)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
  return renderHtmlPage({
    title: writeInAll('payments.title'),
    style:
      'main { max-width: 400px; text-align: center; } button { font: inherit; padding: 12px 24px; margin-top: 24px; }',
    body: `<form method="post" action="${escapeHtml(post)}">
${fields}
<button>${escapeHtml(writeInAll('payments.goOn'))}</button>
</form>
<script>${submitScript}</script>`,
  });
}

function renderOver(): string {
  return renderHtmlPage({
    title: writeInAll('payments.title'),
    style: 'main { max-width: 400px; text-align: center; }',
    body: `<p>${escapeHtml(writeInAll('payments.unknown'))}</p>`,
  });
}
