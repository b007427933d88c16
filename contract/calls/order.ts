import * as z from 'zod/mini';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { call } from '../http/call.ts';
import { syncSchema } from './cart.ts';
import { amount, count, countText, id, optionalId, text, time, word } from '../fields.ts';
import { limits } from '../limits.ts';
import { orderDetailSchema, orderSchema, previewSchema } from '../order-fields.ts';

export const previewOrder = call('POST /api/merchant/order/preview', {
  body: z.looseObject({
    ...orderDetailSchema.shape,
    merchantId: optionalId,
    memberId: optionalId,
    userCouponIds: z.optional(z.array(id).check(z.maxLength(1))),
  }),
  data: previewSchema,
});

/** O1: the round comes to another total than the diner saw. */
export const totalChanged = 4102;

export const placeOrder = call('POST /api/member/order', {
  body: z.looseObject({
    ...orderDetailSchema.shape,
    merchantId: optionalId,
    memberId: optionalId,
    orderCode: z.nullish(word(12)),
    userCouponIds: z.optional(z.array(id).check(z.maxLength(1))),
    /** JSON with webDineInOrderType, a screen's order type (100 to 108). */
    extraInfo: z.optional(text(2_000)),
    /** O1, O2: which attempt this is, and the cut that it takes. */
    placementId: z.optional(text(64)),
    seen: z.optional(versionVectorSchema),
    /** O1: the total that the diner saw where they ordered. Without it the order is taken at whatever it comes to. */
    shownTotal: z.optional(amount),
    /** O5: ids of the lines, of those in `orderItems`, that stay in the cart. */
    without: z.optional(z.array(word(limits.idLength)).check(z.maxLength(limits.lines))),
  }),
  data: z.looseObject({ order: orderSchema, sync: z.optional(syncSchema) }),
  timeout: 'commit',
});

/** O2: what became of a placement. Asking about one that the server never saw refuses it for good. */
export const getPlacement = call('GET /api/member/order/placement/:placementId', {
  params: z.object({ placementId: text(64) }),
  data: z.object({
    outcome: z.enum(['placed', 'refused']),
    order: z.nullable(orderSchema),
    code: z.nullable(z.number()),
    msg: z.string(),
  }),
});

export const getOrderDetail = call('GET /api/merchant/order/detailForMember', {
  query: z.object({ id: optionalId, orderId: optionalId }),
  data: orderSchema,
});

/** S2: what was ordered at a table before its server's data was put back, as a phone remembers it. */
export const lostOrderSchema = z.object({
  orderId: id,
  serial: text(limits.idLength),
  /** When it was last added to, ms. */
  at: time,
  dishes: z
    .array(
      z.object({
        userName: text(limits.nameLength),
        productId: id,
        name: text(200),
        quantity: z.int().check(z.minimum(1), z.maximum(limits.quantity)),
      }),
    )
    .check(z.minLength(1), z.maxLength(limits.lines)),
});
export type LostOrder = z.infer<typeof lostOrderSchema>;

/** Tells the staff; `kept`: the server has no such order. */
export const reportLostOrder = call('POST /api/merchant/order/lost', {
  body: lostOrderSchema,
  data: z.object({ kept: z.boolean() }),
});

/** The order that is open at the table, null when there is none. */
export const getTableActiveOrder = call('GET /api/merchant/order/table-active-order', {
  data: z.nullable(orderSchema),
});

export const hasProcessingOrder = call('GET /api/merchant/order/has-processing-order', {
  /** `orderId`: where the server names the order. Ours does not: the table's active order says it. */
  data: z.object({ hasProcessingOrder: z.boolean(), orderId: optionalId }),
});

const listedOrderSchema = z.looseObject({ ...orderSchema.shape, pieces: z.optional(count) });
export type ListedOrder = z.infer<typeof listedOrderSchema>;

/** CL4: page size of the order list. */
export const orderListPageSize = 15;

export const getMemberOrderList = call('GET /api/merchant/order/member-order-list', {
  query: z.object({ pageIndex: z.optional(countText), pageSize: z.optional(countText) }),
  /** D37: of long orders it may name the first lines alone; `pieces` counts all. */
  data: z.object({ list: z.array(listedOrderSchema), total: z.number() }),
});
