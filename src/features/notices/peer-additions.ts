import { useCallback, useEffect, useRef } from 'react';

/** What somebody else put into the cart; below 0: took out. */
export interface PeerAddition {
  readonly userName: string;
  readonly product: string;
  readonly productId: string;
  readonly quantity: number;
}

/** ms of quiet after which additions are told. */
const quiet = 700;

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

/** Collects additions and calls `say` with all of them once the tapping has stopped. */
export function usePeerAdditions(
  say: (additions: readonly PeerAddition[]) => void,
): (addition: PeerAddition) => void {
  const collected = useRef<PeerAddition[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(say);
  useEffect(() => {
    latest.current = say;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback((addition) => {
    collected.current.push(addition);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      latest.current(summed(collected.current.splice(0)));
    }, quiet);
  }, []);
}
