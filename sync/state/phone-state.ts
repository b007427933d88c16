/** What a phone's engine knows and is about to do: one plain object, never changed, only followed by the next. */
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { GrowingSet } from '#events/log/growing.ts';
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
import type { UnansweredPost } from '../protocols/snapshot/unanswered-post.ts';

/** What stays the same for as long as the engine runs. */
export interface Facts {
  readonly log: LogKey;
  readonly table: OrderTable;
  /** Who the diner was at this session, on this phone, before they logged in. */
  readonly earlierIds: readonly string[];
  /** G2: from so many settled events on the rows on disk are summed up. */
  readonly summaryAfter: number;
}

/** The log, what it shows, and its writer. */
export interface KnowledgeState {
  readonly log: Log;
  readonly merged: Merged;
  /** The event that bears each diner's latest name, by user id; `names` says them. */
  readonly namedBy: ReadonlyMap<string, LogEntry>;
  readonly names: ReadonlyMap<string, string>;
  /** E5: whose each replica is, by replica id; also of events that have left the log since. */
  readonly owners: ReadonlyMap<string, string>;
  readonly writer: Writer;
  /** T4: takes over from `writer` once that one's events all have their answer. */
  readonly successor: Writer | undefined;
  /** T4: old id → new id of what was minted anew. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** G3: what is on its way to the disk. */
export interface DiskState {
  /** The browser's database has failed: the cart goes on in memory. */
  readonly inMemory: boolean;
  /** Whose rows are written: the claimed replica's, whichever id the writer writes under. */
  readonly rowsOf: string;
  readonly queue: readonly LogRecord[];
  /** The place of the next batch among the rows. */
  readonly nextIndex: number;
  readonly isStateNew: boolean;
  /** The next batch takes the place of all rows. */
  readonly replaces: Replacement | undefined;
  /** G2: so many events have left the memory since the rows were summed up. */
  readonly settled: number;
  /** Own events that a crash would still take away, in order. */
  readonly unsaved: ReadonlySet<string>;
  readonly batches: readonly WrittenBatch[];
  /** The placement as the disk has it. */
  readonly placementSaved: string | undefined;
  /** P2: the newest unanswered change that the disk has. */
  readonly postSaved: string | undefined;
  /** Replicas whose rows go once the first batch is written (T1). */
  readonly takenOver: readonly string[];
}

/** A batch that has no answer yet. */
export interface WrittenBatch {
  readonly number: number;
  /** Of its own events; undefined: it sums up what was written before. */
  readonly ids: readonly string[] | undefined;
  readonly placementId: string | undefined;
  readonly postId: string | undefined;
}

export type ServerKind = 'unknown' | 'event' | 'snapshot';

/** `unreadable`: an answer came, and nobody can read it (P5); `failing`: it says that the server itself fails. */
export type Reach = 'answered' | 'silent' | 'unreadable' | 'failing';

export interface ServerState {
  /** `unknown` until the first answer. Only `sync/protocols` reads it. */
  readonly serverKind: ServerKind;
  /** The first answer is in. */
  readonly isLoaded: boolean;
  /** How the last request ended. */
  readonly reach: Reach;
  /** P2: what a plain server called its version last. */
  readonly serverVersion: ServerVersion;
  /** P4: what of its newest cart could not be read, as it came. */
  readonly unread?: readonly UnreadLine[] | undefined;
  /** P4: when a plain server's cart came last, ms of uptime. */
  readonly cartAt: number | undefined;
  /** S2: what an event-aware server has said that it knows. */
  readonly known: VersionVector;
  /** S2: when the session's data was put back from a copy, wall clock of the server, ms. */
  readonly restoredAt: number | undefined;
  /** When the diner was last told of a refusal, by call and code, ms of uptime. */
  readonly toldAt: ReadonlyMap<string, number>;
}

/** The table's group, and what it says. */
export interface GroupState {
  readonly isLive: boolean;
  /** What came before it was known what its version means (P2). */
  readonly unread: readonly { readonly incoming: Incoming; readonly browserId: string }[];
  /** Ids of events that peers told of: a sender that can't tell that a message arrived sends it again. */
  readonly heard: GrowingSet<string>;
  /** Browser ids of this project's phones at the table. Each of them publishes its own additions (P3). */
  readonly tellers: GrowingSet<string>;
  /** D16: what the server said that it knows, looked at after a moment: the peer's own message comes first mostly. */
  readonly hint: Hint | undefined;
  readonly told: Told | undefined;
}

/** D16: what the server knows, and the digest of what it shows then (G5); looked at at `at`, ms of uptime. */
export interface Hint {
  readonly at: number;
  readonly known: VersionVector;
  readonly digest: string | undefined;
}

/** E5: what peers told and the server has yet to vouch for; `later` has its turn after the next look. */
export interface Told {
  readonly known: VersionVector;
  readonly later: VersionVector;
  /** ms of uptime */
  readonly lookAt: number;
  /** So many answers lacked it. */
  readonly lacks: number;
}

/** The diner's other tabs at this table. */
export interface TabsState {
  /** This tab sends for all of them and holds the real-time connection. */
  readonly leads: boolean;
  /** Events of other tabs that this one is to send; they are not in its log before the server accepted them (P3). */
  readonly theirs: ReadonlyMap<string, AnyEvent>;
  /** O4: the others were asked what they have to send; until then they may answer, ms of uptime. */
  readonly answerBy: number | undefined;
}

export interface HeldMessage {
  readonly eventId: string;
  readonly messageType: MessageType;
  readonly data: MessageData;
}

/** What is still to be told, and what was missed. */
export interface NotifyingState {
  /** G3: messages about own events that are not on disk yet. */
  readonly held: readonly HeldMessage[];
  /** F2: own rejections that the others have not been told yet. */
  readonly untold: readonly Rejected[];
  /** Of changes that a tab has left behind, which died before it heard of them. */
  readonly late: readonly Rejected[];
  /** What others did while the diner couldn't see it. */
  readonly missed: readonly LogRecord[];
  /** Nothing of the table was known before: what was missed was there before the diner came. */
  readonly isFirst: boolean;
  /** Until the server's first answer whatever that brings was there before. */
  readonly isArriving: boolean;
  /** The diner has just logged in: what the first answer brings they have seen as a guest. */
  readonly isSeen: boolean;
}

/** G4: what is being sent. */
export interface OutboxState {
  readonly underWay: RequestUnderWay | undefined;
  /** Events that are in a request just now, or were held by the server. */
  readonly sent: ReadonlySet<string>;
  /** E5: accepted once, yet the server says that it lacks them. */
  readonly again: ReadonlySet<string>;
  /** After the server refused a batch, events go one by one until the one at fault is found. */
  readonly batchSize: number;
  readonly wait: Wait | undefined;
  /** The next pause, ms. */
  readonly delayMs: number;
  readonly held: number;
  /** P2: changes that a plain server has not answered, oldest first. */
  readonly unanswered: readonly UnansweredPost[];
  /** P2: one of them has come to its end without an answer: the next cart tells of it. */
  readonly isInDoubt: boolean;
  /** P2: the next change, which leaves once it is on disk. */
  readonly prepared: Prepared | undefined;
  /** P2: the table's open order is being looked at; `mayRepeat`: what no order took goes out again. */
  readonly looking: { readonly number: number; readonly mayRepeat: boolean } | undefined;
  /** P4: what a plain server has refused in a row. */
  readonly refusal: { readonly id: string; readonly code: number; readonly times: number } | undefined;
  /** P4: so often in a row the cart had changed before a change arrived; the own lines as they were known then. */
  readonly stale:
    | { readonly ids: readonly string[]; readonly times: number; readonly lines: string }
    | undefined;
  /** So many requests in a row were given up: each further one waits twice as long (G7). */
  readonly givenUp: number;
}

export interface Prepared {
  /** The unanswered post that must be on disk first; undefined: the request may leave at once. */
  readonly postId: string | undefined;
  readonly events: readonly AnyEvent[];
  readonly call: ServerCall;
}

export interface RequestUnderWay {
  readonly number: number;
  readonly events: readonly AnyEvent[];
  /** P2: under which it is kept until it is answered. */
  readonly postId: string | undefined;
  /** When it hangs, ms of uptime. */
  readonly hangsAt: number;
  /** When it is given up even if no other call was answered, ms of uptime. */
  readonly endsAt: number;
  /** G7: another call has got its answer meanwhile. */
  readonly isOvertaken: boolean;
}

/** Why nothing is sent just now: until `at`, ms of uptime. Only the first kind ends at a sign of life (G7). */
export interface Wait {
  readonly why: 'noAnswer' | 'refused' | 'held' | 'noName';
  readonly at: number;
}

/** G5: why the log is to start again from the whole of what the server has. */
export type RestartReason =
  /** Phone and server know the same and show something else. */
  | 'diverged'
  /** E5: the server goes on lacking what others had told, … */
  | 'madeUp'
  /** … and takes nothing of this phone's that has seen it; only its own word helps. */
  | 'stuck';

/** G6: what is being asked for. */
export interface CatchUpState {
  readonly isWanted: boolean;
  /** Whoever wants it does not only follow a message (P3). */
  readonly isHurried: boolean;
  readonly underWay: Question | undefined;
  /** One that left before it and may still be answered: a slow server would answer none that is given up too soon. */
  readonly older: Question | undefined;
  /** In a row. */
  readonly questions: number;
  /** G7: when the next sign of life is looked for, if a request hangs, ms of uptime. */
  readonly probeAt: number;
  readonly wait:
    | { readonly why: 'noAnswer' | 'lags' | 'refused' | 'busy' | 'burst'; readonly at: number }
    | undefined;
  readonly delayMs: number;
  /** D16: the server said that it knows this. */
  readonly hinted: VersionVector;
  readonly pollAt: number;
  /** P2: the highest number that another tab has, and what the tabs heard that do not lead. */
  readonly above: number;
  readonly heard: VersionVector;
  /** P2: the number that the last question took, and when it left, ms of uptime. */
  readonly lastVersion: number;
  readonly leftAt: number;
  /** S2: so many answers one after the other lacked what the server had answered for before. */
  readonly lacking: number;
  /** G5: under way once it has a number. */
  readonly restart: { readonly reason: RestartReason; readonly number: number | undefined } | undefined;
  /** It has begun again: from then on the server's word alone counts, and a second difference is no peer's doing. */
  readonly isMended: boolean;
}

export interface Question {
  readonly number: number;
  /** P2: of a plain server's cart, as the phone counts them. */
  readonly version: number;
  /** P2: what such a cart will cover. */
  readonly covers: VersionVector;
  /** S2: what an event-aware server had answered for by then: it never knows less. */
  readonly answered: VersionVector;
}

/** O1, O2: an order that is being placed, or asked after. */
export interface PlacementState {
  readonly job: Job | undefined;
  /** What became of the stored placement is being asked. */
  readonly asking: Asking | undefined;
  /** Asking goes on until it is known. */
  readonly keepOn: KeepOn | undefined;
}

export interface Job {
  /** What stood on the screen at the tap is what is ordered; what others add from then on is the next round. */
  readonly view: CartView;
  readonly unread: ServerState['unread'];
  readonly request: PlaceRequest;
  readonly phase: Phase;
}

/** How far placing has come. */
export type Phase =
  /** O2: while the outcome of the last one is unknown, nothing else is placed. */
  | { readonly kind: 'lastOne'; readonly online: boolean }
  /** A read does no harm: where it comes to nothing, an order would leave the diner with an outcome nobody knows. */
  | { readonly kind: 'probing'; readonly number: number; readonly next: 'settle' | 'look' }
  | { readonly kind: 'settling'; readonly until: number; readonly last: number }
  | { readonly kind: 'looking'; readonly number: number }
  /** O1: it is written down before it is asked for. */
  | { readonly kind: 'keeping'; readonly placement: PendingPlacement }
  | { readonly kind: 'placing'; readonly placement: PendingPlacement; readonly number: number }
  /** A browser repeats a request by itself when the connection ends before the answer: that one is refused. */
  | { readonly kind: 'repeated'; readonly code: number; readonly msg: string };

export interface Asking {
  readonly placement: PendingPlacement;
  readonly tries: number;
  readonly number: number | undefined;
  /** When the next try is due, ms of uptime. */
  readonly at: number;
}

export interface KeepOn {
  readonly waitMs: number;
  readonly at: number | undefined;
  /** After a reload nobody else tells the diner. */
  readonly tells: boolean;
}

export interface PhoneState {
  readonly facts: Facts;
  /** Who wrote last; the name may be given later on. */
  readonly author: Author;
  readonly isClosed: boolean;
  /** Of a table that was closed: until then the staff may take it back (A2), then the engine ends; ms of uptime. */
  readonly endsAt: number | undefined;
  readonly knowledge: KnowledgeState;
  readonly disk: DiskState;
  readonly server: ServerState;
  readonly outbox: OutboxState;
  readonly catchUp: CatchUpState;
  readonly group: GroupState;
  readonly tabs: TabsState;
  readonly notifying: NotifyingState;
  readonly stored: PendingPlacement | null;
  readonly placement: PlacementState;
  /** Numbers of calls and batches: grows by one with each. */
  readonly counter: number;
}
