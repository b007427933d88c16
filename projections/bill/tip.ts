/** Calculates a tip from a percentage of the dishes, before tax and service. */
import { Decimal } from 'decimal.js';
import { calculateDifference, isZero, countPlaces, roundAmount, sum, zero, type Amount } from './money.ts';

/**
 * @param percent of the amount, 1 to 100
 * @param coinPlaces decimals of the smallest coin, if they are fewer than those of the amount
 */
export function calculateTip(amount: Amount, percent: number, coinPlaces = 3): Amount {
  const places = countPlaces(amount);
  const tip = new Decimal(amount).times(percent).dividedBy(100);
  return roundAmount(roundAmount(tip, Math.min(places, coinPlaces)), places);
}

interface Bill {
  readonly subTotalAmount?: Amount | undefined;
  readonly totalDiscountAmount?: Amount | undefined;
  readonly totalChargeAmount?: Amount | undefined;
  readonly totalTaxAmount?: Amount | undefined;
  readonly totalAmount?: Amount | undefined;
  readonly taxTerms?: { readonly isIncluded: boolean } | undefined;
}

/**
 * Returns the part of a payment that pays for dishes, after discounts and before tax and service. The rest of the bill is
 * spread evenly, so half of the total pays for half of the dishes. It is the payment itself if the bill has no totals.
 */
export function calculateTipBase(payment: Amount, bill: Bill): Amount {
  const { totalDiscountAmount = zero, totalChargeAmount = zero, totalTaxAmount = zero } = bill;
  const { subTotalAmount, totalAmount = zero, taxTerms } = bill;
  if (subTotalAmount === undefined || isZero(totalAmount)) return payment;
  const dishes = calculateDifference(subTotalAmount, totalDiscountAmount);
  const gross = sum([dishes, totalChargeAmount]);
  // Inside the prices, dishes and service contain the same share of tax.
  const isTaxInside = taxTerms?.isIncluded === true && !isZero(gross);
  const net = isTaxInside
    ? new Decimal(dishes).times(calculateDifference(gross, totalTaxAmount)).dividedBy(gross)
    : dishes;
  const charged = taxTerms?.isIncluded ? gross : sum([gross, totalTaxAmount]);
  return roundAmount(new Decimal(payment).times(net).dividedBy(charged), countPlaces(payment));
}
