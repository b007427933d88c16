/** What the server posts to other systems. */
import * as z from 'zod/mini';
import { time } from '../fields.ts';
import { orderSchema } from '../order-fields.ts';

/** A text message for a phone number, of ten digits or in E.164, or for a table by its name. */
export const smsTextSchema = z.object({ recipient: z.string(), text: z.string() });
export type SmsText = z.infer<typeof smsTextSchema>;

/**
 * The headers of Standard Webhooks 1.0.0: the message's id, when it was sent (seconds since 1970), and its signatures.
 */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** The body of a webhook about an order. `at`: when the order changed, ms since 1970. */
export const orderWebhookSchema = z.object({
  id: z.string(),
  type: z.enum([
    'order.placed',
    'order.round-added',
    'order.sent',
    'order.changed',
    'order.completed',
    'order.cancelled',
    'order.paid',
  ]),
  at: time,
  merchantId: z.string(),
  order: orderSchema,
});
export type OrderWebhook = z.infer<typeof orderWebhookSchema>;
