/** For a POS and other systems of the restaurant: all changes of its orders, by asking or by webhook. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, countText, id, text, time } from '../fields.ts';
import { orderSchema } from '../order-fields.ts';

/** Orders per answer. There may be fewer if they are long. */
export const orderPage = { usual: 50, most: 200 } as const;

const cursor = z.string().check(z.regex(/^\d{1,15}$/, 'must be the `after` of an answer'));

/**
 * Lists orders that have changed since a cursor, each once, in its current state and in the order of its last change.
 * No change is skipped, because numbers follow the order of commits.
 */
export const listOrders = call('GET /api/staff/order/list', {
  query: z.object({
    /** The cursor of the answer before. Without it, the list starts at the first order. */
    after: z.optional(cursor),
    limit: z.optional(countText.check(z.minimum(1), z.maximum(orderPage.most))),
  }),
  data: z.object({
    orders: z.array(orderSchema),
    /** The cursor of the last order. It is unchanged if the list is empty. */
    after: cursor,
    /** There are more: ask at once. */
    more: z.boolean(),
  }),
  scope: 'readOrders',
  right: 'till',
});

const webhookSchema = z.object({
  id,
  url: z.string(),
  isOn: z.boolean(),
  createdAt: time,
  /** The recorded deliveries that are not accepted yet. */
  waiting: count,
  givenUp: count,
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The longest address of a webhook. */
export const webhookUrlLength = 500;

export const listWebhooks = call('GET /api/staff/webhook/list', {
  data: z.object({ webhooks: z.array(webhookSchema) }),
  right: 'till',
});

/** Why an address is refused. */
export const webhookRefusals = [
  'noAddress',
  /** It must be https, without a password. */
  'notHttps',
  /** It leads to this machine, to a private network, or nowhere. */
  'notPublic',
  'notFound',
  'tooMany',
] as const;
export type WebhookRefusal = (typeof webhookRefusals)[number];
/** The data of the refusal contain the `reason`. */
export const webhookRefused = 4101;

/** Creates a webhook. Only this answer contains the secret. */
export const createWebhook = call('POST /api/staff/webhook/create', {
  body: z.object({ url: text(webhookUrlLength) }),
  data: z.object({ webhook: webhookSchema, secret: z.string() }),
  right: 'till',
});

/** Switches a webhook on or off. Its deliveries wait while it is off. */
export const switchWebhook = call('POST /api/staff/webhook/switch', {
  body: z.object({ id, isOn: z.boolean() }),
  data: z.object({ changed: z.boolean() }),
  right: 'till',
});

/** Removes a webhook and gives up its waiting deliveries. The log of deliveries stays. */
export const removeWebhook = call('POST /api/staff/webhook/remove', {
  body: z.object({ id }),
  data: z.object({ removed: z.boolean() }),
  right: 'till',
});

export const deliveryStates = ['waiting', 'delivered', 'givenUp'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const deliverySchema = z.object({
  id,
  webhookId: id,
  /** The webhook's current address. */
  url: z.string(),
  /** The webhook was removed, so this is not sent again. */
  isRemoved: z.boolean(),
  orderId: id,
  /** The order's number, as on its card. */
  serial: z.string(),
  /** As in the body, such as `order.placed`. */
  type: z.string(),
  createdAt: time,
  state: z.enum(deliveryStates),
  attempts: count,
  /** The time of the last attempt, or null. */
  triedAt: z.nullable(time),
  /** Why the last attempt failed, such as `status 503`. */
  problem: z.nullable(z.string()),
  /** When it is tried again, or null. */
  nextAt: z.nullable(time),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Lists the newest 100. */
export const listDeliveries = call('GET /api/staff/webhook/deliveries', {
  query: z.object({ state: z.optional(z.enum(deliveryStates)) }),
  data: z.object({ deliveries: z.array(deliverySchema) }),
  right: 'till',
});

/** Sends a delivery again with the same body. The receiver recognises it by its `id`. */
export const redeliver = call('POST /api/staff/webhook/redeliver', {
  body: z.object({ id }),
  data: z.object({ again: z.boolean() }),
  right: 'till',
});
