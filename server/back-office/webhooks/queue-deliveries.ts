import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { OrderNews } from '#contract/calls/webhooks.ts';
import { withoutSteering } from '#events/log/plain-text.ts';
import { subscribe, type OrderEvents, type Subscription } from '#server/ordering/subscribers.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/** Matches JSON that may contain control characters. `\\r`, `\\b`, `\\f` and `\\u` are their escaped forms. */
const controlCharacter = /\\[rbfu]|[\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/;

/**
 * Serialises without control characters. New input cannot contain them, but older orders can. The test on the whole
 * text is fast, and usually finds none.
 */
function toPlainJson(news: OrderNews): string {
  const text = JSON.stringify(news);
  if (!controlCharacter.test(text)) return text;
  return JSON.stringify(news, (_name, value: unknown) =>
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
        await queueDeliveries(trx, ids, { news: typeOf(event), merchantId, order, now: act.at });
      },
    }),
    subscribe('orderMoved', {
      inTransaction: async (trx, { merchantId, order, at }) =>
        await queueDeliveries(trx, ids, { news: 'order.changed', merchantId, order, now: at }),
    }),
  ];
}

function typeOf({ act, before, after, isFirstDish }: OrderEvents['actDone']): OrderNews['type'] {
  // Staff can open an order without dishes. Receivers learn of it with its first dish.
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
  const body = toPlainJson({ id, type: news, at: now, merchantId, order });
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
