import type { Order } from '#contract/order-fields.ts';
import type { OrderNews } from '#contract/calls/webhooks.ts';
import { withoutSteering } from '#events/log/plain-text.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/** In JSON, what may be a steering character in the text that it says. */
const maySteer = /\\[rbfu]|[\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/;

/** Without steering characters: there are some in what was taken before they were refused, and it is looked for them at once. */
function plainJson(told: OrderNews): string {
  const text = JSON.stringify(told);
  if (!maySteer.test(text)) return text;
  return JSON.stringify(told, (_name, value: unknown) =>
    typeof value === 'string' ? withoutSteering(value) : value,
  );
}

export interface NewsDeps {
  readonly ids: Ids;
}

/** In the order's own transaction: nothing is told of what was not stored, and nothing stored goes untold. */
export async function noteOrderNews(
  trx: Trx,
  { ids }: NewsDeps,
  {
    news,
    merchantId,
    order,
    now,
  }: { news: OrderNews['type']; merchantId: string; order: Order; now: number },
): Promise<void> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('is_on', '=', 1)
    .execute();
  if (webhooks.length === 0) return;
  const id = ids.next();
  const body = plainJson({ id, type: news, at: now, merchantId, order });
  const delivery = { order_id: order.id, body, created_at: now, attempts: 0, next_at: now };
  await trx
    .insertInto('webhook_calls')
    .values(
      webhooks.map(({ id: webhookId }) => ({
        ...delivery,
        id: ids.next(),
        news_id: id,
        webhook_id: webhookId,
        merchant_id: merchantId,
        type: news,
        tries_since: now,
        state: 'waiting' as const,
      })),
    )
    .execute();
}
