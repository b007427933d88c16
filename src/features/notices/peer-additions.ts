/** One tap of another diner. A negative quantity means that they took the dish out. */
export interface PeerAddition {
  readonly userName: string;
  readonly product: string;
  readonly productId: string;
  readonly quantity: number;
}

/**
 * Adds up the taps of each diner on each dish. Five taps on plus become one addition of five. A tap on plus and one on
 * minus cancel each other out, and a dish that was only taken out is left away.
 */
export function sumAdditions(additions: readonly PeerAddition[]): PeerAddition[] {
  const sums = new Map<string, PeerAddition>();
  for (const addition of additions) {
    const key = JSON.stringify([addition.userName, addition.productId || addition.product]);
    const quantity = (sums.get(key)?.quantity ?? 0) + addition.quantity;
    sums.set(key, { ...addition, quantity });
  }
  return [...sums.values()].filter(({ quantity }) => quantity > 0);
}
