import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Order } from '#contract/order-fields.ts';
import type { PendingPlacement } from '../ports/storage.ts';
import type { ServerAnswer } from '../ports/transport.ts';
import type { PhoneState, Question } from '../state/phone-state.ts';
import type { StepContext } from '../state/step-context.ts';

/** What an answer said of a batch. */
export interface BatchOutcome {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** Undefined: such a server's numbers mean nothing to others (P2). */
  readonly version: number | undefined;
  /** E5: what the server lacks, and what it knows. */
  readonly missing: VersionVector | undefined;
  readonly known: VersionVector;
}

/** What hangs on the kind of server: one that knows events, or one of the contract alone (P1, P2). */
export interface Dialect {
  /** P1: what the server is to be told of the diner's lines with this batch. */
  viewAfter(state: PhoneState, batch: readonly AnyEvent[]): CartView;
  /** Takes a cart in that was asked for. */
  takeCart(context: StepContext, answer: ServerAnswer, question: Question): void;
  /** Takes the answer to a batch of own events in; undefined when it belongs to another session (S1). */
  takeOutcome(
    context: StepContext,
    answer: ServerAnswer,
    batch: readonly AnyEvent[],
  ): BatchOutcome | undefined;
  /** What of a peer's events and rejections may be believed. */
  fromPeer(records: readonly LogRecord[]): readonly LogRecord[];
  /** P2: a cart is asked for before anything is sent. */
  needsCart(state: PhoneState, uptime: number): boolean;
  /** P2: GET and POST go one at a time; a POST is kept on disk before it leaves. */
  readonly isOneAtATime: boolean;
  /** O2: the table's open order is looked at before one is placed: what became of that can be told by it alone. */
  readonly looksAtOpenOrder: boolean;
  /** O1: an order is placed: who writes it down, and what the table is told. */
  orderPlaced(context: StepContext, order: Order, placement: PendingPlacement): void;
}
