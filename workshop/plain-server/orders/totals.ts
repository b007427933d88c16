import type { Coupon, House, Line } from '../house.ts';

/** Amounts of an order, in cents. */
export interface Totals {
  subTotal: number;
  discount: number;
  charge: number;
  tax: number;
  total: number;
}

/** Cents of one line with its options. */
export function lineCents(line: Line): number {
  const options = line.modifiers.reduce((sum, each) => sum + cents(each.modifier.price) * each.quantity, 0);
  return roundHalfEven((cents(line.product.price) + options) * line.quantity);
}

/** Adds up lines; tax is on what is not tax free, after the coupon. */
export function totalsOf(house: House, lines: Line[], coupon: Coupon | undefined): Totals {
  const subTotal = sum(lines);
  const taxable = sum(lines.filter((each) => !each.product.isTaxFree));
  const discount = coupon ? discountCents(coupon, subTotal) : 0;
  const charge = roundHalfEven(subTotal * house.serviceChargeRate);
  const taxed = subTotal === 0 ? 0 : taxable - (discount * taxable) / subTotal;
  const tax = roundHalfEven(taxed * house.switches.taxRate);
  return { subTotal, discount, charge, tax, total: subTotal - discount + charge + tax };
}

/** Cents that a coupon takes off; 0 when the amount does not reach its threshold. */
export function discountCents(coupon: Coupon, subTotal: number): number {
  if (subTotal < cents(coupon.thresholdAmount)) return 0;
  const off =
    coupon.discountType === 'amount'
      ? cents(coupon.discountValue)
      : roundHalfEven((subTotal * coupon.discountValue) / 100);
  return Math.min(off, cents(coupon.maxDiscountAmount), subTotal);
}

/** The coupon that takes most off, if any takes something. */
export function bestCoupon(coupons: Coupon[], subTotal: number): Coupon | undefined {
  const usable = coupons.filter((each) => !each.used && discountCents(each, subTotal) > 0);
  return usable.sort((a, b) => discountCents(b, subTotal) - discountCents(a, subTotal))[0];
}

function sum(lines: Line[]): number {
  return lines.reduce((total, each) => total + lineCents(each), 0);
}

/** Cents of an amount in the currency's unit. */
export function cents(amount: number): number {
  return roundHalfEven(amount * 100);
}

/** Rounds to a whole number, halves to the even neighbour (contract: banker's rounding). */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  // A product of binary fractions misses the exact half by far less than this.
  if (Math.abs(rest - 0.5) < 1e-7) return below % 2 === 0 ? below : below + 1;
  return Math.round(value);
}

/** An amount with 2 decimals. */
export function amount(centCount: number): number {
  return centCount / 100;
}
