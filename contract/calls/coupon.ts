import * as z from 'zod/mini';
import { couponSchema, couponStates } from '../coupon-fields.ts';
import { call } from '../http/call.ts';

/** Lists the member's coupons in one state, those that expire first at the top. A guest has none. */
export const getCoupons = call('GET /api/member/coupon/list', {
  query: z.object({ state: z.enum(couponStates) }),
  data: z.object({ list: z.array(couponSchema) }),
});
