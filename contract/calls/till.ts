/** CX31: for a till and other systems of the restaurant: every change of its orders, asked for or told. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, countText, id, text, time } from '../fields.ts';
import { orderSchema } from '../order-fields.ts';

/** Of one answer; fewer where they are long. */
export const orderPage = { usual: 50, most: 200 } as const;

const cursor = z.string().check(z.regex(/^\d{1,15}$/, 'must be the `after` of an answer'));

/**
 * Orders that have changed since, each once, as it stands now, in the order of its last change. Nothing is skipped: what is
 * written at the same time is numbered in the order in which it is committed.
 */
export const listOrders = call('GET /api/staff/order/list', {
  query: z.object({
    /** Of the answer before; absent: from the first order on. */
    after: z.optional(cursor),
    limit: z.optional(countText.check(z.minimum(1), z.maximum(orderPage.most))),
  }),
  data: z.object({
    orders: z.array(orderSchema),
    /** Of the last one; as it was where there is none. */
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
  /** Of its deliveries that are kept. */
  waiting: count,
  givenUp: count,
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The longest that is kept of an address. */
export const webhookUrlLength = 500;

export const listWebhooks = call('GET /api/staff/webhook/list', {
  data: z.object({ webhooks: z.array(webhookSchema) }),
  right: 'till',
});

/** Why an address is not taken (D61). */
export const webhookRefusals = [
  'noAddress',
  /** Only https, and without a password in it. */
  'notHttps',
  /** It leads to this machine, to a network of the house, or to none. */
  'notPublic',
  'notFound',
  'tooMany',
] as const;
export type WebhookRefusal = (typeof webhookRefusals)[number];
/** The data of the refusal have the `reason`. */
export const webhookRefused = 4101;

/** The secret is told this once. */
export const createWebhook = call('POST /api/staff/webhook/create', {
  body: z.object({ url: text(webhookUrlLength) }),
  data: z.object({ webhook: webhookSchema, secret: z.string() }),
  right: 'till',
});

/** One that is off is told nothing; what waited for it goes on when it is on again. */
export const switchWebhook = call('POST /api/staff/webhook/switch', {
  body: z.object({ id, isOn: z.boolean() }),
  data: z.object({ changed: z.boolean() }),
  right: 'till',
});

/** What waits for it is given up; the log of its deliveries stays. */
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
  /** Of the webhook, as it is now. */
  url: z.string(),
  /** The webhook is gone, and this is not sent again. */
  isRemoved: z.boolean(),
  orderId: id,
  /** What the order is called, as on its card. */
  serial: z.string(),
  /** As in the body: `order.placed` … */
  type: z.string(),
  createdAt: time,
  state: z.enum(deliveryStates),
  attempts: count,
  /** Of the last attempt; null: there was none. */
  triedAt: z.nullable(time),
  /** Why it was not taken then, like `status 503`. */
  problem: z.nullable(z.string()),
  /** When it is tried again; null: it is not. */
  nextAt: z.nullable(time),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** The newest 100. */
export const listDeliveries = call('GET /api/staff/webhook/deliveries', {
  query: z.object({ state: z.optional(z.enum(deliveryStates)) }),
  data: z.object({ deliveries: z.array(deliverySchema) }),
  right: 'till',
});

/** Sends it again, whatever became of it: the same body, so that its `id` tells that it was there before. */
export const redeliver = call('POST /api/staff/webhook/redeliver', {
  body: z.object({ id }),
  data: z.object({ again: z.boolean() }),
  right: 'till',
});
