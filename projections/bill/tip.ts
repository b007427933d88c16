/** Calculates a tip from a percentage. */
import { Decimal } from 'decimal.js';
import { placesOf, roundAmount, type Amount } from './money.ts';

/**
 * @param percent of the amount, 1 to 100
 * @param coinPlaces decimals of the smallest coin, if they are fewer than those of the amount
 */
export function tipOf(amount: Amount, percent: number, coinPlaces = 3): Amount {
  const places = placesOf(amount);
  const tip = new Decimal(amount).times(percent).dividedBy(100);
  return roundAmount(roundAmount(tip, Math.min(places, coinPlaces)), places);
}
