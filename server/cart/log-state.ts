/**
 * What the server knows of one table session, as a value: the same (S, E, R) as a phone's, folded by the same rules. No
 * database in here.
 */
import type { Sync } from '#contract/cart.ts';
import { clockStart, compareStamps, type Stamp } from '#events/clock.ts';
import { parseEventId, serverReplica } from '#events/event-id.ts';
import { createLog, type Knowledge } from '#events/log.ts';
import type { Snapshot } from '#events/records.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import { settledAfter } from '#projections/settled.ts';
import { readRows, type EventRow, type Learnt } from './decision-rows.ts';
import { rejectedFor, snapshotFor } from './sync.ts';

/** A session's knowledge as of a version; never changed, only followed by a newer one. */
export interface SessionLog {
  readonly sessionId: string;
  /** F1 */
  readonly version: number;
  /** Everything accepted and rejected, or a checkpoint's snapshot and what came after it. */
  readonly knowledge: Knowledge;
  /** T1, E5: replica id → the user for whom it writes. */
  readonly owners: ReadonlyMap<string, string>;
  /** V1: of each replica the last event that was decided. */
  readonly known: VersionVector;
  /** T3: the latest stamp that an accepted event bore. */
  readonly clock: Stamp;
  /** V6 of everything accepted; folded when first asked for. */
  readonly view: CartView;
  /**
   * F4. A function of the decisions up to this version that only grows with them, with or without a checkpoint below:
   * `settledPrefix` says why. So no process, before or after a restart, answers less at a higher version.
   */
  readonly settled: VersionVector;
  /** How many accepted events are not settled. */
  readonly unsettled: number;
  /** About what it takes of memory. */
  readonly bytes: number;
}

type Owners = SessionLog['owners'];

/** F1, F2: what a phone that knows nothing is answered; from this the server, too, knows its session again. */
export interface Checkpoint {
  readonly snapshot: Snapshot;
  readonly rejected: NonNullable<Sync['rejected']>;
  readonly known: VersionVector;
  readonly clock: Stamp;
}

/** A session in which nothing was decided yet. */
export function emptyLog(sessionId: string): SessionLog {
  return sessionLog({
    sessionId,
    version: 0,
    knowledge: createLog(),
    owners: new Map(),
    known: {},
    clock: clockStart,
    settled: {},
    unsettled: 0,
    bytes: bare,
  });
}

/** The session as its next checkpoint says it: what is settled goes. */
export function checkpointOf(log: SessionLog): Checkpoint {
  const { known, clock } = log;
  return { snapshot: snapshotFor(log, {}), rejected: rejectedFor(log, {}), known, clock };
}

/** The session as of a checkpoint; `owners` may know of later replicas. */
export function logAt(sessionId: string, checkpoint: Checkpoint, owners: Owners): SessionLog {
  const { snapshot, rejected, known, clock } = checkpoint;
  const { version, covers } = snapshot;
  const learning = createLog();
  learning.append({ t: 0, from: 'server', snapshot });
  for (const each of rejected) learning.append({ t: 0, from: 'server', rejected: each });
  const { events: _events, ...facts } = snapshot;
  const knowledge: Knowledge = { ...learning, snapshot: facts };
  const unsettled = countBeyond(knowledge, covers);
  const bytes = bare + 2 * JSON.stringify(checkpoint).length;
  return sessionLog({
    sessionId, version, knowledge, owners, known, clock, settled: covers, unsettled, bytes,
  }); // prettier-ignore
}

/** The log with what was decided since, in order of versions. */
export function extended(log: SessionLog, rows: readonly EventRow[]): SessionLog {
  const learnt = readRows(rows);
  const owners = new Map(log.owners);
  const known = { ...log.known };
  for (const { id, user_id: userId } of rows) {
    const { replicaId, seq } = parseEventId(id)!;
    known[replicaId] = seq;
    if (replicaId !== serverReplica) owners.set(replicaId, userId);
  }
  let { clock } = log;
  for (const { event } of learnt.entries.values()) if (compareStamps(event.at, clock) > 0) clock = event.at;
  const knowledge = withLearnt(log.knowledge, learnt);
  const settled = settledAfter(log.settled, knowledge, learnt);
  return sessionLog({
    sessionId: log.sessionId,
    version: rows.at(-1)?.version ?? log.version,
    knowledge,
    owners,
    known,
    clock,
    settled,
    unsettled:
      settled === log.settled ? log.unsettled + learnt.entries.size : countBeyond(knowledge, settled),
    bytes: log.bytes + rows.reduce((sum, { body }) => sum + 2 * body.length, 0),
  });
}

/** The knowledge with events that its checkpoint covers: they are there to be read, and change nothing. */
export function withCovered(knowledge: Knowledge, rows: readonly EventRow[]): Knowledge {
  return withLearnt(knowledge, readRows(rows));
}

/** Of a session with nothing in it. */
const bare = 4 * 1024;

function countBeyond({ entries }: Knowledge, settled: VersionVector): number {
  let count = 0;
  for (const { replicaId, seq } of entries.values()) if (seq > reach(settled, replicaId)) count += 1;
  return count;
}

function withLearnt({ snapshot, local, ...before }: Knowledge, learnt: Learnt): Knowledge {
  const joined = <T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    b.size === 0 ? a : new Map([...a, ...b]);
  return {
    snapshot,
    local,
    entries: joined(before.entries, learnt.entries),
    rejected: joined(before.rejected, learnt.rejected),
    accepted: joined(before.accepted, learnt.accepted),
  };
}

function sessionLog(fields: Omit<SessionLog, 'view'>): SessionLog {
  let view: CartView | undefined;
  return {
    ...fields,
    get view() {
      return (view ??= cartView(fields.knowledge));
    },
  };
}
