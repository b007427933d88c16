import * as z from 'zod/mini';
import { eventSchema } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { acceptedSchema, rejectedSchema, snapshotSchema } from '#events/records/records.ts';
import { call } from '../http/call.ts';
import { count, guestCount, id, optionalId, rowVersion, text, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { orderDetailSchema, orderItemSchema, orderTypeNumber } from '../order-fields.ts';

export const syncSchema = z.looseObject({
  /** S1 */
  sessionId: z.string(),
  /** S2: what the session was called before the data was put back, and when that was, ms. */
  restoredFrom: z.optional(z.string()),
  restoredAt: z.optional(count),
  /** CX19: where the party sits now, if it was ever moved. */
  table: z.optional(z.object({ tableName: z.string(), qrcodeId: z.string() })),
  version: count,
  /** Wall clock of the server, ms (T3). */
  serverTime: count,
  accepted: z.optional(acceptedSchema),
  rejected: z.optional(z.array(rejectedSchema)),
  /** E5: what the `seen` of held events names and the server lacks. */
  missing: z.optional(versionVectorSchema),
  /** F1: what the phone's `known` lacks. */
  snapshot: z.optional(snapshotSchema),
  /** The answer was too long for one: asked again with this as `known`, the server names the next events. */
  more: z.optional(versionVectorSchema),
  /** G5 */
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
  /** When anybody at the table last changed the cart, ms; 0: never in this session. */
  lastOperateAt: time,
  guests: z.nullish(guestCount),
  type: z.nullish(count),
  cartRowVersion: z.nullish(rowVersion),
  sync: z.optional(syncSchema),
});
export type CartDetails = z.infer<typeof cartDetailsSchema>;

/** The phone's own events and what it knows; a server that knows nothing of events ignores both (P1). */
const syncRequestFields = {
  events: z.optional(z.array(eventSchema).check(z.maxLength(limits.eventsPerRequest))),
  known: z.optional(versionVectorSchema),
};

/** The engine gives up a change by itself (G7): sooner, and later the more often it has to. */
export const updateCart = call('POST /api/shoppingCart', {
  timeout: 'commit',
  /** The order in `orderDetail`, or its fields without that. */
  body: z.looseObject({
    ...z.partial(orderDetailSchema).shape,
    merchantId: optionalId,
    orderDetail: z.optional(orderDetailSchema),
    productId: optionalId,
    ...syncRequestFields,
  }),
  /** "The response is the order": the author's own lines, named and priced by the server. */
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

/** What a client that knows no events says of the table: under the name in the order, or in the table's session. */
const tableFields = {
  guests: z.nullish(guestCount),
  guestCount: z.nullish(guestCount),
  type: z.nullish(orderTypeNumber),
  orderType: z.nullish(orderTypeNumber),
};

/** Takes up the table's session again after a start. */
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

/** P1: the clear's event travels in the header `Cart-Events`. */
export const clearCart = call('DELETE /api/shoppingCart/clear', {
  timeout: 'commit',
  data: z.nullish(z.looseObject({ sync: z.optional(syncSchema) })),
});
