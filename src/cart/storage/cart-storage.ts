import type { Stamp } from '#events/clock.ts';
import type { LogRecord } from '#events/records.ts';
import type { ViewJson } from '#projections/view-json.ts';
import type { VersionVector } from '#events/version-vector.ts';

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
}

export interface StoredReplica {
  readonly replicaId: string;
  readonly state: ReplicaState;
  readonly records: readonly LogRecord[];
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
  /** How many records the replica had before. */
  readonly index: number;
  readonly records: readonly LogRecord[];
  readonly state: ReplicaState;
  /** G5: the batch takes the place of everything before, which is kept apart with the reason. */
  readonly replaces?: Replacement | undefined;
}

/** G5: what both sides showed when they were found to differ. */
export interface Replacement {
  readonly at: number;
  readonly mine: ViewJson;
  readonly theirs: ViewJson;
}

/** Where logs live. Rejects with a StorageError. */
export interface CartStorage {
  /** Every replica of the log, in no particular order; a row that can't be read is left out and reported. */
  load(log: LogKey): Promise<readonly StoredReplica[]>;
  /** Writes a batch in one transaction; resolves when it is complete (G3). */
  append(log: LogKey, replicaId: string, batch: Batch): Promise<void>;
  /** Forgets a replica whose content another one has taken over. */
  remove(log: LogKey, replicaId: string): Promise<void>;
  /** Marks a closed log (S1): it is kept for support, and not taken up again. */
  archive(log: LogKey): Promise<void>;
  close(): Promise<void>;
}
