import * as z from 'zod/mini';
import { eventSchema } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { rejectedSchema } from '#events/records/records.ts';
import { limits } from './limits.ts';

/**
 * D5; beside them the server's own: `cartChanged` (D16), `menuChanged`, `orderChanged` (the restaurant changed an
 * order, or a call of the table was made, answered or withdrawn), `tableMoved` (CX19), `tableClosed`, and for the staff's
 * screens `staffNews`; and `presence`, by which phones say who is there. Unknown ones are logged.
 */
export const messageTypes = [
  'addCartItem',
  'decreaseCartItem',
  'placeOrder',
  'updateOrder',
  'closeInactiveDialog',
  'editCartItemNotes',
  'clearCart',
  'updateGuestNumber',
  'updateOrderType',
  'cartChanged',
  'menuChanged',
  'orderChanged',
  'tableMoved',
  'tableClosed',
  'staffNews',
  'presence',
] as const;
export type MessageType = (typeof messageTypes)[number];

/** P3: the contract's fields drive toasts and dialogs, `events` alone change the cart. */
export const messageDataSchema = z.looseObject({
  userName: z.optional(z.string()),
  product: z.optional(z.string()),
  quantity: z.optional(z.number()),
  orderId: z.optional(z.string()),
  guests: z.optional(z.number()),
  orderType: z.optional(z.number()),
  shouldClearCart: z.optional(z.boolean()),
  sessionId: z.optional(z.string()),
  events: z.optional(z.array(eventSchema).check(z.maxLength(limits.eventsPerRequest))),
  version: z.optional(z.number()),
  rejected: z.optional(z.array(rejectedSchema)),
  /** D16: how far the server's log has come, of the replicas that have gone on since its last hint. */
  known: z.optional(versionVectorSchema),
  /** G5: of what the server shows then. */
  digest: z.optional(z.string()),
  /** Presence: whom the server speaks of; of a phone's own word the sender counts. */
  userId: z.optional(z.string()),
  /** Presence: the app is open and looked at. */
  here: z.optional(z.boolean()),
  /** Presence: the diner has left, or goes on under another id. */
  gone: z.optional(z.boolean()),
  /** Presence: the guest who they were at this table before they logged in (O4). */
  was: z.optional(z.string()),
  /** Presence: whoever hears it says who they are. */
  asks: z.optional(z.boolean()),
});

/** A message of the table group. `messageType` is any text: a newer phone may say what this one does not know. */
export const messageSchema = z.looseObject({
  fromBrowserId: z.string(),
  messageType: z.string(),
  data: messageDataSchema,
});
export type TableMessage = z.infer<typeof messageSchema>;
export type MessageData = z.infer<typeof messageDataSchema>;

export function isMessageType(text: string): text is MessageType {
  return (messageTypes as readonly string[]).includes(text);
}
