import type { Sync } from '#contract/cart.ts';
import type { OrderDetail, Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { CartCleared } from '#events/cart-cleared.ts';
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

/** The way to the table's server; never rejects. `sync` is absent when the server knows nothing of events. */
export interface CartTransport {
  /** P1: the order detail as it should be, and the events beside it. */
  post(
    detail: OrderDetail,
    events: readonly AnyEvent[],
    known: VersionVector,
  ): Promise<Answer<Sync | undefined>>;
  clear(event: CartCleared): Promise<Answer<Sync | undefined>>;
  snapshot(known: VersionVector): Promise<Answer<Sync | undefined>>;
  place(request: {
    detail: OrderDetail;
    placementId: string;
    seen: VersionVector;
    orderCode?: string | undefined;
    userCouponIds?: readonly string[] | undefined;
  }): Promise<Answer<{ order: Order; sync: Sync | undefined }>>;
  placement(placementId: string): Promise<Answer<PlacementOutcome>>;
}
