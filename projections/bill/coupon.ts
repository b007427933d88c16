/** What a coupon takes off (D15: half-even). Pure: the server decides with it, the phone shows with it. */
import { Decimal } from 'decimal.js';
import { compareAmounts, difference, placesOf, rounded, share, sum, zero, type Amount } from './money.ts';

/** How `discountValue` is meant. */
export const discountType = { amount: 0, percentage: 1 } as const;

/** D67: what of a bill a coupon looks at when it is used. */
export const couponSpans = ['round', 'bill'] as const;
export type CouponSpan = (typeof couponSpans)[number];

export interface CouponTerms {
  readonly discountType: number;
  /** An amount, or a percentage: `"10"` is 10 %. */
  readonly discountValue: Amount;
  /** The least subtotal that it is good for. */
  readonly thresholdAmount: Amount;
  /** The most that it takes off; null: no bound. */
  readonly maxDiscountAmount: Amount | null;
  /** D67: `bill` where what was ordered before counts, too; everything else is the round alone. */
  readonly spans?: string | null | undefined;
}

/** What the dishes of a bill come to when a coupon is used. */
export interface BillSoFar {
  /** Those of the round that it is used in. */
  readonly round: Amount;
  /** Those that were ordered before, as they stand. */
  readonly before: Amount;
}

/** What the coupon is reckoned on (D67). */
export function countedAmount({ spans }: Pick<CouponTerms, 'spans'>, { round, before }: BillSoFar): Amount {
  return spans === 'bill' ? sum([before, round]) : round;
}

/** What the coupon takes off the round: never more than that, and nothing below its threshold. */
export function couponDiscount(terms: CouponTerms, soFar: BillSoFar): Amount {
  const counted = countedAmount(terms, soFar);
  if (compareAmounts(counted, terms.thresholdAmount) < 0) return zero;
  const isPercentage = terms.discountType === discountType.percentage;
  const value = isPercentage ? share(counted, hundredth(terms.discountValue)) : sum([terms.discountValue]);
  const bounds = [soFar.round, ...(terms.maxDiscountAmount === null ? [] : [terms.maxDiscountAmount])];
  return bounds.reduce((least, bound) => (compareAmounts(bound, least) < 0 ? sum([bound]) : least), value);
}

/** How much is missing to the threshold; zero when it is reached. */
export function missingToThreshold(terms: CouponTerms, soFar: BillSoFar): Amount {
  const counted = countedAmount(terms, soFar);
  const { thresholdAmount } = terms;
  return compareAmounts(counted, thresholdAmount) < 0 ? difference(thresholdAmount, counted) : zero;
}

/** The coupon that takes off most, of equal ones the first; undefined when none takes off anything. */
export function bestCoupon<Coupon extends CouponTerms>(
  coupons: readonly Coupon[],
  soFar: BillSoFar,
): Coupon | undefined {
  let best: Coupon | undefined;
  let most: Amount = zero;
  for (const coupon of coupons) {
    const discount = couponDiscount(coupon, soFar);
    if (compareAmounts(discount, most) > 0) [best, most] = [coupon, discount];
  }
  return best;
}

/** `discount` shared out over lines in proportion to their amounts; the shares add up to it to the cent. */
export function spreadDiscount(discount: Amount, amounts: readonly Amount[]): Amount[] {
  const total = sum(amounts);
  const shares: Amount[] = [];
  let before = zero;
  let taken = zero;
  for (const amount of amounts) {
    before = sum([before, amount]);
    // What all lines so far bear together, less what the earlier ones have: no cent is lost to rounding.
    const upTo = compareAmounts(total, zero) > 0 ? proportion(discount, before, total) : zero;
    shares.push(difference(upTo, taken));
    taken = upTo;
  }
  return shares;
}

function hundredth(percent: Amount): Amount {
  return new Decimal(percent).dividedBy(100).toString();
}

function proportion(of: Amount, part: Amount, whole: Amount): Amount {
  return rounded(new Decimal(of).times(part).dividedBy(whole), placesOf(of, whole));
}
