/**
 * The seam for the kind of server. A phone meets two kinds:
 *
 * - An *event server* receives events, decides on each one, and answers with the events that the phone lacks.
 * - A *snapshot server* knows only the contract: it stores the lines of the last request and lists everybody's lines.
 *
 * Until the first answer the kind is unknown. The rest of `sync` and the client do not ask for the kind. They ask the
 * `Protocol` that `registry.ts` selects:
 *
 *     parts/outbox.ts ──► chooseProtocol(state) ──► unknown-server.ts
 *                                           ├─► event/event-server.ts
 *                                           └─► snapshot/snapshot-server.ts, loaded on demand
 *
 * Example: `chooseProtocol(state).isIdempotent` says whether the outbox may send a slow request again.
 */
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { PendingPlacement } from '../ports/storage.ts';
import type { ServerAnswer, ServerCall, ServerVersion, TransportFailure } from '../ports/transport.ts';
import type { PhoneState, Question } from '../state/phone-state.ts';
import type { StepContext } from '../state/step-context.ts';

/** The decisions of the server on a batch of own events. */
export interface BatchOutcome {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** Undefined for a snapshot server: its numbers mean nothing to other phones. */
  readonly version: number | undefined;
  /** The events that the server needs first, and the events that it has. */
  readonly missing: VersionVector | undefined;
  readonly known: VersionVector;
  /** The server lacks events that only a peer claimed. */
  readonly lacksInvented: boolean;
}

/** Reads the answers of one kind of server. The answer itself shows its kind, so its reader is always known. */
export interface AnswerReader {
  /** Has the answer the shape that this protocol prescribes? */
  isReadable(answer: ServerAnswer): boolean;
  /** Applies the server's decisions on the batch. Undefined when the answer belongs to another session. */
  applyOutcome(
    context: StepContext,
    answer: ServerAnswer,
    batch: readonly AnyEvent[],
  ): BatchOutcome | undefined;
  /** Applies a requested cart. False when this tab leaves it to the leading tab. */
  applyCart(context: StepContext, answer: ServerAnswer, question: Question): boolean;
  /** Which events does a snapshot from another tab cover? */
  coversOf(snapshot: Snapshot, log: Knowledge): VersionVector;
  /** May an answer omit a clear that every phone has? Then a line may be gone without an event that names it. */
  readonly omitsStableClears: boolean;
}

/** How to speak to the server. Before the first answer that is `unknown-server.ts`. */
export interface Protocol {
  /** Has the server shown its kind? Before that the phone sends no change and reads no message. */
  readonly isKnown: boolean;

  // Requests

  /** Do requests for the cart and requests with changes wait for each other? */
  readonly isOneAtATime: boolean;
  /** Does the server recognise a change that it receives twice? Then a slow request may be sent again. */
  readonly isIdempotent: boolean;
  /** How long does a request wait for its answer at first, and at most? ms */
  readonly answerMs: { readonly first: number; readonly most: number };
  /**
   * Must the phone have a new cart before it sends anything? `soon`: a message usually follows that asks for it anyway.
   * @param uptime ms
   */
  needsCart(state: PhoneState, uptime: number): 'now' | 'soon' | undefined;
  /**
   * Prepares the request for this batch, in `outbox.prepared`, if there is anything to send. With a `postId` it must be
   * on disk before it is sent.
   */
  prepareRequest(context: StepContext, batch: readonly AnyEvent[]): void;
  /** Handles the refusal of a whole request: wait, retry, split the batch or reject its event. */
  applyRefusal(
    context: StepContext,
    refusal: Extract<TransportFailure, { kind: 'refused' }>,
    batch: readonly AnyEvent[],
  ): void;

  // Answers and carts

  /** Does the answer come from another server than the one that the phone knows? */
  isOfOtherServer(answer: unknown): boolean;
  /** Does the server announce changes of the cart to the table's group? Otherwise the phone polls. */
  readonly announcesChanges: boolean;
  /** Asks the leading tab for the cart. Absent if every tab asks the server itself. */
  readonly askLeader?: ((context: StepContext) => void) | undefined;
  /** How does the server call the version of the cart that the phone knows? */
  cartVersion(state: PhoneState): ServerVersion;

  // Peers

  /** Which records from a peer may the phone believe? */
  filterPeerRecords(records: readonly LogRecord[], log: Knowledge): readonly LogRecord[];
  /** Notes what the server has yet to confirm of a peer's message. */
  handlePeerMessage(context: StepContext, messageType: string, events: readonly AnyEvent[]): void;
  /** Does the phone ask for the cart after each message of a peer? */
  readonly asksAfterMessages: boolean;

  // Orders and rejections

  /** May an order leave lines in the cart? */
  readonly canLeaveOutLines: boolean;
  /**
   * Must the phone read the table's open order before it places one? Only that order shows later whether the
   * placement arrived.
   */
  readonly readsOpenOrder: boolean;
  /** May own changes need more than one timeout before an order, because requests wait for each other? */
  readonly settlesSlowly: boolean;
  /** Does the code refuse an order because the server has it already? */
  isRepeatedOrder(code: number): boolean;
  /** Which call asks for the outcome of a placement? Undefined: the kind of server is not known yet. */
  placementQuestion(placement: PendingPlacement): ServerCall | undefined;
  /** An order was placed: writes its event if the server does not, and announces it to the table. */
  completeOrder(context: StepContext, order: Order, placement: PendingPlacement): void;
  /** May the diner try a rejected dish again? @param code of the rejection */
  mayTryAgain(code: string | number): boolean;
}
