/** What is physically possible with exact clears: everything sorted and folded anew, in plain maps. */
import { cartsOf, foldIntoCarts, type PlainCarts } from '../plain-fold.ts';
import type { TableState, TraceRecord } from '../../trace/records.ts';

/** In the order (lamport, replica), without the changes that some clear had seen. */
export function refold(records: readonly TraceRecord[], diners: number): PlainCarts {
  const cleared = new Uint32Array(diners);
  for (const { operation } of records)
    if (operation.kind === 'clear')
      for (let replica = 0; replica < diners; replica += 1)
        cleared[replica] = Math.max(cleared[replica]!, operation.seen[replica]!);
  const carts: PlainCarts = new Map();
  const live = records.filter(
    ({ operation, replica, seq }) => 'line' in operation && seq > cleared[replica]!,
  );
  live.sort((a, b) => a.lamport - b.lamport || a.replica - b.replica);
  for (const record of live) foldIntoCarts(carts, record);
  return carts;
}

export function refoldedState(records: readonly TraceRecord[], diners: number): TableState['carts'] {
  return cartsOf(refold(records, diners));
}

export function piecesIn(carts: PlainCarts): number {
  let sum = 0;
  for (const cart of carts.values()) for (const quantity of cart.values()) sum += quantity;
  return sum;
}
