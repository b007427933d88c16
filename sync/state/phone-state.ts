/**
 * The state of a phone's engine: one plain object, which never changes. Each step returns the next one.
 *
 * Every part has one owner, which holds its rules. Other modules read the part, or change single fields of it:
 *
 *   part               contents                                          owner
 *   facts              the log's key and the table; constant             open.ts
 *   knowledge          the log, its view, and its writer                 log/knowledge.ts
 *   disk               records on their way to the disk                  log/disk.ts
 *   server             the kind of server, its cart and its health       protocols/, parts/refusals.ts
 *   outbox             the request with the diner's changes              parts/outbox.ts, parts/tries.ts
 *   catchUp            the request for what this phone lacks             parts/catch-up.ts
 *   group              messages of the table's group                     parts/peers.ts
 *   tabs               the diner's other tabs                            parts/tabs.ts
 *   notifying          notices and messages that are still due           parts/losses.ts, parts/table.ts
 *   placement, stored  the order that is being placed or asked about     parts/placement.ts
 *
 * The session's life, as `isClosed` and `endsAt` express it:
 *
 *   open ──► closed, `endsAt` set ──► closed, `endsAt` undefined: the engine ends
 *     ▲        │ within a minute, the staff reopen the table
 *     └────────┘
 *
 * Invariants:
 * - Times are ms of `Moment.uptime`, unless a comment names another clock. Infinity means never.
 * - A request is known by its number. An answer with another number than the expected one is ignored.
 *
 * Example: `change(context, 'outbox', { wait: undefined })` replaces one field and leaves the earlier state as it was.
 */
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogEntry, Log } from '#events/records/log.ts';
import type { LogRecord, Rejected } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView, Merged } from '#projections/merge/cart-view.ts';
import type { PlaceRequest } from '../ports/input.ts';
import type { Author, Writer } from '../commands/create-event.ts';
import type { Incoming } from '../ports/incoming.ts';
import type { ServerCall, ServerVersion, UnreadLine } from '../ports/transport.ts';
import type { LogKey, PendingPlacement, Replacement } from '../ports/storage.ts';
import type { OrderTable } from '../wire/order-detail.ts';
import type { UnansweredPost } from '../ports/storage.ts';

/** Constant for as long as the engine runs. */
export interface Facts {
  readonly log: LogKey;
  readonly table: OrderTable;
  /** The diner's user ids at this session and on this phone before the login. */
  readonly earlierIds: readonly string[];
  /** After this many stable events have left memory, one batch replaces the rows on disk by a summary. */
  readonly summaryAfter: number;
}

/** The log, the view of it, and the writer of own events. */
export interface KnowledgeState {
  readonly log: Log;
  readonly merged: Merged;
  /** The event with each diner's latest name, by user id. `names` has the names themselves. */
  readonly namedBy: ReadonlyMap<string, LogEntry>;
  readonly names: ReadonlyMap<string, string>;
  /** The diner of each replica: replica id → user id. Compaction keeps it, so no other diner can use the replica. */
  readonly owners: ReadonlyMap<string, string>;
  readonly writer: Writer;
  /** Becomes the writer once every event of `writer` has an answer. Set after the phone's clock was ahead. */
  readonly successor: Writer | undefined;
  /** Events that were created again: old id → new id. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Records on their way to the disk. An own event leaves the phone only after it is saved. */
export interface DiskState {
  /** The browser's database has failed, so the cart continues in memory. */
  readonly inMemory: boolean;
  /** The replica id of the rows. It stays the same when a successor becomes the writer. */
  readonly rowsOf: string;
  readonly queue: readonly LogRecord[];
  /** The next batch's place among the rows. */
  readonly nextIndex: number;
  /**
   * When the next batch is due, ms of uptime. 0: at once, because of an own event or a change of the replica's state.
   * Infinity: there is nothing to write.
   */
  readonly dueAt: number;
  /** Set if the next batch replaces all rows, with the reason. */
  readonly replaces: Replacement | undefined;
  /** How many events have left memory since the last summary of the rows. */
  readonly settled: number;
  /** Own events that a crash would lose, in order. */
  readonly unsaved: ReadonlySet<string>;
  readonly batches: readonly WrittenBatch[];
  /** The id of the placement that is on disk. */
  readonly placementSaved: string | undefined;
  /** The id of the newest unanswered post that is on disk. */
  readonly postSaved: string | undefined;
  /** Replicas of dead tabs, which this log includes. Their rows are archived once the first batch is written. */
  readonly takenOver: readonly string[];
}

/** A batch that is being written. */
export interface WrittenBatch {
  readonly number: number;
  /** The ids of its own events. undefined if the batch is a summary of earlier rows. */
  readonly ids: readonly string[] | undefined;
  readonly placementId: string | undefined;
  readonly postId: string | undefined;
}

export type ServerKind = 'unknown' | 'event' | 'snapshot';

/**
 * How the last request ended. `silent`: without an answer. `unreadable`: the phone cannot read the answer. `failing`:
 * the server answered that it fails (5xx).
 */
export type Reach = 'answered' | 'silent' | 'unreadable' | 'failing';

export interface ServerState {
  /** `unknown` until the first answer. Only `sync/protocols` reads this field; others ask `chooseProtocol(state)`. */
  readonly serverKind: ServerKind;
  /** The server has answered at least once with a cart. */
  readonly isLoaded: boolean;
  readonly reach: Reach;
  /** The version of the cart as a snapshot server last named it. The next request repeats it. */
  readonly serverVersion: ServerVersion;
  /** Lines of the newest cart that this program cannot read, unchanged. They go back with every change. */
  readonly unread?: readonly UnreadLine[] | undefined;
  /** When a snapshot server's last cart arrived. undefined: the phone needs a new cart before it sends a change. */
  readonly cartAt: number | undefined;
  /** Every event that an event server said it knows. */
  readonly known: VersionVector;
  /** When the session's data was restored from a backup, ms by the server's wall clock. */
  readonly restoredAt: number | undefined;
  /** When the diner was last notified of a refusal, by call and code. */
  readonly notifiedAt: ReadonlyMap<string, number>;
}

/** The real-time group of the table, and its messages. */
export interface GroupState {
  readonly isLive: boolean;
  /** Messages that arrived before the first answer. Their meaning depends on the kind of server. */
  readonly unread: readonly { readonly incoming: Incoming; readonly browserId: string }[];
  /**
   * By replica, the highest number of an event in peers' messages. The list of all ids would make the memory of a phone
   * grow all evening.
   */
  readonly received: ReadonlyMap<string, number>;
  /** Browser ids of this project's phones at the table. They publish their own additions, so the server need not. */
  readonly publishers: ReadonlySet<string>;
  /** The server's latest hint. It waits a moment, because the peer's own message mostly arrives first. */
  readonly hint: Hint | undefined;
  readonly unconfirmed: Unconfirmed | undefined;
}

/** A message of the server: the events that it knows, and the digest of its view. The phone looks at it at `at`. */
export interface Hint {
  readonly at: number;
  readonly known: VersionVector;
  readonly digest: string | undefined;
}

/**
 * Events of peers that the server has not confirmed. The phone checks those in `known` at `lookAt`. Events that arrive
 * meanwhile collect in `later` and are checked next.
 */
export interface Unconfirmed {
  readonly known: VersionVector;
  readonly later: VersionVector;
  readonly lookAt: number;
  /** How many answers of the server lacked events of `known`. */
  readonly lacks: number;
}

/** The diner's other tabs at this table. */
export interface TabsState {
  /** This tab sends for all of them and holds the real-time connection. */
  readonly leads: boolean;
  /** Events of other tabs that this tab must send. They enter its log only after the server accepted them. */
  readonly theirs: ReadonlyMap<string, AnyEvent>;
  /** Until when the other tabs may report events to send. An order or a login waits for that. */
  readonly answerBy: number | undefined;
}

export interface HeldMessage {
  readonly eventId: string;
  readonly messageType: MessageType;
  readonly data: MessageData;
}

/** Notices and messages that are still due. */
export interface NotifyingState {
  /** Messages about own events that are not on disk yet. */
  readonly held: readonly HeldMessage[];
  /** The server's rejections of own events. The next message to the table includes them. */
  readonly untold: readonly Rejected[];
  /** Rejections of events of a dead tab, which could not notify the diner itself. */
  readonly late: readonly Rejected[];
  /** Changes of others while the diner could not see the cart. */
  readonly missed: readonly LogRecord[];
  /** The phone knew nothing of this table, so `missed` happened before the diner came. */
  readonly isFirst: boolean;
  /** The server's first answer is due. All events in it happened before the diner came. */
  readonly isArriving: boolean;
  /** The diner has just logged in. They saw the events of the first answer as a guest, so they get no notice. */
  readonly isSeen: boolean;
}

/** The diner's changes on their way to the server. `parts/outbox.ts` has the states of a request. */
export interface OutboxState {
  readonly underWay: RequestUnderWay | undefined;
  /** Events in the request under way, or held by the server until it knows their `seen`. */
  readonly sent: ReadonlySet<string>;
  /** Accepted events that the server now says it lacks. They are sent again. */
  readonly again: ReadonlySet<string>;
  /** 1 after the server refused a batch: single events show which one it refuses. */
  readonly batchSize: number;
  readonly wait: Wait | undefined;
  /** The length of the next pause before jitter, ms. */
  readonly delayMs: number;
  /** How many answers in a row held every event. */
  readonly held: number;
  /** Requests that a snapshot server did not answer, oldest first. */
  readonly unanswered: readonly UnansweredPost[];
  /** One of them has ended without an answer. The next cart shows its outcome. */
  readonly isInDoubt: boolean;
  /** The next request. At a snapshot server it leaves once it is on disk. */
  readonly prepared: Prepared | undefined;
  /** The phone reads the table's open order. `mayRepeat`: events that are not in it are sent again. */
  readonly looking: { readonly number: number; readonly mayRepeat: boolean } | undefined;
  /** The event that a snapshot server keeps refusing, with its code and the number of refusals in a row. */
  readonly refusal: { readonly id: string; readonly code: number; readonly times: number } | undefined;
  /** Set if the cart had changed before the request arrived. `lines`: the own lines as the phone knew them then. */
  readonly stale:
    | { readonly ids: readonly string[]; readonly times: number; readonly lines: string }
    | undefined;
  /** How many requests in a row were given up. Each further one waits twice as long. */
  readonly givenUp: number;
}

export interface Prepared {
  /** The unanswered post that must be on disk first. undefined: the request may leave at once. */
  readonly postId: string | undefined;
  readonly events: readonly AnyEvent[];
  readonly call: ServerCall;
}

export interface RequestUnderWay {
  readonly number: number;
  readonly events: readonly AnyEvent[];
  /** The id of its unanswered post, at a snapshot server. */
  readonly postId: string | undefined;
  /** When it has timed out. Then the phone asks for the cart as a sign of life. */
  readonly hangsAt: number;
  /** When it is given up even if no other call was answered. */
  readonly endsAt: number;
  /** Another call was answered meanwhile, so the server is there and has probably lost this request. */
  readonly isOvertaken: boolean;
}

/** Why the outbox sends nothing until `at`. A sign of life ends only the wait after `noAnswer`. */
export interface Wait {
  readonly why: 'noAnswer' | 'refused' | 'held' | 'noName';
  readonly at: number;
}

/** Why the log must restart from everything that the server has. */
export type RestartReason =
  /** Phone and server know the same events and show different carts. */
  | 'diverged'
  /** The server keeps lacking events that peers called accepted. */
  | 'madeUp'
  /** The server keeps holding the phone's events, because their `seen` names events that it lacks. */
  | 'stuck';

/** The question for what this phone lacks. `parts/catch-up.ts` has its states. */
export interface CatchUpState {
  readonly isWanted: boolean;
  /** The question may leave at once. False if only peers' messages want it: then one leaves each second. */
  readonly isHurried: boolean;
  readonly underWay: Question | undefined;
  /** An earlier question that may still be answered. A slow server would never answer if all were given up early. */
  readonly older: Question | undefined;
  /** How many questions left in a row. */
  readonly questions: number;
  /** When the phone next looks for a sign of life, if a request has timed out. */
  readonly probeAt: number;
  readonly wait:
    | { readonly why: 'noAnswer' | 'lags' | 'refused' | 'busy' | 'burst'; readonly at: number }
    | undefined;
  readonly delayMs: number;
  /** Events that the server knows according to its hints. */
  readonly hinted: VersionVector;
  /** When the phone asks without another reason. */
  readonly pollAt: number;
  /** The highest cart number of another tab, and events that other tabs or held messages named. */
  readonly above: number;
  readonly received: VersionVector;
  /** The number of the last question, and when it left. */
  readonly lastVersion: number;
  readonly leftAt: number;
  /** How many answers in a row lacked events that the server once had. */
  readonly lacking: number;
  /** A requested restart. It is under way once it has a number. */
  readonly restart: { readonly reason: RestartReason; readonly number: number | undefined } | undefined;
  /** The log has restarted. From then on the phone believes only the server, so no peer can cause a second restart. */
  readonly isMended: boolean;
}

export interface Question {
  readonly number: number;
  /** The number of the cart that will answer, by the phone's own count. */
  readonly version: number;
  /** These fields are as they were when the question left. They show what its answer includes. */
  readonly log: Log;
  readonly received: CatchUpState['received'];
  readonly known: ServerState['known'];
}

/** An order that is being placed, or whose outcome is unknown. */
export interface PlacementState {
  readonly job: Job | undefined;
  /** The phone asks for the outcome of the stored placement. */
  readonly asking: Asking | undefined;
  /** Set if the phone must ask until it knows the outcome. */
  readonly keepOn: KeepOn | undefined;
}

export interface Job {
  /** The cart on the screen at the tap. Dishes that others add later belong to the next round. */
  readonly view: CartView;
  readonly unread: ServerState['unread'];
  readonly request: PlaceRequest;
  readonly phase: Phase;
}

/** How far placing has come. `parts/placement.ts` has the transitions. */
export type Phase =
  /** The last order's outcome is still unknown, so the phone asks for that first. */
  | { readonly kind: 'lastOne'; readonly online: boolean }
  /** A harmless read tests the connection. An order that is lost on the way would leave an unknown outcome. */
  | { readonly kind: 'probing'; readonly number: number; readonly next: 'settle' | 'look' }
  /** Own changes go to the server first. */
  | { readonly kind: 'settling'; readonly until: number; readonly last: number }
  /** The phone reads the open order, to recognise its own order in it later. */
  | { readonly kind: 'looking'; readonly number: number }
  /** The placement is on its way to the disk. After a crash the phone can then ask for the outcome. */
  | { readonly kind: 'keeping'; readonly placement: PendingPlacement }
  | { readonly kind: 'placing'; readonly placement: PendingPlacement; readonly number: number }
  /** The server refused it as a repetition. Browsers repeat a request if the connection ends before the answer. */
  | { readonly kind: 'repeated'; readonly code: number; readonly msg: string };

export interface Asking {
  readonly placement: PendingPlacement;
  readonly tries: number;
  readonly number: number | undefined;
  /** When the next try is due. */
  readonly at: number;
}

export interface KeepOn {
  readonly waitMs: number;
  readonly at: number | undefined;
  /** Notify the diner of the outcome. After a reload no page waits for it. */
  readonly notifies: boolean;
}

export interface PhoneState {
  readonly facts: Facts;
  /** The diner, as the last command named them. A diner may enter the name later. */
  readonly author: Author;
  readonly isClosed: boolean;
  /** Until when the staff may reopen the closed table. With `isClosed` false, the phone asks whether they did. */
  readonly endsAt: number | undefined;
  readonly knowledge: KnowledgeState;
  readonly disk: DiskState;
  readonly server: ServerState;
  readonly outbox: OutboxState;
  readonly catchUp: CatchUpState;
  readonly group: GroupState;
  readonly tabs: TabsState;
  readonly notifying: NotifyingState;
  /** The placement without an outcome, as it is or will be on disk. */
  readonly stored: PendingPlacement | null;
  readonly placement: PlacementState;
  /** The number of the last call or batch. */
  readonly counter: number;
}
