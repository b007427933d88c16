/** Calculates a tip from a percentage. */
import { Decimal } from 'decimal.js';
import { decimalPlaces, type Amount } from './money.ts';

/**
 * @param percent of the amount, 1 to 100
 * @param places decimals of the smallest coin
 */
export function tipOf(amount: Amount, percent: number, places = decimalPlaces): Amount {
  const tip = new Decimal(amount).times(percent).dividedBy(100);
  return tip.toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN).toFixed(Math.max(places, decimalPlaces));
}
