/** What a phone's engine knows and is about to do: one plain object, never changed, only followed by the next. */
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { LogEntry, Log } from '#events/log.ts';
import type { LogRecord, Rejected } from '#events/records.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { Merged } from '#projections/cart-view.ts';
import type { CatchUpState } from './catch-up.ts';
import type { Author, Pen } from './mint.ts';
import type { Incoming } from './ports/incoming.ts';
import type { LogKey, PendingPlacement, Replacement } from './ports/storage.ts';
import type { OutboxState } from './outbox.ts';
import type { PlacementState } from './placement.ts';
import type { OrderTable } from './wire/order-detail.ts';

/** What stays the same for as long as the engine runs. */
export interface Facts {
  readonly log: LogKey;
  readonly table: OrderTable;
  /** Who the diner was at this session, on this phone, before they logged in. */
  readonly earlierIds: readonly string[];
  /** G2: from so many settled events on the rows on disk are summed up. */
  readonly summaryAfter: number;
}

/** The log, what it shows, and the hand that writes it. */
export interface KnowledgeState {
  readonly log: Log;
  readonly merged: Merged;
  /** The event that bears each diner's latest name, by user id; `names` says them. */
  readonly namedBy: ReadonlyMap<string, LogEntry>;
  readonly names: ReadonlyMap<string, string>;
  readonly pen: Pen;
  /** T4: takes over from `pen` once that one's events all have their answer. */
  readonly successor: Pen | undefined;
  /** T4: old id → new id of what was minted anew. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** G3: what is on its way to the disk. */
export interface DiskState {
  /** The browser's database has failed: the cart goes on in memory. */
  readonly inMemory: boolean;
  /** Whose rows are written: the claimed replica's, whichever id the pen writes under. */
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
  /** Replicas whose rows go once the first batch is written (T1). */
  readonly takenOver: readonly string[];
}

/** A batch that has no answer yet. */
export interface WrittenBatch {
  readonly number: number;
  /** Of its own events; undefined: it sums up what was written before. */
  readonly ids: readonly string[] | undefined;
  readonly placementId: string | undefined;
}

export type ServerKind = 'unknown' | 'aware' | 'plain';

export interface ServerState {
  /** `unknown` until the first answer. */
  readonly kind: ServerKind;
  /** The first answer is in. */
  readonly isLoaded: boolean;
  /** The last request was answered. */
  readonly isReachable: boolean;
  /** P2: a cart was left aside while a change was in doubt, and none has come since. */
  readonly hasMissedOne: boolean;
  /** When the diner was last told of a refusal, by call and code, ms of uptime. */
  readonly toldAt: ReadonlyMap<string, number>;
}

/** The table's group, and what it says. */
export interface GroupState {
  readonly isLive: boolean;
  /** What came before it was known what its version means (P2). */
  readonly unread: readonly { readonly incoming: Incoming; readonly browserId: string }[];
  /** Ids of events that peers told of: a sender that can't tell that a message arrived sends it again. */
  readonly heard: ReadonlySet<string>;
  /** D16: what the server said that it knows, looked at after a moment: the peer's own message comes first mostly. */
  readonly hint: { readonly at: number; readonly known: VersionVector } | undefined;
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
export interface TellingState {
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

export interface PhoneState {
  readonly facts: Facts;
  /** Who wrote last; the name may be given later on. */
  readonly author: Author;
  readonly isClosed: boolean;
  readonly knowledge: KnowledgeState;
  readonly disk: DiskState;
  readonly server: ServerState;
  readonly outbox: OutboxState;
  readonly catchUp: CatchUpState;
  readonly group: GroupState;
  readonly tabs: TabsState;
  readonly telling: TellingState;
  readonly stored: PendingPlacement | null;
  readonly placement: PlacementState;
  /** Numbers of calls and batches: grows by one with each. */
  readonly counter: number;
}
