/** Works out coupon amounts for servers that send only a coupon's terms. */
import * as z from 'zod/mini';
import { calculateCouponDiscount } from '#projections/bill/coupon.ts';
import { compareAmounts, calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
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
 * Adds the missing `amount` of each coupon: from the bill's adjustments, or else from its terms. Servers may mean
 * different things by the same terms. A coupon that would take off more than the whole discount therefore gets no
 * amount, and screens show none.
 */
export function addCouponAmounts(bill: Fields): Fields {
  const coupons = findList(bill['orderCoupons'])?.list;
  if (!coupons) return bill;
  const subtotal = readAmount(bill['subTotalAmount']);
  const discount = readAmount(bill['totalDiscountAmount']);
  const adjusted = coupons.length === 1 ? sumCouponAdjustments(bill['priceAdjustments']) : undefined;
  const withAmount = (coupon: unknown) => {
    if (!isFields(coupon) || (coupon['amount'] ?? undefined) !== undefined) return coupon;
    if (adjusted !== undefined) return { ...coupon, amount: adjusted };
    const terms = readTolerantly(termsSchema, removeZeroLimit(coupon));
    if (!terms.ok || !subtotal) return coupon;
    const off = calculateCouponDiscount(terms.value, { round: subtotal, before: zero });
    const isPlausible = discount === undefined || compareAmounts(off, discount) <= 0;
    return isPlausible ? { ...coupon, amount: off } : coupon;
  };
  return { ...bill, orderCoupons: coupons.map(withAmount) };
}

/** An upper limit of zero means that there is no limit. */
export function removeZeroLimit(coupon: Fields): Fields {
  const most = readAmount(coupon['maxDiscountAmount']);
  return most !== undefined && compareAmounts(most, zero) === 0
    ? { ...coupon, maxDiscountAmount: null }
    : coupon;
}

/** Returns what the bill's adjustments take off for coupons. Servers write it with either sign. */
function sumCouponAdjustments(adjustments: unknown): Amount | undefined {
  const read = readTolerantly(z.array(adjustmentSchema), adjustments);
  if (!read.ok) return undefined;
  const off = sum(
    read.value.filter(({ category }) => category === adjustmentCategory.coupon).map((each) => each.amount),
  );
  const sign = compareAmounts(off, zero);
  if (sign === 0) return undefined;
  return sign < 0 ? calculateDifference(zero, off) : off;
}

function readAmount(value: unknown): Amount | undefined {
  const read = readTolerantly(z.object({ value: z.optional(amount) }), { value });
  return read.ok ? read.value.value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
