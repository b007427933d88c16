/**
 * Calls to the table's server, as values. There are two kinds of servers:
 *
 * - An event server accepts events and answers with events (`Sync`).
 * - A snapshot server follows only the original contract. It answers with the whole cart (`SnapshotAnswer`).
 */
import type { Sync } from '#contract/calls/cart.ts';
import type { OrderDetail, Order, UnreadFields } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/** Why a request failed. */
export type TransportFailure =
  /** No answer, an unreadable one, or a failure of the server (5xx). The request may have had an effect. */
  | { readonly kind: 'retry'; readonly reason: string; readonly came?: 'unreadable' | 'failing' }
  /** The server asks the phone to wait (429, `Retry-After`): at least `afterMs`, if present. */
  | { readonly kind: 'busy'; readonly reason: string; readonly afterMs?: number | undefined }
  /** The server refused the request, with a code of the contract. */
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      /** The earlier session id, if the server continues the session under another id after restoring a backup. */
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

/** A snapshot server's version of its cart. The next request repeats it. Only equal fields can be compared. */
export interface ServerVersion {
  readonly cartRowVersion?: string | number | undefined;
  /** By the server's wall clock, ms. */
  readonly updateAt?: number | undefined;
}

/** The answer of a snapshot server. */
export interface SnapshotAnswer {
  readonly plain: true;
  readonly serverVersion: ServerVersion;
}

/** A line that this program cannot read, unchanged, and whose cart it is in. For example half a kilogram of fish. */
export interface UnreadLine {
  readonly userId: string;
  readonly line: UnreadFields;
}

/** The cart of the whole table, as a snapshot server returns it. */
export interface SnapshotCartAnswer extends SnapshotAnswer {
  readonly carts: readonly SnapshotCart[];
  readonly unread?: readonly UnreadLine[] | undefined;
  readonly guests?: number | null | undefined;
  readonly orderType?: number | null | undefined;
}

export type ServerAnswer = Sync | SnapshotAnswer;
/** The answer to a request for the table's cart. */
export type CartAnswer = Sync | SnapshotCartAnswer;

/** The request to place an order. */
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
  /** Changes the cart: the order detail as it should become, and the events. */
  | {
      readonly call: 'post';
      readonly detail: OrderDetail;
      readonly events: readonly AnyEvent[];
      readonly known: VersionVector;
    }
  /** Empties the table's cart. The event is included once the server has proved to be an event server. */
  | { readonly call: 'clear'; readonly event: CartCleared | undefined }
  | { readonly call: 'snapshot'; readonly known: VersionVector }
  | { readonly call: 'place'; readonly order: OrderRequest }
  /** Asks for the outcome of a placement. */
  | { readonly call: 'placement'; readonly placementId: string }
  /** Asks for the table's open order. It shows the outcome of a placement at a snapshot server. */
  | { readonly call: 'openOrder' };

/** The answer to each call. */
export interface AnswerOf {
  readonly post: ServerAnswer;
  readonly clear: ServerAnswer;
  readonly snapshot: CartAnswer;
  readonly place: { readonly order: Order; readonly sync: Sync | undefined };
  readonly placement: PlacementOutcome;
  readonly openOrder: Order | null;
}

/** Sends calls to the table's server. Never rejects. `signal` aborts the request. */
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
