import * as z from 'zod/mini';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { call } from '../http/call.ts';
import { syncSchema } from './cart.ts';
import { amount, count, countText, id, optionalId, text, time, storableText } from '../fields.ts';
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

/** The round has another total than the one that the diner saw. */
export const totalChanged = 4102;

export const placeOrder = call('POST /api/member/order', {
  body: z.looseObject({
    ...orderDetailSchema.shape,
    merchantId: optionalId,
    memberId: optionalId,
    orderCode: z.nullish(storableText(12)),
    userCouponIds: z.optional(z.array(id).check(z.maxLength(1))),
    /** JSON with webDineInOrderType, a screen's order type (100 to 108). */
    extraInfo: z.optional(text(2_000)),
    /** Identifies this attempt to order, and names the events that the diner has seen (O1, O2). */
    placementId: z.optional(text(64)),
    seen: z.optional(versionVectorSchema),
    /** The total on the diner's button. Without it, the order is accepted at any total. */
    shownTotal: z.optional(amount),
    /** Ids of the lines in `orderItems` that stay in the cart (O5). */
    without: z.optional(z.array(storableText(limits.idLength)).check(z.maxLength(limits.lines))),
  }),
  data: z.looseObject({ order: orderSchema, sync: z.optional(syncSchema) }),
  timeout: 'commit',
});

/** Asks what became of an attempt. If the server has never received it, asking refuses it for good. */
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

/** An order that the server lost when its data were restored, as a phone remembers it. */
export const lostOrderSchema = z.object({
  orderId: id,
  serial: text(limits.idLength),
  /** When it last changed, ms. */
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

/** Reports it to the staff. `kept` means that the server does not have this order. */
export const reportLostOrder = call('POST /api/merchant/order/lost', {
  body: lostOrderSchema,
  data: z.object({ kept: z.boolean() }),
});

/** Returns the open order of the table, or null. */
export const getTableActiveOrder = call('GET /api/merchant/order/table-active-order', {
  data: z.nullable(orderSchema),
});

export const hasProcessingOrder = call('GET /api/merchant/order/has-processing-order', {
  /** Some servers name the order in `orderId`. Ours does not, because the table's active order has it. */
  data: z.object({ hasProcessingOrder: z.boolean(), orderId: optionalId }),
});

const listedOrderSchema = z.looseObject({ ...orderSchema.shape, pieces: z.optional(count) });
export type ListedOrder = z.infer<typeof listedOrderSchema>;

/** Orders per page of the order list. */
export const orderListPageSize = 15;

export const getMemberOrderList = call('GET /api/merchant/order/member-order-list', {
  query: z.object({ pageIndex: z.optional(countText), pageSize: z.optional(countText) }),
  /** Long orders may be listed with their first lines only. `pieces` counts all of them. */
  data: z.object({ list: z.array(listedOrderSchema), total: z.number() }),
});
