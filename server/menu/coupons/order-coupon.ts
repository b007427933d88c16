import type { Coupon, OrderCoupon } from '#contract/coupon-fields.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { bestCoupon, countedAmount, couponDiscount, type BillSoFar } from '#projections/bill/coupon.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { listCoupons } from './coupons.ts';

/** Who orders; a guest has no coupons. */
interface CouponOwner {
  readonly userId: string;
  readonly merchantId: string;
  readonly language: LanguageCode;
}

interface CouponWish {
  /** At most one; undefined: the best one, empty: none. */
  readonly userCouponIds: readonly string[] | undefined;
  readonly soFar: BillSoFar;
  /** Wall clock, ms. */
  readonly now: number;
}

/** Undefined: none; `unusable`: the wished one is not available to the owner, or takes off nothing. */
export async function chooseCoupon(
  db: Db,
  owner: CouponOwner,
  { userCouponIds, soFar, now }: CouponWish,
): Promise<OrderCoupon | 'unusable' | undefined> {
  if (userCouponIds?.length === 0) return undefined;
  const available = await listCoupons(db, owner, 'available', now);
  if (userCouponIds === undefined) {
    const best = bestCoupon(available, soFar);
    return best && onOrder(best, soFar);
  }
  const wished = available.find(({ userCouponId }) => userCouponId === userCouponIds[0]);
  const coupon = wished && onOrder(wished, soFar);
  return coupon && compareAmounts(coupon.amount, zero) > 0 ? coupon : 'unusable';
}

/** Uses it up for an order; false when somebody else was faster. */
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

function onOrder(coupon: Coupon, soFar: BillSoFar): OrderCoupon {
  const { receivedAt: _receivedAt, expiresAt: _expiresAt, usedAt: _usedAt, ...terms } = coupon;
  return {
    ...terms,
    amount: couponDiscount(coupon, soFar),
    // Why it is so much: what was ordered before may be voided later.
    ...(coupon.spans === 'bill' && { countedAmount: countedAmount(coupon, soFar) }),
  };
}
