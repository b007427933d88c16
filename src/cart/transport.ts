import type { Sync } from '#contract/cart.ts';
import type { OrderDetail, Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { CartCleared } from '#events/cart-cleared.ts';
import type { SnapshotCart } from '#events/records.ts';
import type { VersionVector } from '#events/version-vector.ts';

/** Why a request came to nothing. `retry`: nobody said no; `refused`: the server did, with the specification's code. */
export type TransportFailure =
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string };

export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: TransportFailure };

export interface PlacementOutcome {
  readonly outcome: 'placed' | 'refused';
  readonly order: Order | null;
  readonly code: number | null;
  readonly msg: string;
}

/** What a server says that knows nothing of events (P2). */
export interface PlainAnswer {
  readonly plain: true;
  /** The cart row version of the answer, or failing that its `updateAt`; undefined when it has neither. */
  readonly version: number | undefined;
  /** The whole table's carts; absent in answers that do not list them. */
  readonly carts?: readonly SnapshotCart[];
  readonly guests?: number | null | undefined;
  readonly orderType?: number | null | undefined;
}

export type ServerAnswer = Sync | PlainAnswer;

export function isPlain(answer: ServerAnswer): answer is PlainAnswer {
  return (answer as { plain?: unknown }).plain === true;
}

/** The way to the table's server; never rejects. */
export interface CartTransport {
  /** P1: the order detail as it should be, and the events beside it. */
  post(detail: OrderDetail, events: readonly AnyEvent[], known: VersionVector): Promise<Answer<ServerAnswer>>;
  /** Empties the table's cart; the event travels along once the server has shown that it knows events (P1). */
  clear(event: CartCleared | undefined): Promise<Answer<ServerAnswer>>;
  snapshot(known: VersionVector): Promise<Answer<ServerAnswer>>;
  place(request: {
    detail: OrderDetail;
    placementId: string;
    seen: VersionVector;
    orderCode?: string | undefined;
    userCouponIds?: readonly string[] | undefined;
  }): Promise<Answer<{ order: Order; sync: Sync | undefined }>>;
  placement(placementId: string): Promise<Answer<PlacementOutcome>>;
  /** The order that is open at the table: how a plain server is asked what became of a placement (O2). */
  openOrder(): Promise<Answer<Order | null>>;
}

/** A transport that breaks its word and throws counts as one that got no answer. */
export async function asked<T>(question: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await question;
  } catch (error) {
    console.error('cart: the transport failed', error);
    return { ok: false, failure: { kind: 'retry', reason: String(error) } };
  }
}
