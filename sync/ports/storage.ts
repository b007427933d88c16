import { clockStart, type Stamp } from '#events/log/clock.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { ViewJson } from '#projections/merge/view-json.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/** Identifies a log: one diner at one session of one table. */
export interface LogKey {
  readonly merchantId: string;
  /** Empty for an order without a table. */
  readonly tableId: string;
  readonly sessionId: string;
  readonly userId: string;
}

/** A placement that was sent and has no answer yet. */
export interface PendingPlacement {
  readonly placementId: string;
  /** The events that the diner had seen. The order takes exactly these. */
  readonly seen: VersionVector;
  /** When it was sent, ms by the server's clock. */
  readonly at: number;
  /** Finds the order at a server that knows no placement ids. Absent at all others. */
  readonly trace?: OrderTrace | undefined;
}

/** The state of a replica that its records do not contain. */
export interface ReplicaState {
  /** The sequence number of the last event, of the successor if there is one. */
  readonly lastSeq: number;
  readonly clock: Stamp;
  readonly placement: PendingPlacement | null;
  /** The replica id that writes after the first one's clock was found to be ahead. "" if there is none. */
  readonly successor: string;
  /** Events that were created again: old id → new id. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Changes that were sent to a snapshot server and have no known outcome, oldest first. */
  readonly unanswered: readonly UnansweredPost[];
}

/** The state of a replica that has written nothing. */
export const blankState: ReplicaState = {
  lastSeq: 0,
  clock: clockStart,
  placement: null,
  successor: '',
  renamed: {},
  unanswered: [],
};

export interface StoredReplica {
  readonly replicaId: string;
  readonly state: ReplicaState;
  readonly records: readonly LogRecord[];
  /** How many of the first records only summarise what was archived. */
  readonly summary: number;
  /** The index of the next batch, after all that were ever written. */
  readonly nextIndex: number;
  /** Some rows could not be read. The others are used, but no tab may continue under this replica id. */
  readonly isDamaged: boolean;
}

/** Why a storage failed. `quota`: the disk is full. `lost`: the connection failed twice. */
export type StorageFailure = { readonly kind: 'unavailable' | 'quota' | 'lost'; readonly reason: string };

/** Every method of a CartStorage may reject with this. */
export class StorageError extends Error {
  readonly failure: StorageFailure;

  constructor(failure: StorageFailure) {
    super(`${failure.kind}: ${failure.reason}`);
    this.failure = failure;
  }
}

/** Records, and the replica's state after them. */
export interface Batch {
  /** The batch's place among the replica's rows. It grows with each batch. */
  readonly index: number;
  /** When it is written, ms by the server's clock. */
  readonly at: number;
  readonly records: readonly LogRecord[];
  readonly state: ReplicaState;
  /** The batch replaces all earlier ones, which are archived with this reason. */
  readonly replaces?: Replacement | undefined;
}

export type Replacement =
  /** The batch is a summary of the log without its stable events. */
  | { readonly why: 'settled' }
  /** Phone and server showed different carts, so the log restarts. `mine` and `theirs` are the views. */
  | { readonly why: 'diverged'; readonly mine: ViewJson; readonly theirs: ViewJson };

/** A part of a replica's log that the cart no longer needs. Support and the explanation of a line still read it. */
export interface ArchivedPart {
  readonly log: LogKey;
  readonly replicaId: string;
  /** When it was archived, ms by the server's clock. */
  readonly at: number;
  /**
   * `takenOver`: another replica of this phone took over its log. `closed`: the table session was over. `unreadable`: the
   * row is damaged or of a newer program, so it has no records.
   */
  readonly reason: Replacement | { readonly why: 'takenOver' | 'closed' | 'unreadable' };
  /** How many of the first records only summarise the part before this one. */
  readonly summary: number;
  readonly records: readonly LogRecord[];
}

/** Stores logs. Every method may reject with a StorageError. */
export interface CartStorage {
  /** Returns every replica of the log, in no particular order. Unreadable rows are left out, with a warning. */
  load(log: LogKey): Promise<readonly StoredReplica[]>;
  /** Writes a batch in one transaction, and resolves when it is complete. */
  append(log: LogKey, replicaId: string, batch: Batch): Promise<void>;
  /**
   * Archives a replica that another one has taken over, or without `replicaId` the whole log of a closed session.
   * @param at ms by the server's clock
   */
  archive(log: LogKey, at: number, replicaId?: string): Promise<void>;
  /** Returns the archived parts, oldest first. @param logs whose parts; absent: all */
  loadArchive(logs?: readonly LogKey[]): Promise<readonly ArchivedPart[]>;
  close(): Promise<void>;
}

/** The quantities that the open order must contain after the placement. */
export interface OrderTrace {
  /** The id of the order that was open just before, or "" without one. */
  readonly orderBefore: string;
  /** By item key without category and notes: the ordered quantity, and the quantity in the order before. */
  readonly dishes: Readonly<Record<string, { readonly asked: number; readonly before: number }>>;
}

/** A request as the phone stores it until its outcome is known. */
export interface UnansweredPost {
  readonly id: string;
  /** The ids of its events, in order. */
  readonly ids: readonly string[];
  /** When it was stored, ms by the server's clock. */
  readonly at: number;
  /**
   * The values before and after, by place: a line's user and key, `guests` or `orderType`. It also contains the lines
   * that an older unanswered request changes, because they distinguish the two.
   */
  readonly changes: Readonly<Record<string, readonly [before: number, after: number]>>;
  /** The id of the table's last order when it was stored, or "" without one. */
  readonly lastOrderId: string;
  /** Whether any diner's cart had lines when it was stored. */
  readonly hadLines: boolean;
  /** An order or a clear came since, or the page was reloaded and may have missed one. Missing lines may be ordered. */
  readonly isCut: boolean;
  /** The diner's own part of the cart after the request, by place. Absent in records of older versions. */
  readonly result?: Readonly<Record<string, number>>;
  /** Its events have a decision, but the server may still carry it out. */
  readonly isOvertaken?: true;
  /** The server carried it out after a newer request, so the phone sends the newer lines again. */
  readonly hasUndone?: true;
}
