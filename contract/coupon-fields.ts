import * as z from 'zod/mini';
import { amount, count, id, reference, time } from './fields.ts';

export const couponStates = ['available', 'used', 'expired'] as const;
export type CouponState = (typeof couponStates)[number];

/** CF9: what a coupon is. */
const couponFields = {
  id,
  /** This member's one of it. */
  userCouponId: id,
  name: z.string(),
  couponType: count,
  /** `discountType` of the projections. */
  discountType: count,
  /** An amount, or a percentage: "10" is 10 %. */
  discountValue: amount,
  /** The least order that it is good for; "0.00": any. */
  thresholdAmount: amount,
  maxDiscountAmount: z.nullable(amount),
  /** D67: `bill`; everything else is the round. */
  spans: z.nullish(z.string()),
  userId: reference,
};

export const orderCouponSchema = z.looseObject({
  ...couponFields,
  /** What it takes off the round that it was used in. */
  amount,
  /** D67: what it was reckoned on, where that is more than its round. */
  countedAmount: z.optional(amount),
});
export type OrderCoupon = z.infer<typeof orderCouponSchema>;

export const couponSchema = z.looseObject({
  ...couponFields,
  receivedAt: time,
  expiresAt: time,
  usedAt: z.nullable(time),
});
export type Coupon = z.infer<typeof couponSchema>;
