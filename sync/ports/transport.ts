import type { Sync } from '#contract/calls/cart.ts';
import type { OrderDetail, Order, UnreadFields } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/** Why a request came to nothing. */
export type TransportFailure =
  /** Nobody said no: no answer, or one came that cannot be read (P5), or that the server itself fails (5xx). */
  | { readonly kind: 'retry'; readonly reason: string; readonly came?: 'unreadable' | 'failing' }
  /** The server asks for patience (429, `Retry-After`): not before `afterMs`, if it names a time. */
  | { readonly kind: 'busy'; readonly reason: string; readonly afterMs?: number | undefined }
  /** The server said no, with the contract's code. */
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      /** S2: the session goes on under another name; before, it was called so. */
      readonly restoredFrom?: string | undefined;
    };

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: TransportFailure };

export interface PlacementOutcome {
  readonly outcome: 'placed' | 'refused';
  readonly order: Order | null;
  readonly code: number | null;
  readonly msg: string;
}

/** What a plain server calls the version of its cart (P2): it goes back to it, and is compared within one field alone. */
export interface ServerVersion {
  readonly cartRowVersion?: string | number | undefined;
  /** Wall clock of the server, ms. */
  readonly updateAt?: number | undefined;
}

/** What a server says that knows nothing of events (P2). */
export interface SnapshotAnswer {
  readonly plain: true;
  readonly serverVersion: ServerVersion;
}

/** P4: a line that cannot be read, as it came, and in whose cart: a waiter's half a kilogram, perhaps. */
export interface UnreadLine {
  readonly userId: string;
  readonly line: UnreadFields;
}

/** The whole table, as such a server tells it when it is asked. */
export interface SnapshotCartAnswer extends SnapshotAnswer {
  readonly carts: readonly SnapshotCart[];
  readonly unread?: readonly UnreadLine[] | undefined;
  readonly guests?: number | null | undefined;
  readonly orderType?: number | null | undefined;
}

export type ServerAnswer = Sync | SnapshotAnswer;
/** To the question for the table's cart. */
export type CartAnswer = Sync | SnapshotCartAnswer;

/** An order as it is asked for (O1). */
export interface OrderRequest {
  readonly detail: OrderDetail;
  readonly placementId: string;
  readonly seen: VersionVector;
  readonly orderCode?: string | undefined;
  readonly userCouponIds?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
  readonly shownTotal?: string | undefined;
}

/** A call of the contract, as a value. */
export type ServerCall =
  /** P1: the order detail as it should be, and the events beside it. */
  | {
      readonly call: 'post';
      readonly detail: OrderDetail;
      readonly events: readonly AnyEvent[];
      readonly known: VersionVector;
    }
  /** Empties the table's cart; the event travels along once the server has shown that it knows events (P1). */
  | { readonly call: 'clear'; readonly event: CartCleared | undefined }
  | { readonly call: 'snapshot'; readonly known: VersionVector }
  | { readonly call: 'place'; readonly order: OrderRequest }
  /** O2: what became of a placement. */
  | { readonly call: 'placement'; readonly placementId: string }
  /** The order that is open at the table: how a plain server is asked what became of a placement (O2). */
  | { readonly call: 'openOrder' };

/** What each call is answered with. */
export interface AnswerOf {
  readonly post: ServerAnswer;
  readonly clear: ServerAnswer;
  readonly snapshot: CartAnswer;
  readonly place: { readonly order: Order; readonly sync: Sync | undefined };
  readonly placement: PlacementOutcome;
  readonly openOrder: Order | null;
}

/** The way to the table's server; never rejects. `signal`: nobody waits for the answer any more. */
export interface CartTransport {
  post(
    detail: OrderDetail,
    events: readonly AnyEvent[],
    known: VersionVector,
    signal?: AbortSignal,
  ): Promise<Answer<ServerAnswer>>;
  clear(event: CartCleared | undefined, signal?: AbortSignal): Promise<Answer<ServerAnswer>>;
  snapshot(known: VersionVector, signal?: AbortSignal): Promise<Answer<CartAnswer>>;
  place(order: OrderRequest): Promise<Answer<AnswerOf['place']>>;
  placement(placementId: string): Promise<Answer<PlacementOutcome>>;
  openOrder(): Promise<Answer<Order | null>>;
}
