import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { OrderNews } from '#contract/calls/webhooks.ts';
import { withoutSteering } from '#events/log/plain-text.ts';
import { subscribe, type OrderEvents, type Subscription } from '#server/ordering/subscribers.ts';
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

/** Queues a delivery for each webhook of a restaurant when one of its orders changes. */
export function webhookSubscriptions(ids: Ids): Subscription[] {
  return [
    subscribe('orderPlaced', {
      inTransaction: async (trx, { merchantId, order, round, at }) => {
        const news = round === 1 ? 'order.placed' : 'order.round-added';
        await queueDeliveries(trx, ids, { news, merchantId, order, now: at });
      },
    }),
    subscribe('actDone', {
      inTransaction: async (trx, event) => {
        const { merchantId, after: order, act } = event;
        await queueDeliveries(trx, ids, { news: newsOf(event), merchantId, order, now: act.at });
      },
    }),
    subscribe('orderMoved', {
      inTransaction: async (trx, { merchantId, order, at }) =>
        await queueDeliveries(trx, ids, { news: 'order.changed', merchantId, order, now: at }),
    }),
  ];
}

function newsOf({ act, before, after, isFirstDish }: OrderEvents['actDone']): OrderNews['type'] {
  // Webhooks do not hear of an order until it has a dish (D52).
  if (isFirstDish) return 'order.placed';
  if (act.type === 'roundSent') return 'order.sent';
  if (before.status !== after.status && after.status === orderStatus.cancelled) return 'order.cancelled';
  if (before.paymentStatus !== after.paymentStatus && after.paymentStatus === paymentStatus.fullyPaid)
    return 'order.paid';
  if (before.status !== after.status && after.status === orderStatus.completed) return 'order.completed';
  return 'order.changed';
}

interface News {
  readonly news: OrderNews['type'];
  readonly merchantId: string;
  readonly order: Order;
  /** ms */
  readonly now: number;
}

async function queueDeliveries(trx: Trx, ids: Ids, { news, merchantId, order, now }: News): Promise<void> {
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
