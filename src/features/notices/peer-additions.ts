/** What somebody else put into the cart; below 0: took out. */
export interface PeerAddition {
  readonly userName: string;
  readonly product: string;
  readonly productId: string;
  readonly quantity: number;
}

/** What is left of each diner's taps on each dish: five on a plus are one addition, a minus after a plus is none. */
export function summed(additions: readonly PeerAddition[]): PeerAddition[] {
  const sums = new Map<string, PeerAddition>();
  for (const addition of additions) {
    const key = JSON.stringify([addition.userName, addition.productId || addition.product]);
    const quantity = (sums.get(key)?.quantity ?? 0) + addition.quantity;
    sums.set(key, { ...addition, quantity });
  }
  return [...sums.values()].filter(({ quantity }) => quantity > 0);
}
