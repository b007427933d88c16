import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { OrderWebhook } from '#contract/calls/webhooks.ts';
import { removeControlCharacters } from '#events/log/plain-text.ts';
import { subscribe, type OrderEvents, type Subscription } from '#server/ordering/subscribers.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/** Matches JSON that may contain control characters, escaped (`\\r`, `\\b`, `\\f`, `\\u`) or not. */
const controlCharacter = /\\[rbfu]|[\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/;

/**
 * Serialises the body of a webhook without control characters. New orders contain none, but older ones may. The whole
 * text is tested first, because most bodies need no second pass.
 */
function toPlainJson(body: OrderWebhook): string {
  const text = JSON.stringify(body);
  if (!controlCharacter.test(text)) return text;
  return JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'string' ? removeControlCharacters(value) : value,
  );
}

/** Queues a delivery for each webhook of a restaurant when one of its orders changes. */
export function createWebhookSubscriptions(ids: Ids): Subscription[] {
  return [
    subscribe('orderPlaced', {
      inTransaction: async (trx, { merchantId, order, round, at }) => {
        const type = round === 1 ? 'order.placed' : 'order.round-added';
        await queueDeliveries(trx, ids, { type, merchantId, order, at });
      },
    }),
    subscribe('actDone', {
      inTransaction: async (trx, event) => {
        const { merchantId, after: order, act } = event;
        await queueDeliveries(trx, ids, { type: chooseType(event), merchantId, order, at: act.at });
      },
    }),
    subscribe('invoiceGiven', {
      inTransaction: async (trx, { merchantId, order, at }) =>
        await queueDeliveries(trx, ids, { type: 'order.changed', merchantId, order, at }),
    }),
    subscribe('orderMoved', {
      inTransaction: async (trx, { merchantId, order, at }) =>
        await queueDeliveries(trx, ids, { type: 'order.changed', merchantId, order, at }),
    }),
  ];
}

/** Chooses the type of the webhook about an act of the staff. */
function chooseType({ act, before, after, isFirstDish }: OrderEvents['actDone']): OrderWebhook['type'] {
  // Staff can open an order without dishes. Receivers get it with its first dish.
  if (isFirstDish) return 'order.placed';
  if (act.type === 'roundSent') return 'order.sent';
  if (before.status !== after.status && after.status === orderStatus.cancelled) return 'order.cancelled';
  if (before.paymentStatus !== after.paymentStatus && after.paymentStatus === paymentStatus.fullyPaid)
    return 'order.paid';
  if (before.status !== after.status && after.status === orderStatus.completed) return 'order.completed';
  return 'order.changed';
}

interface OrderChange {
  readonly type: OrderWebhook['type'];
  readonly merchantId: string;
  /** The order after the change. */
  readonly order: Order;
  /** When it changed, ms. */
  readonly at: number;
}

/**
 * Writes one delivery for each webhook that is on. All of them share the id of the message, so that a receiver with two
 * webhooks can recognise it.
 */
async function queueDeliveries(
  trx: Trx,
  ids: Ids,
  { type, merchantId, order, at }: OrderChange,
): Promise<void> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('is_on', '=', 1)
    .execute();
  if (webhooks.length === 0) return;
  const messageId = ids.next();
  const body = toPlainJson({ id: messageId, type, at, merchantId, order });
  const delivery = { order_id: order.id, body, created_at: at, attempts: 0, next_at: at };
  await trx
    .insertInto('webhook_calls')
    .values(
      webhooks.map(({ id: webhookId }) => ({
        ...delivery,
        id: ids.next(),
        news_id: messageId,
        webhook_id: webhookId,
        merchant_id: merchantId,
        type,
        tries_since: at,
        state: 'waiting' as const,
      })),
    )
    .execute();
}
