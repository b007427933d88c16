import type { Order, OrderDetail } from '#contract/order-fields.ts';
import type { Answer, PlainAnswer, PlainCart } from '#sync/ports/transport.ts';

/** A table of a server that knows nothing of events; handed in by whoever simulates one. */
export interface PlainTable {
  readonly cart: { readonly rowVersion: number };
  /** Product ids. */
  readonly soldOut: Set<string>;
  readonly order: Order | null;
  post(userId: string, detail: OrderDetail): PlainAnswer;
  clear(): PlainAnswer;
  snapshot(): PlainCart;
  place(detail: OrderDetail): Answer<{ order: Order; sync: undefined }>;
}
