import { getReceipt, mailReceipt, saveInvoice } from '#contract/calls/receipt.ts';
import { createOrderGoneRefusal, findOrder } from '#server/ordering/orders/read-orders.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { queueMailOfDiner, type QueueDeps } from './mail/queue-mail.ts';
import { readReceipt } from './read-receipt.ts';
import { setInvoice } from './set-invoice.ts';

/** Per diner. A PDF costs more than other answers. */
const receiptsPerMinute = 30;

/** Per diner, besides the budgets of the mails. */
const mailsPerMinute = 10;

/** Per diner. Each writes the order and a delivery for every webhook. */
const invoicesPerMinute = 10;

export function createReceiptRoutes(deps: SubscriberDeps & QueueDeps): Route[] {
  return [
    defineRoute(
      getReceipt,
      'diner',
      async ({ who: { asker, merchantId, language }, body: { orderId, pdf } }) => {
        const order = await findOrder(deps.db, asker, orderId);
        if (!order) throw createOrderGoneRefusal();
        return await readReceipt(deps, { merchantId, order, language, pdf, userId: asker.userId });
      },
      { apart: { perMinute: receiptsPerMinute }, onlyReads: true },
    ),
    defineRoute(
      mailReceipt,
      'diner',
      async ({ who: { asker, language }, body }) => ({
        queued: await queueMailOfDiner(deps, asker, body, language),
      }),
      { apart: { perMinute: mailsPerMinute } },
    ),
    defineRoute(
      saveInvoice,
      'diner',
      async ({ who: { asker }, body }) => ({ saved: await setInvoice(deps, asker, body) }),
      { apart: { perMinute: invoicesPerMinute } },
    ),
  ];
}
