import { getReceipt } from '#contract/calls/receipt.ts';
import { createOrderGoneRefusal, findOrder } from '#server/ordering/orders/read-orders.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { route, type Route } from '#server/platform/http/routes/route.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readReceipt } from './read-receipt.ts';

/** Per diner. A PDF costs more than other answers. */
const receiptsPerMinute = 30;

export function receiptRoutes(deps: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    route(
      getReceipt,
      'diner',
      async ({ who: { asker, merchantId, language }, body: { orderId, pdf } }) => {
        const order = await findOrder(deps.db, asker, orderId);
        if (!order) throw createOrderGoneRefusal();
        return await readReceipt(deps, { merchantId, order, language, pdf });
      },
      { apart: { perMinute: receiptsPerMinute }, onlyReads: true },
    ),
  ];
}
