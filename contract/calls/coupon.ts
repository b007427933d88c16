import * as z from 'zod/mini';
import { couponSchema, couponStates } from '../coupon-fields.ts';
import { call } from '../http/call.ts';

/** The asking member's coupons in one state, those that end first at the top; a guest has none. */
export const getCoupons = call('GET /api/member/coupon/list', {
  query: z.object({ state: z.enum(couponStates) }),
  data: z.object({ list: z.array(couponSchema) }),
});
