/**
 * Calculates coupon discounts. The server decides by these functions, and the phone shows the same numbers. Amounts are
 * rounded half-even.
 */
import { Decimal } from 'decimal.js';
import {
  compareAmounts,
  calculateDifference,
  countPlaces,
  roundAmount,
  share,
  sum,
  zero,
  type Amount,
} from './money.ts';

/** The meaning of `discountValue`. */
export const discountType = { amount: 0, percentage: 1 } as const;

/**
 * The part of a bill that a coupon's threshold and percentage apply to: the round it is used in, or the whole bill.
 */
export const couponSpans = ['round', 'bill'] as const;
export type CouponSpan = (typeof couponSpans)[number];

export interface CouponTerms {
  readonly discountType: number;
  /** An amount, or a percentage: `"10"` is 10 %. */
  readonly discountValue: Amount;
  /** The smallest subtotal for which the coupon is valid. */
  readonly thresholdAmount: Amount;
  /** The largest discount; null if it is unlimited. */
  readonly maxDiscountAmount: Amount | null;
  /** `bill` also counts earlier rounds. Any other value means the round alone. */
  readonly spans?: string | null | undefined;
}

/** The sums of a bill's dishes at the moment when a coupon is used. */
export interface BillSoFar {
  /** The round in which it is used. */
  readonly round: Amount;
  /** The earlier rounds, as they are now. */
  readonly before: Amount;
}

/** Returns the amount that the coupon's threshold and percentage apply to. */
export function calculateCountedAmount(
  { spans }: Pick<CouponTerms, 'spans'>,
  { round, before }: BillSoFar,
): Amount {
  return spans === 'bill' ? sum([before, round]) : round;
}

/** Returns the discount on the round. It is never more than the round, and zero below the coupon's threshold. */
export function calculateCouponDiscount(terms: CouponTerms, soFar: BillSoFar): Amount {
  const counted = calculateCountedAmount(terms, soFar);
  if (compareAmounts(counted, terms.thresholdAmount) < 0) return zero;
  const isPercentage = terms.discountType === discountType.percentage;
  const value = isPercentage ? share(counted, divideByHundred(terms.discountValue)) : terms.discountValue;
  const bounds = [soFar.round, ...(terms.maxDiscountAmount === null ? [] : [terms.maxDiscountAmount])];
  const least = bounds.reduce((lowest, bound) => (compareAmounts(bound, lowest) < 0 ? bound : lowest), value);
  return roundAmount(least, countPlaces(soFar.round, soFar.before));
}

/** Returns how much is missing to the threshold, or zero. */
export function calculateMissingAmount(terms: CouponTerms, soFar: BillSoFar): Amount {
  const counted = calculateCountedAmount(terms, soFar);
  const { thresholdAmount } = terms;
  return compareAmounts(counted, thresholdAmount) < 0 ? calculateDifference(thresholdAmount, counted) : zero;
}

/**
 * Returns the coupon with the largest discount, the first of equal ones, or undefined if no coupon gives a discount.
 */
export function chooseBestCoupon<Coupon extends CouponTerms>(
  coupons: readonly Coupon[],
  soFar: BillSoFar,
): Coupon | undefined {
  let best: Coupon | undefined;
  let most: Amount = zero;
  for (const coupon of coupons) {
    const discount = calculateCouponDiscount(coupon, soFar);
    if (compareAmounts(discount, most) > 0) [best, most] = [coupon, discount];
  }
  return best;
}

/** Distributes a discount over lines in proportion to their amounts. The shares add up to the discount exactly. */
export function spreadDiscount(discount: Amount, amounts: readonly Amount[]): Amount[] {
  const total = sum(amounts);
  const shares: Amount[] = [];
  let before = zero;
  let taken = zero;
  for (const amount of amounts) {
    before = sum([before, amount]);
    // Each share is the difference of two running totals, so no cent is lost to rounding.
    const upTo = compareAmounts(total, zero) > 0 ? calculateProportion(discount, before, total) : zero;
    shares.push(calculateDifference(upTo, taken));
    taken = upTo;
  }
  return shares;
}

function divideByHundred(percent: Amount): Amount {
  return new Decimal(percent).dividedBy(100).toString();
}

function calculateProportion(of: Amount, part: Amount, whole: Amount): Amount {
  return roundAmount(new Decimal(of).times(part).dividedBy(whole), countPlaces(of, whole));
}
