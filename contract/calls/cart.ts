import * as z from 'zod/mini';
import { eventSchema } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { acceptedSchema, rejectedSchema, snapshotSchema } from '#events/records/records.ts';
import { call } from '../http/call.ts';
import { count, guestCount, id, optionalId, rowVersion, text, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { orderDetailSchema, orderItemSchema, orderTypeNumber } from '../order-fields.ts';

export const syncSchema = z.looseObject({
  /** The table session that the answer belongs to. */
  sessionId: z.string(),
  /** The session's name before its data were restored from a backup, and when that was, ms (S2). */
  restoredFrom: z.optional(z.string()),
  restoredAt: z.optional(count),
  /** Where the diners sit now, if they were moved to another table. */
  table: z.optional(z.object({ tableName: z.string(), qrcodeId: z.string() })),
  version: count,
  /** Wall clock of the server, ms. */
  serverTime: count,
  accepted: z.optional(acceptedSchema),
  rejected: z.optional(z.array(rejectedSchema)),
  /** Events that the `seen` of held events names and the server lacks. */
  missing: z.optional(versionVectorSchema),
  /** What the phone's `known` lacks. */
  snapshot: z.optional(snapshotSchema),
  /** Set if the answer is incomplete. Asked again with this as `known`, the server sends the next events. */
  more: z.optional(versionVectorSchema),
  /** What the server knows. */
  known: versionVectorSchema,
  digest: z.string(),
});
export type Sync = z.infer<typeof syncSchema>;

const userCartSchema = z.looseObject({
  userId: id,
  userName: z.optional(z.string()),
  orderItems: z.array(orderItemSchema),
  invalidOrderItems: z.array(orderItemSchema),
});

export const cartDetailsSchema = z.looseObject({
  userCarts: z.array(userCartSchema),
  updateAt: time,
  /** When somebody at the table last changed the cart, ms; 0 if never in this session. */
  lastOperateAt: time,
  guests: z.nullish(guestCount),
  type: z.nullish(count),
  cartRowVersion: z.nullish(rowVersion),
  sync: z.optional(syncSchema),
});
export type CartDetails = z.infer<typeof cartDetailsSchema>;

/** The phone's own events and its knowledge. A snapshot server ignores both. */
const syncRequestFields = {
  events: z.optional(z.array(eventSchema).check(z.maxLength(limits.eventsPerRequest))),
  known: z.optional(versionVectorSchema),
};

/** The sync engine has shorter timeouts of its own for changes, which grow with each failure (G7). */
export const updateCart = call('POST /api/shoppingCart', {
  timeout: 'commit',
  /** The order is in `orderDetail`, or its fields are here. */
  body: z.looseObject({
    ...z.partial(orderDetailSchema).shape,
    merchantId: optionalId,
    orderDetail: z.optional(orderDetailSchema),
    productId: optionalId,
    ...syncRequestFields,
  }),
  /** The order with the author's own lines, named and priced by the server. */
  data: z.looseObject({
    orderItems: z.array(orderItemSchema),
    guests: z.nullish(guestCount),
    type: z.nullish(count),
    cartRowVersion: z.nullish(rowVersion),
    updateAt: z.nullish(time),
    sync: z.optional(syncSchema),
  }),
});

export const getCart = call('GET /api/shoppingCart', {
  query: z.looseObject({
    merchantId: optionalId,
    browserId: z.optional(text(limits.idLength)),
    /** A version vector as JSON. */
    known: z.optional(text(16_384)),
  }),
  data: cartDetailsSchema,
});

/** How a client without events names the table: by an order field, or by the table's session. */
const tableFields = {
  guests: z.nullish(guestCount),
  guestCount: z.nullish(guestCount),
  type: z.nullish(orderTypeNumber),
  orderType: z.nullish(orderTypeNumber),
};

/** Continues the table's session after a start. */
export const initializeCart = call('POST /api/shoppingCart/initialize', {
  body: z.optional(
    z.looseObject({
      merchantId: optionalId,
      browserId: z.optional(text(limits.idLength)),
      known: z.optional(versionVectorSchema),
      ...tableFields,
    }),
  ),
  data: cartDetailsSchema,
});

export const getGuests = call('GET /api/shoppingCart/guests', { data: z.object({ guests: guestCount }) });

/** The clear's event is in the header `Cart-Events`. */
export const clearCart = call('DELETE /api/shoppingCart/clear', {
  timeout: 'commit',
  data: z.nullish(z.looseObject({ sync: z.optional(syncSchema) })),
});
