import type { Coupon, OrderCoupon } from '#contract/coupon-fields.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import {
  chooseBestCoupon,
  calculateCountedAmount,
  calculateCouponDiscount,
  type BillSoFar,
} from '#projections/bill/coupon.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { listCoupons } from './coupons.ts';

/** The member who orders. Guests have no coupons. */
interface CouponOwner {
  readonly userId: string;
  readonly merchantId: string;
  readonly language: LanguageCode;
}

interface CouponRequest {
  /** At most one id. Undefined: the best coupon; empty: no coupon. */
  readonly userCouponIds: readonly string[] | undefined;
  readonly soFar: BillSoFar;
  /** Wall clock, ms. */
  readonly now: number;
}

/**
 * Chooses the coupon of an order. Returns undefined for no coupon, and `unusable` if the requested coupon is not
 * available to the member or reduces nothing.
 */
export async function chooseCoupon(
  db: Db,
  owner: CouponOwner,
  { userCouponIds, soFar, now }: CouponRequest,
): Promise<OrderCoupon | 'unusable' | undefined> {
  if (userCouponIds?.length === 0) return undefined;
  const available = await listCoupons(db, owner, 'available', now);
  if (userCouponIds === undefined) {
    const best = chooseBestCoupon(available, soFar);
    return best && toOrderCoupon(best, soFar);
  }
  const requested = available.find(({ userCouponId }) => userCouponId === userCouponIds[0]);
  const coupon = requested && toOrderCoupon(requested, soFar);
  return coupon && compareAmounts(coupon.amount, zero) > 0 ? coupon : 'unusable';
}

/** Marks a coupon as used. Returns false if another order used it first. */
export async function redeemCoupon(
  trx: Trx,
  { userCouponId, userId }: Pick<OrderCoupon, 'userCouponId' | 'userId'>,
  orderId: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_coupons')
    .set({ used_at: now, order_id: orderId })
    .where('id', '=', userCouponId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toOrderCoupon(coupon: Coupon, soFar: BillSoFar): OrderCoupon {
  const { receivedAt: _receivedAt, expiresAt: _expiresAt, usedAt: _usedAt, ...terms } = coupon;
  return {
    ...terms,
    amount: calculateCouponDiscount(coupon, soFar),
    // Stored with the order, because dishes of earlier rounds may be voided later.
    ...(coupon.spans === 'bill' && { countedAmount: calculateCountedAmount(coupon, soFar) }),
  };
}
