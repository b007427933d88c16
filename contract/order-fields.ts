import * as z from 'zod/mini';
import { amount, count, id, optionalId, text } from './fields.ts';
import { orderCouponSchema } from './coupon.ts';
import { limits } from './limits.ts';
import { orderType } from './states.ts';

export const orderModifierSchema = z.looseObject({
  id: optionalId,
  modifierProductId: id,
  quantity: z.int(),
  price: z.optional(amount),
  name: z.optional(z.string()),
});

/** A line as it travels; `id` 0 is a line that the server has not named yet (P1). */
export const orderItemSchema = z.looseObject({
  id,
  orderId: optionalId,
  productId: id,
  categoryId: id,
  name: z.optional(text(200)),
  categoryName: z.optional(z.string()),
  price: z.optional(amount),
  originalPrice: z.optional(amount),
  quantity: z.int().check(z.minimum(-limits.quantity), z.maximum(limits.quantity * limits.eventsPerRequest)),
  coefficient: z.optional(z.number()),
  notes: z._default(text(limits.notesLength), ''),
  mode: z.optional(count),
  qtyVoid: z.optional(count),
  qtySentToKitchen: z.optional(count),
  waitToSend: z.optional(z.boolean()),
  orderItemModifiers: z._default(
    z.array(orderModifierSchema).check(z.maxLength(limits.modifiersPerItem)),
    [],
  ),
  salesUnitType: z.optional(count),
  /** What the line costs, modifiers included, rounded. */
  itemWithAdjustmentAmount: z.optional(amount),
  couponDiscountAmount: z.optional(amount),
});
export type OrderItem = z.infer<typeof orderItemSchema>;

const moneyFields = {
  subTotalAmount: z.optional(amount),
  totalDiscountAmount: z.optional(amount),
  totalChargeAmount: z.optional(amount),
  totalTaxAmount: z.optional(amount),
  totalAmount: z.optional(amount),
};

/** Section 4 numbers them from dine-in to online takeout. */
const orderTypeNumber = z.int().check(z.minimum(0), z.maximum(orderType.onlineTakeout));
const guestCount = z.int().check(z.minimum(0), z.maximum(limits.guests));

/** The order detail of the contract, as a phone sends it. */
export const orderDetailSchema = z.looseObject({
  id: optionalId,
  tableId: optionalId,
  tableName: z.nullish(z.string()),
  type: z.nullish(orderTypeNumber),
  guests: z.nullish(guestCount),
  notes: z.optional(text(limits.notesLength)),
  orderItems: z.array(orderItemSchema).check(z.maxLength(limits.lines)),
  cartRowVersion: z.nullish(z.number()),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

/** A line of a placed order: whose it is and in which round it went. */
export const placedItemSchema = z.looseObject({
  ...orderItemSchema.shape,
  userId: id,
  userName: z.string(),
  round: count,
});
export type PlacedItem = z.infer<typeof placedItemSchema>;

/** An order as the server answers it. */
export const orderSchema = z.looseObject({
  id,
  serial: z.string(),
  type: count,
  status: z.int(),
  sendStatus: count,
  paymentStatus: count,
  tableId: optionalId,
  tableName: z.nullable(z.string()),
  guests: count,
  orderItems: z.array(placedItemSchema),
  orderTaxes: z.array(z.object({ name: z.string(), rate: amount, amount })),
  /** At most one; more where rounds of other servers bear their own. */
  orderCoupons: z.array(orderCouponSchema),
  ...moneyFields,
  rowVersion: count,
  createAt: count,
  updateAt: count,
  sourceType: count,
  memberId: optionalId,
});
export type Order = z.infer<typeof orderSchema>;

/** Totals and lines of an order that is not placed yet. */
export const previewSchema = z.looseObject({
  orderItems: z.array(orderItemSchema),
  orderTaxes: z.array(z.object({ name: z.string(), rate: amount, amount })),
  /** The one that the totals are with: the asked-for one, else the best. */
  orderCoupons: z.array(orderCouponSchema),
  guests: count,
  subTotalAmount: amount,
  totalDiscountAmount: amount,
  totalChargeAmount: amount,
  totalTaxAmount: amount,
  totalAmount: amount,
});
export type Preview = z.infer<typeof previewSchema>;
