/** What a coupon takes off an order or a preview whose server names its terms alone (CF9). Pure. */
import * as z from 'zod/mini';
import { couponDiscount } from '#projections/bill/coupon.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { amount, count } from '../fields.ts';
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

/**
 * Adds the missing `amount` of each coupon, worked out from its terms. Two servers may mean different things by the same
 * terms. So a coupon that would take off more than the whole discount of the bill gets no amount.
 */
export function withCouponAmounts(bill: Fields): Fields {
  const coupons = findList(bill['orderCoupons'])?.list;
  if (!coupons) return bill;
  const subtotal = amountIn(bill['subTotalAmount']);
  const discount = amountIn(bill['totalDiscountAmount']);
  const withAmount = (coupon: unknown) => {
    if (!isFields(coupon) || (coupon['amount'] ?? undefined) !== undefined || !subtotal) return coupon;
    const terms = readTolerantly(termsSchema, coupon);
    if (!terms.ok) return coupon;
    const off = couponDiscount(terms.value, { round: subtotal, before: zero });
    const isPlausible = discount === undefined || compareAmounts(off, discount) <= 0;
    return isPlausible ? { ...coupon, amount: off } : coupon;
  };
  return { ...bill, orderCoupons: coupons.map(withAmount) };
}

function amountIn(value: unknown): Amount | undefined {
  const read = readTolerantly(z.object({ value: z.optional(amount) }), { value });
  return read.ok ? read.value.value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
