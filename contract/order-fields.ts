import * as z from 'zod/mini';
import {
  amount,
  count,
  id,
  lineQuantity,
  modifierQuantity,
  optionalId,
  reference,
  text,
  guestCount,
  time,
} from './fields.ts';
import { orderCouponSchema } from './calls/coupon.ts';
import { limits } from './limits.ts';
import { orderType } from './states.ts';

export const orderModifierSchema = z.looseObject({
  id: optionalId,
  modifierProductId: id,
  quantity: modifierQuantity,
  price: z.optional(amount),
  name: z.optional(z.string()),
  condiments: z.optional(z.nullable(z.array(z.unknown()))),
});

/** `category` and `target` as in CS7; a discount is negative. */
export const priceAdjustmentSchema = z.looseObject({ category: count, target: count, amount });

/** A line as it travels; `id` 0 is a line that the server has not named yet (P1). */
export const orderItemSchema = z.looseObject({
  id,
  orderId: optionalId,
  productId: id,
  categoryId: reference,
  name: z.optional(text(200)),
  categoryName: z.optional(z.string()),
  menuId: optionalId,
  menuName: z.nullish(z.string()),
  price: z.optional(amount),
  originalPrice: z.optional(amount),
  quantity: lineQuantity,
  coefficient: z.optional(z.number()),
  notes: z._default(text(limits.notesLength), ''),
  mode: z.optional(count),
  isTaxFree: z.optional(z.boolean()),
  qtyVoid: z.optional(count),
  voidReason: z.nullish(z.string()),
  qtySentToKitchen: z.optional(count),
  waitToSend: z.optional(z.boolean()),
  sentAt: z.nullish(time),
  sort: z.nullish(z.number()),
  /** 0 normal, 1 to-go. */
  type: z.nullish(count),
  orderItemModifiers: z._default(
    z.array(orderModifierSchema).check(z.maxLength(limits.modifiersPerItem)),
    [],
  ),
  priceAdjustments: z.optional(z.array(priceAdjustmentSchema)),
  condiments: z.optional(z.nullable(z.array(z.unknown()))),
  salesUnitType: z.optional(count),
  salesUnitFactorList: z.optional(z.nullable(z.array(z.unknown()))),
  pointsPrice: z.nullish(z.number()),
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
  totalTipsAmount: z.optional(amount),
  totalAmount: z.optional(amount),
};

/** What the restaurant's own systems keep on an order; the phone passes it by. */
const tillFields = {
  customerId: optionalId,
  customer: z.optional(z.unknown()),
  isTaxFree: z.optional(z.boolean()),
  notes: z.nullish(z.string()),
  isPrinted: z.optional(z.boolean()),
  payments: z.optional(z.array(z.unknown())),
  paymentsTotal: z.optional(amount),
  paymentsTips: z.optional(amount),
  paymentsChange: z.optional(amount),
  regionId: optionalId,
  staffId: optionalId,
  staffName: z.nullish(z.string()),
  customerProducts: z.optional(z.nullable(z.array(z.unknown()))),
  thirdPartyOrderId: optionalId,
  thirdPartyExtraInfo: z.nullish(z.string()),
  orderMember: z.nullish(z.looseObject({ points: z.optional(z.number()) })),
  initialPointAmount: z.nullish(z.number()),
  totalPointAmount: z.nullish(z.number()),
};

/** CS4 numbers them from dine-in to online takeout. */
const orderTypeNumber = z.int().check(z.minimum(0), z.maximum(orderType.onlineTakeout));

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

export const placedItemSchema = z.looseObject({
  ...orderItemSchema.shape,
  userId: reference,
  userName: z.string(),
  round: count,
  /** When its round was placed, and when its last piece was served, ms. */
  placedAt: z.nullish(time),
  servedAt: z.nullish(time),
  /** A1: pieces on the pass or further, and on the table. */
  qtyReady: z.optional(count),
  qtyServed: z.optional(count),
});
export type PlacedItem = z.infer<typeof placedItemSchema>;

export const orderTaxSchema = z.object({ name: z.string(), rate: amount, amount });

export const orderSchema = z.looseObject({
  id,
  serial: z.string(),
  type: count,
  status: z.int(),
  sendStatus: count,
  paymentStatus: count,
  tableId: optionalId,
  tableName: z.nullable(z.string()),
  guests: guestCount,
  orderItems: z.array(placedItemSchema),
  orderTaxes: z.array(orderTaxSchema),
  /** At most one; more where rounds of other servers bear their own. */
  orderCoupons: z.array(orderCouponSchema),
  userCouponIds: z.optional(z.array(id)),
  priceAdjustments: z.optional(z.array(priceAdjustmentSchema)),
  ...moneyFields,
  ...tillFields,
  /** JSON with webDineInOrderType, a screen's order type (100 to 108). */
  extraInfo: z.nullish(z.string()),
  rowVersion: count,
  /** D22: a fraction as text; what a void or a discount changes is reckoned with it. */
  serviceChargeRate: z.optional(amount),
  createAt: time,
  updateAt: time,
  sourceType: count,
  memberId: optionalId,
});
export type Order = z.infer<typeof orderSchema>;

export const previewSchema = z.looseObject({
  orderItems: z.array(orderItemSchema),
  orderTaxes: z.array(orderTaxSchema),
  /** The one that the totals are with: the asked-for one, else the best. */
  orderCoupons: z.array(orderCouponSchema),
  guests: guestCount,
  subTotalAmount: amount,
  totalDiscountAmount: amount,
  totalChargeAmount: amount,
  totalTaxAmount: amount,
  totalAmount: amount,
});
export type Preview = z.infer<typeof previewSchema>;
