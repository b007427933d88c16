import { Decimal } from 'decimal.js';
import type { Coupon, Line, OwnedLine, World } from './state.ts';

/** The price of a set of lines. Every amount is rounded to cents with banker's rounding. */
export interface Bill {
  lineAmounts: Decimal[];
  lineDiscounts: Decimal[];
  subTotal: Decimal;
  discount: Decimal;
  charge: Decimal;
  tax: Decimal;
  total: Decimal;
}

const roundToCents = (value: Decimal) => value.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN);
const sum = (values: Decimal[]) => values.reduce((total, value) => total.plus(value), new Decimal(0));

export function getOptionsPrice(line: Line): Decimal {
  return sum(line.modifiers.map((modifier) => new Decimal(modifier.price).times(modifier.quantity)));
}

export function getUnitPrice(world: World, line: Line): Decimal {
  return new Decimal(world.products.get(line.productId)?.product.price ?? 0);
}

export function calculateDiscount(coupon: Coupon | undefined, subTotal: Decimal): Decimal {
  if (coupon === undefined || subTotal.lessThan(coupon.threshold)) return new Decimal(0);
  const wanted = coupon.percent
    ? Decimal.min(subTotal.times(coupon.value).dividedBy(100), coupon.max)
    : new Decimal(coupon.value);
  return roundToCents(Decimal.min(wanted, subTotal));
}

export function calculateBill(world: World, lines: OwnedLine[], coupon: Coupon | undefined): Bill {
  const { taxRate, serviceChargeRate, taxMeans } = world.switches;
  const lineAmounts = lines.map(({ line }) =>
    roundToCents(getUnitPrice(world, line).plus(getOptionsPrice(line)).times(line.quantity)),
  );
  const subTotal = sum(lineAmounts);
  const discount = calculateDiscount(coupon, subTotal);
  const charge = roundToCents(subTotal.minus(discount).times(serviceChargeRate));
  const taxed = subTotal.minus(discount).plus(charge);
  const tax =
    taxMeans === 'added'
      ? roundToCents(taxed.times(taxRate))
      : roundToCents(taxed.minus(taxed.dividedBy(1 + Math.max(taxRate, 0))));
  return {
    lineAmounts,
    lineDiscounts: shareDiscount(lineAmounts, subTotal, discount),
    subTotal,
    discount,
    charge,
    tax,
    total: taxMeans === 'added' ? taxed.plus(tax) : taxed,
  };
}

/** Spreads the discount over the lines in proportion. The last line gets the rest, so the shares add up. */
function shareDiscount(amounts: Decimal[], subTotal: Decimal, discount: Decimal): Decimal[] {
  if (discount.isZero() || subTotal.isZero()) return amounts.map(() => new Decimal(0));
  const shares = amounts.map((amount) => roundToCents(amount.times(discount).dividedBy(subTotal)));
  const last = shares.length - 1;
  shares[last] = discount.minus(sum(shares.slice(0, last)));
  return shares;
}

/** Finds the coupon that saves most. If two are equal, the first one wins. */
export function findBestCoupon(coupons: Coupon[], subTotal: Decimal): Coupon | undefined {
  let best: Coupon | undefined;
  for (const coupon of coupons) {
    const saved = calculateDiscount(coupon, subTotal);
    if (coupon.state === 'available' && saved.greaterThan(calculateDiscount(best, subTotal))) best = coupon;
  }
  return best;
}
