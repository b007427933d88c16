/** What a coupon takes off an order or a preview whose server names its terms alone (CF9). Pure. */
import * as z from 'zod/mini';
import { couponDiscount } from '#projections/bill/coupon.ts';
import { compareAmounts, difference, sum, zero, type Amount } from '#projections/bill/money.ts';
import { amount, count } from '../fields.ts';
import { adjustmentCategory } from '../states.ts';
import { findList } from './lists.ts';
import { readTolerantly } from './tolerant.ts';

type Fields = Readonly<Record<string, unknown>>;

const termsSchema = z.object({
  discountType: count,
  discountValue: amount,
  thresholdAmount: amount,
  maxDiscountAmount: z.nullable(amount),
  spans: z.nullish(z.string()),
});

const adjustmentSchema = z.looseObject({ category: count, amount });

/**
 * Adds the missing `amount` of each coupon: what the bill's adjustments say, else what its terms come to. Two servers may
 * mean different things by the same terms. So a coupon that would take off more than the whole discount of the bill gets
 * no amount, and the screens show none.
 */
export function addCouponAmounts(bill: Fields): Fields {
  const coupons = findList(bill['orderCoupons'])?.list;
  if (!coupons) return bill;
  const subtotal = amountIn(bill['subTotalAmount']);
  const discount = amountIn(bill['totalDiscountAmount']);
  const adjusted = coupons.length === 1 ? adjustedByCoupon(bill['priceAdjustments']) : undefined;
  const withAmount = (coupon: unknown) => {
    if (!isFields(coupon) || (coupon['amount'] ?? undefined) !== undefined) return coupon;
    if (adjusted !== undefined) return { ...coupon, amount: adjusted };
    const terms = readTolerantly(termsSchema, withoutEmptyBound(coupon));
    if (!terms.ok || !subtotal) return coupon;
    const off = couponDiscount(terms.value, { round: subtotal, before: zero });
    const isPlausible = discount === undefined || compareAmounts(off, discount) <= 0;
    return isPlausible ? { ...coupon, amount: off } : coupon;
  };
  return { ...bill, orderCoupons: coupons.map(withAmount) };
}

/** A coupon that takes off at most nothing would be none: it has no bound. */
export function withoutEmptyBound(coupon: Fields): Fields {
  const most = amountIn(coupon['maxDiscountAmount']);
  return most !== undefined && compareAmounts(most, zero) === 0
    ? { ...coupon, maxDiscountAmount: null }
    : coupon;
}

/** What the bill's adjustments take off for coupons; servers write it with either sign. */
function adjustedByCoupon(adjustments: unknown): Amount | undefined {
  const read = readTolerantly(z.array(adjustmentSchema), adjustments);
  if (!read.ok) return undefined;
  const off = sum(
    read.value.filter(({ category }) => category === adjustmentCategory.coupon).map((each) => each.amount),
  );
  const sign = compareAmounts(off, zero);
  if (sign === 0) return undefined;
  return sign < 0 ? difference(zero, off) : off;
}

function amountIn(value: unknown): Amount | undefined {
  const read = readTolerantly(z.object({ value: z.optional(amount) }), { value });
  return read.ok ? read.value.value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
