import * as z from 'zod/mini';
import { versionVectorSchema } from '#events/event-fields.ts';
import { call } from '../call.ts';
import { syncSchema } from './cart.ts';
import { countText, id, optionalId, text, word } from '../fields.ts';
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
  query: z.object({ id }),
  data: orderSchema,
});

/** The order that is open at the table, null when there is none. */
export const getTableActiveOrder = call('GET /api/merchant/order/table-active-order', {
  data: z.nullable(orderSchema),
});

export const hasProcessingOrder = call('GET /api/merchant/order/has-processing-order', {
  data: z.object({ hasProcessingOrder: z.boolean() }),
});

/** CL4: page size of the order list. */
export const orderListPageSize = 15;

export const getMemberOrderList = call('GET /api/merchant/order/member-order-list', {
  query: z.object({ pageIndex: z.optional(countText), pageSize: z.optional(countText) }),
  data: z.object({ list: z.array(orderSchema), total: z.number() }),
});
