import type { AnyEvent } from '#events/catalogue.ts';
import type { LogRecord } from '#events/records.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Order } from '#contract/order-fields.ts';
import type { MessageData } from '#contract/messages.ts';
import type { PendingPlacement } from '../ports/storage.ts';
import type { ServerAnswer } from '../ports/transport.ts';
import type { PhoneState } from '../state.ts';
import type { Turn } from '../turn.ts';

/** What an answer said of a batch. */
export interface BatchOutcome {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly version: number;
  /** E5: what the server lacks, and what it knows. */
  readonly missing: VersionVector | undefined;
  readonly known: VersionVector;
}

/** What hangs on the kind of server: one that knows events, or one of the contract alone (P1, P2). */
export interface Dialect {
  /** P1: what the server is to be told of the diner's lines with this batch. */
  viewAfter(state: PhoneState, batch: readonly AnyEvent[]): CartView;
  /** Takes a cart in that was asked for. */
  takeCart(turn: Turn, answer: ServerAnswer): void;
  /** Takes the answer to a batch of own events in; undefined when it belongs to another session (S1). */
  takeOutcome(
    turn: Turn,
    answer: ServerAnswer,
    batch: readonly AnyEvent[],
    versionBefore: number,
  ): BatchOutcome | undefined;
  /** What another tab has learnt, as it goes into this one's log. */
  fromTab(turn: Turn, records: readonly LogRecord[]): readonly LogRecord[];
  /** What a peer's message says that may be believed: these events and rejections. */
  fromPeer(turn: Turn, records: readonly LogRecord[], data: MessageData): readonly LogRecord[];
  /** Every so many polls the server is asked although the group is live: a plain one gives no hints (D16). */
  readonly pollsWhileLive: number;
  /** O2: the table's open order is looked at before one is placed: what became of that can be told by it alone. */
  readonly looksAtOpenOrder: boolean;
  /** O1: an order is placed: who writes it down, and what the table is told. */
  orderPlaced(turn: Turn, order: Order, placement: PendingPlacement): void;
}
