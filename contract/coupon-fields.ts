import * as z from 'zod/mini';
import { amount, count, id, reference, time } from './fields.ts';

export const couponStates = ['available', 'used', 'expired'] as const;
export type CouponState = (typeof couponStates)[number];

/** The fields of a coupon. */
const couponFields = {
  id,
  /** The id of this member's copy of the coupon. */
  userCouponId: id,
  name: z.string(),
  couponType: count,
  /** One of `discountType` in `projections/bill/coupon.ts`. */
  discountType: count,
  /** An amount, or a percentage: "10" is 10 %. */
  discountValue: amount,
  /** The smallest order for which it is valid; "0.00" means any. */
  thresholdAmount: amount,
  maxDiscountAmount: z.nullable(amount),
  /** `bill`, or anything else for the round (CX6). */
  spans: z.nullish(z.string()),
  userId: reference,
};

export const orderCouponSchema = z.looseObject({
  ...couponFields,
  /** The discount on the round in which it was used. */
  amount,
  /** The sum that the discount was calculated from, if that is more than its round. */
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
