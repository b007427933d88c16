import * as z from 'zod/mini';
import { call } from './call.ts';
import { amount, count, id } from './fields.ts';

/** What a coupon takes off. */
export const discountType = { amount: 0, percentage: 1 } as const;

export const couponStates = ['available', 'used', 'expired'] as const;
export type CouponState = (typeof couponStates)[number];

/** Section 3: a coupon of a member. */
export const couponSchema = z.looseObject({
  /** The merchant's coupon. */
  id,
  /** This member's one of it. */
  userCouponId: id,
  name: z.string(),
  couponType: count,
  discountType: count,
  /** An amount, or a percentage as a whole number. */
  discountValue: amount,
  /** The least order that it is good for; "0.00": any. */
  thresholdAmount: amount,
  /** The most that a percentage takes off. */
  maxDiscountAmount: z.nullable(amount),
  userId: id,
  receivedAt: count,
  expiresAt: count,
  usedAt: z.nullable(count),
});
export type Coupon = z.infer<typeof couponSchema>;

/** The asking member's coupons in one state, those that end first at the top; a guest has none. */
export const getCoupons = call({
  method: 'GET',
  path: '/api/member/coupon/list',
  query: z.object({ state: z.enum(couponStates) }),
  data: z.object({ list: z.array(couponSchema) }),
  timeout: 'read',
});
