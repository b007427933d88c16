import * as z from 'zod/mini';
import {
  amount,
  count,
  guestCount,
  id,
  lineQuantity,
  modifierQuantity,
  optionalId,
  reference,
  text,
  time,
} from './fields.ts';
import { orderCouponSchema } from './coupon-fields.ts';
import { limits } from './limits.ts';
import { orderType } from './states.ts';

/** Fields that this project does not use but passes on. */
const anyList = z.optional(z.nullable(z.array(z.unknown())));
const anyNumber = z.nullish(z.number());
const anyText = z.nullish(z.string());
const anyTime = z.nullish(time);
const optionalCount = z.optional(count);
const optionalAmount = z.optional(amount);

export const orderModifierSchema = z.looseObject({
  id: optionalId,
  modifierProductId: id,
  quantity: modifierQuantity,
  price: optionalAmount,
  name: z.optional(z.string()),
  /** The tax of an option, if it is not that of its dish. */
  taxId: optionalId,
  condiments: anyList,
});

/** `category` and `target` as in `states.ts`. A discount is negative. */
const priceAdjustmentSchema = z.looseObject({
  category: count,
  target: count,
  amount,
  /**
   * Of a discount that staff gave, and of a refund: its id, its reason, and the name of who gave it. A discount can be
   * removed by its id. A refund is listed without the tax on top that it takes off.
   */
  id: optionalId,
  reason: anyText,
  by: anyText,
});

/** A line of a cart or order. `id` 0 means that the server has not named it yet. */
export const orderItemSchema = z.looseObject({
  id,
  orderId: optionalId,
  productId: id,
  categoryId: reference,
  name: z.optional(text(200)),
  categoryName: z.optional(z.string()),
  menuId: optionalId,
  menuName: anyText,
  price: optionalAmount,
  originalPrice: optionalAmount,
  quantity: lineQuantity,
  coefficient: z.optional(z.number()),
  notes: z._default(text(limits.notesLength), ''),
  mode: optionalCount,
  isTaxFree: z.optional(z.boolean()),
  qtyVoid: optionalCount,
  voidReason: anyText,
  qtySentToKitchen: optionalCount,
  waitToSend: z.optional(z.boolean()),
  sentAt: anyTime,
  sort: anyNumber,
  /** 0 normal, 1 to-go. */
  type: z.nullish(count),
  orderItemModifiers: z._default(
    z.array(orderModifierSchema).check(z.maxLength(limits.modifiersPerItem)),
    [],
  ),
  priceAdjustments: z.optional(z.array(priceAdjustmentSchema)),
  condiments: anyList,
  salesUnitType: optionalCount,
  salesUnitFactorList: anyList,
  pointsPrice: anyNumber,
  /** The rounded price of the line with its modifiers. */
  itemWithAdjustmentAmount: optionalAmount,
  /** Its tax among `taxTerms`. Without it, the first. */
  taxId: optionalId,
  couponDiscountAmount: optionalAmount,
});
export type OrderItem = z.infer<typeof orderItemSchema>;

const moneyFields = {
  subTotalAmount: optionalAmount,
  totalDiscountAmount: optionalAmount,
  totalChargeAmount: optionalAmount,
  totalTaxAmount: optionalAmount,
  totalTipsAmount: optionalAmount,
  totalAmount: optionalAmount,
};

/** Fields of the restaurant's own systems. The phone passes them on. */
const tillFields = {
  customerId: optionalId,
  customer: z.optional(z.unknown()),
  isTaxFree: z.optional(z.boolean()),
  notes: anyText,
  isPrinted: z.optional(z.boolean()),
  payments: z.optional(z.array(z.unknown())),
  paymentsTotal: optionalAmount,
  paymentsTips: optionalAmount,
  paymentsChange: optionalAmount,
  regionId: optionalId,
  staffId: optionalId,
  staffName: anyText,
  customerProducts: anyList,
  thirdPartyOrderId: optionalId,
  thirdPartyExtraInfo: anyText,
  orderMember: z.nullish(z.looseObject({ points: z.optional(z.number()) })),
  initialPointAmount: anyNumber,
  totalPointAmount: anyNumber,
};

/** The contract numbers order types from dine-in to online takeout. */
export const orderTypeNumber = z.int().check(z.minimum(0), z.maximum(orderType.onlineTakeout));

/** The field of a cart or order in which the reader puts lines that it cannot read. No server sends it. */
export const unreadLinesField = 'linesAsTheyCame';

/** A line that cannot be read, as it was received. */
export type UnreadFields = Readonly<Record<string, unknown>>;

/** Returns the lines of a cart or order that could not be read. */
export function readUnreadLines({ [unreadLinesField]: lines }: UnreadFields): readonly UnreadFields[] {
  return Array.isArray(lines) ? (lines as UnreadFields[]) : [];
}

/** A line in a client's request. The menu supplies what it leaves out. */
export const wantedItemSchema = z.looseObject({
  ...orderItemSchema.shape,
  id: z._default(id, '0'),
  categoryId: optionalId,
  notes: z.nullish(orderItemSchema.shape.notes),
  orderItemModifiers: z.nullish(orderItemSchema.shape.orderItemModifiers),
});
export type WantedItem = z.infer<typeof wantedItemSchema>;

export const orderDetailSchema = z.looseObject({
  id: optionalId,
  tableId: optionalId,
  tableName: anyText,
  type: z.nullish(orderTypeNumber),
  guests: z.nullish(guestCount),
  notes: z.optional(text(limits.notesLength)),
  orderItems: z.array(wantedItemSchema).check(z.maxLength(limits.lines)),
  cartRowVersion: z.nullish(z.union([z.string(), z.number()])),
});
/** An order in a client's request. */
export type WantedOrder = z.infer<typeof orderDetailSchema>;
/** An order in our own phones' requests, with complete lines. */
export type OrderDetail = WantedOrder & { orderItems: OrderItem[] };

export const placedItemSchema = z.looseObject({
  ...orderItemSchema.shape,
  userId: reference,
  userName: z.string(),
  round: count,
  /** When its round was placed and when its last piece was served, ms. */
  placedAt: anyTime,
  servedAt: anyTime,
  /** The weight of one step of a dish sold by weight, such as "100 g". */
  unitLabel: z.optional(z.string()),
  /** Pieces that are ready or further, and pieces that are served. */
  qtyReady: optionalCount,
  qtyServed: optionalCount,
  /** Pieces that are left on the order and were refunded. */
  qtyRefunded: optionalCount,
  /** How long the kitchen usually takes for it, minutes; only in an order's detail, while it is not ready. */
  usualMinutes: optionalCount,
});
export type PlacedItem = z.infer<typeof placedItemSchema>;

/** A tax of the bill. `net` is what is taxed, without the tax. Servers of other makers leave `id` and `net` out. */
const orderTaxSchema = z.object({
  id: optionalId,
  name: z.string(),
  rate: amount,
  net: optionalAmount,
  amount,
});

/** The taxes that apply to an order, also those that no dish has so far. */
const taxTermsSchema = z.object({
  taxes: z.array(z.object({ id: z.string(), name: z.string(), rate: amount })),
  isIncluded: z.boolean(),
  isServiceTaxed: z.boolean(),
});

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
  /** At most one. Rounds of other servers may have several. */
  orderCoupons: z.array(orderCouponSchema),
  userCouponIds: z.optional(z.array(id)),
  priceAdjustments: z.optional(z.array(priceAdjustmentSchema)),
  ...moneyFields,
  ...tillFields,
  /** JSON with webDineInOrderType, a screen's order type (100 to 108). */
  extraInfo: anyText,
  rowVersion: count,
  /** A fraction as text. It is used again when a void or discount changes the totals. */
  serviceChargeRate: optionalAmount,
  /** Absent from orders of older versions: they have at most one tax, on top of everything. */
  taxTerms: z.optional(taxTermsSchema),
  /** In which it was placed. Absent from orders of older versions. */
  currency: z.optional(z.string()),
  /**
   * Whether a paid order is complete once its dishes are served, or already once they are sent. Without it, an order is
   * complete once it is paid, as in version 0.2.0.
   */
  completeWhen: z.optional(z.enum(['served', 'sent'])),
  createAt: time,
  updateAt: time,
  sourceType: count,
  memberId: optionalId,
});
export type Order = z.infer<typeof orderSchema>;

/**
 * The field `mergedOrders` of an order: the orders that staff merged into it. Their rounds follow the rounds that this
 * order had, and the ids of their lines change alike: with `roundsBefore` 2, the line `1-1` is the line `3-1`.
 */
export const mergedOrdersSchema = z.array(
  z.looseObject({
    orderId: id,
    at: time,
    roundsBefore: count,
    rounds: count,
    guests: count,
    userCouponIds: z.array(id),
    /** What each earlier discount takes off since, with the id of its act. */
    discounts: z.array(z.looseObject({ actId: z.string(), amount })),
  }),
);
export type MergedOrder = z.infer<typeof mergedOrdersSchema>[number];

/** The field `mergedInto` of an order with the status `beMerged`: the order that has its lines since. */
export const mergedIntoSchema = z.looseObject({ orderId: id, at: time });

export const previewSchema = z.looseObject({
  orderItems: z.array(orderItemSchema),
  orderTaxes: z.array(orderTaxSchema),
  /** The coupon that the totals include: the requested one, or else the best. */
  orderCoupons: z.array(orderCouponSchema),
  guests: guestCount,
  /** The sum of the dishes that are already on this bill. */
  orderedAmount: optionalAmount,
  taxTerms: z.optional(taxTermsSchema),
  subTotalAmount: amount,
  totalDiscountAmount: amount,
  totalChargeAmount: amount,
  totalTaxAmount: amount,
  totalAmount: amount,
});
export type Preview = z.infer<typeof previewSchema>;
