import * as z from 'zod/mini';
import { eventSchema } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { rejectedSchema } from '#events/records/records.ts';
import { limits } from './limits.ts';

/**
 * The messages of the contract, followed by those of this project's server:
 *
 * - `cartChanged`: there are new events.
 * - `menuChanged`.
 * - `orderChanged`: the restaurant changed an order, or a call of the table was made, answered or withdrawn.
 * - `tableMoved` and `tableClosed`.
 * - `staffNews` for the screens of the staff.
 * - `presence`, by which phones say who is at the table.
 * - `proposal`, by which a diner proposes to change another diner's line (`proposal.ts`).
 *
 * Unknown messages are logged.
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
  'proposal',
] as const;
export type MessageType = (typeof messageTypes)[number];

/** The contract's fields only drive toasts and dialogs. The cart changes only by `events` (P3). */
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
  /** How far the server's log has come, for replicas with events since its last hint. */
  known: z.optional(versionVectorSchema),
  /** The digest of the server's view at that moment. */
  digest: z.optional(z.string()),
  /** In `presence` of the server, the diner it is about. For a phone's own message, the sender counts. */
  userId: z.optional(z.string()),
  /** In `presence`: the app is open and visible. */
  here: z.optional(z.boolean()),
  /** In `presence`: the diner has left, or continues under another id. */
  gone: z.optional(z.boolean()),
  /** In `presence`: the diner's id at this table before logging in. */
  was: z.optional(z.string()),
  /** In `presence`: every receiver should announce itself. */
  asks: z.optional(z.boolean()),
});

/** A message of the table group. `messageType` may be any text, because newer phones may send unknown ones. */
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
