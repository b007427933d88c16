import { clockStart, type Stamp } from '#events/log/clock.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { ViewJson } from '#projections/merge/view-json.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { OrderTrace } from '../protocols/snapshot/order-trace.ts';
import type { UnansweredPost } from '../protocols/snapshot/unanswered-post.ts';

/** S1, T1: which log; one diner's at one session of one table. */
export interface LogKey {
  readonly merchantId: string;
  /** Empty for an order without a table. */
  readonly tableId: string;
  readonly sessionId: string;
  readonly userId: string;
}

/** O1: a placement that was sent and has no answer yet. */
export interface PendingPlacement {
  readonly placementId: string;
  readonly seen: VersionVector;
  /** When it was sent, ms by the server's clock. */
  readonly at: number;
  /** O2: by what a server that knows no placement ids is asked; absent where it does. */
  readonly trace?: OrderTrace | undefined;
}

/** What a replica must not forget beside its records. */
export interface ReplicaState {
  /** T2: sequence number of the last event minted, by the successor if there is one. */
  readonly lastSeq: number;
  readonly clock: Stamp;
  readonly placement: PendingPlacement | null;
  /** T4: the replica that goes on writing after the first one's clock was found to be ahead; "" while there is none. */
  readonly successor: string;
  /** T4: events that were minted anew, old id → new id. */
  readonly renamed: Readonly<Record<string, string>>;
  /** P2: changes that were sent to a plain server, and of which nobody knows yet what became of them, oldest first. */
  readonly unanswered: readonly UnansweredPost[];
}

/** Of a replica that has written nothing. */
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
  /** So many of the first records only sum up what was put away. */
  readonly summary: number;
  /** The place of the next batch: after all that were ever written. */
  readonly nextIndex: number;
  /** Some of it could not be read: what is left counts, but nobody writes on under this id (T1). */
  readonly isDamaged: boolean;
}

/** Everything that can go wrong with a storage; `quota`: full, `lost`: the connection went twice. */
export type StorageFailure = { readonly kind: 'unavailable' | 'quota' | 'lost'; readonly reason: string };

/** Thrown by every method of a CartStorage. */
export class StorageError extends Error {
  readonly failure: StorageFailure;

  constructor(failure: StorageFailure) {
    super(`${failure.kind}: ${failure.reason}`);
    this.failure = failure;
  }
}

/** Records and the state after them. */
export interface Batch {
  /** The batch's place among the replica's rows: grows from batch to batch. */
  readonly index: number;
  /** When it is written, ms by the server's clock. */
  readonly at: number;
  readonly records: readonly LogRecord[];
  readonly state: ReplicaState;
  /** The batch takes the place of everything before, which goes to the archive with the reason. */
  readonly replaces?: Replacement | undefined;
}

export type Replacement =
  /** G2: the batch sums up what was before, without what is settled. */
  | { readonly why: 'settled' }
  /** G5: phone and server differed; the log starts again. */
  | { readonly why: 'diverged'; readonly mine: ViewJson; readonly theirs: ViewJson };

/** A piece of a replica's log that the cart needs no more: kept for support, and for "why is this here". */
export interface ArchivedPart {
  readonly log: LogKey;
  readonly replicaId: string;
  /** When it was put away, ms by the server's clock. */
  readonly at: number;
  /**
   * `takenOver`: another replica of this phone went on with it (T1); `closed`: the table session was over (S1);
   * `unreadable`: it lies there, damaged or from a newer program, and no record of it can be shown (D76).
   */
  readonly reason: Replacement | { readonly why: 'takenOver' | 'closed' | 'unreadable' };
  /** So many of the first records only sum up the part before this one. */
  readonly summary: number;
  readonly records: readonly LogRecord[];
}

/** Where logs live. Every method rejects with a StorageError. */
export interface CartStorage {
  /** Every replica of the log, in no particular order; a row that can't be read is left out and reported. */
  load(log: LogKey): Promise<readonly StoredReplica[]>;
  /** Writes a batch in one transaction; resolves when it is complete (G3). */
  append(log: LogKey, replicaId: string, batch: Batch): Promise<void>;
  /**
   * Puts a replica away whose content another one has taken over; without `replicaId` the whole log, which is closed
   * (S1). `at`: ms by the server's clock.
   */
  archive(log: LogKey, at: number, replicaId?: string): Promise<void>;
  /** What was put away and is not yet beyond the bounds of the archive, oldest first. @param logs only theirs; absent: all */
  loadArchive(logs?: readonly LogKey[]): Promise<readonly ArchivedPart[]>;
  close(): Promise<void>;
}
