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
