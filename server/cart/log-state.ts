/** What the server knows of one table session, as a value: what was decided, folded on. No database in here. */
import type { Insertable, Selectable } from 'kysely';
import type { AnyEvent } from '#events/catalogue.ts';
import { parseEventId, serverReplica } from '#events/event-id.ts';
import { createLog, entryOf, type Knowledge, type LogEntry } from '#events/log.ts';
import type { Rejected } from '#events/records.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import type { Checkpoint } from '#projections/checkpoint.ts';
import { settledSince, unsettledCount } from '#projections/make-checkpoint.ts';
import type { Database } from '#server/store/schema.ts';
import { maxEventLength } from './rules/event-bounds.ts';

/** A session's knowledge as of a version; never changed, only followed by a newer one. */
export interface SessionLog {
  readonly sessionId: string;
  /** F1 */
  readonly version: number;
  /** Everything accepted and rejected, or a checkpoint (F4) and what came after it. */
  readonly knowledge: Knowledge;
  /** T1, E5: replica id → the user for whom it writes. */
  readonly owners: ReadonlyMap<string, string>;
  /** V6 of everything accepted; folded when first asked for. */
  readonly view: CartView;
  /** F4; worked out when first asked for. */
  readonly settled: VersionVector;
  /** How many of its events are not settled; a few more than there are where it stands on a checkpoint. */
  readonly unsettled: number;
}

/** One event with what became of it. */
export interface Decided {
  readonly event: AnyEvent;
  /** Who sent it; for the server's own events the user whom they bear. */
  readonly userId: string;
  /** null: accepted. */
  readonly code: Rejected['code'] | null;
}

export type EventRow = Pick<
  Selectable<Database['events']>,
  'id' | 'user_id' | 'version' | 'rejected' | 'body'
>;

export type DecisionRow = Insertable<Database['events']> & EventRow;

type Owners = SessionLog['owners'];

/** A session in which nothing was decided yet. */
export function emptyLog(sessionId: string): SessionLog {
  return sessionLog({ sessionId, version: 0, knowledge: createLog(), owners: new Map() });
}

/** A session as of a checkpoint; `owners` may know of later replicas. */
export function logAt(sessionId: string, checkpoint: Checkpoint, owners: Owners): SessionLog {
  const knowledge: Knowledge = { ...createLog(), snapshot: checkpoint };
  return sessionLog({ sessionId, version: checkpoint.version, knowledge, owners });
}

/** The log with what was decided since, in order of versions. */
export function extended(log: SessionLog, rows: readonly EventRow[]): SessionLog {
  const knowledge = learning(log.knowledge, rows);
  const owners = new Map(log.owners);
  for (const { id, user_id: userId } of rows) {
    const replicaId = parseEventId(id)?.replicaId;
    if (replicaId !== undefined && replicaId !== serverReplica) owners.set(replicaId, userId);
  }
  const version = rows.at(-1)?.version ?? log.version;
  return sessionLog({ sessionId: log.sessionId, version, knowledge, owners });
}

/** The log with events that its checkpoint covers: they are there to be read, and change nothing. */
export function withCovered(log: SessionLog, rows: readonly EventRow[]): SessionLog {
  if (rows.length === 0) return log;
  const covered = learning({ ...createLog(), snapshot: log.knowledge.snapshot }, rows);
  const { entries, rejected, accepted } = log.knowledge;
  return {
    ...log,
    knowledge: {
      ...covered,
      entries: new Map([...covered.entries, ...entries]),
      rejected: new Map([...covered.rejected, ...rejected]),
      accepted: new Map([...covered.accepted, ...accepted]),
    },
  };
}

/** The same log on a newer checkpoint: what that covers goes. */
export function standingOn(log: SessionLog, checkpoint: Checkpoint): SessionLog {
  const isBeyond = (id: string): boolean => {
    const parts = parseEventId(id);
    return parts !== undefined && parts.seq > reach(checkpoint.covers, parts.replicaId);
  };
  const beyond = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...map].filter(([id]) => isBeyond(id)));
  const { entries, rejected, accepted, local } = log.knowledge;
  return sessionLog({
    sessionId: log.sessionId,
    version: log.version,
    owners: log.owners,
    knowledge: {
      snapshot: checkpoint,
      entries: beyond(entries),
      rejected: beyond(rejected),
      accepted: beyond(accepted),
      local,
    },
  });
}

/** A decision as the database keeps it. */
export function rowOf(sessionId: string, { event, userId, code }: Decided, version: number): DecisionRow {
  const { replicaId, seq } = parseEventId(event.id)!;
  const body = JSON.stringify(event);
  return {
    session_id: sessionId,
    id: event.id,
    replica_id: replicaId,
    seq,
    user_id: userId,
    version,
    rejected: code === null ? null : String(code),
    // Of what was rejected only the id counts (F2): what is out of bounds takes no room.
    body: code !== null && body.length > maxEventLength ? '{}' : body,
  };
}

function learning(knowledge: Knowledge, rows: readonly EventRow[]): Knowledge {
  const entries = new Map<string, LogEntry>(knowledge.entries);
  const rejected = new Map(knowledge.rejected);
  const accepted = new Map(knowledge.accepted);
  for (const { id, version, rejected: code, body } of rows) {
    if (code !== null) rejected.set(id, codeOfText(code));
    else {
      const entry = entryOf(JSON.parse(body) as AnyEvent);
      if (entry) entries.set(id, entry);
      accepted.set(id, version);
    }
  }
  return { snapshot: knowledge.snapshot, entries, rejected, accepted, local: knowledge.local };
}

function sessionLog(fields: Omit<SessionLog, 'view' | 'settled' | 'unsettled'>): SessionLog {
  let view: CartView | undefined;
  let settled: VersionVector | undefined;
  const log: SessionLog = {
    ...fields,
    get view() {
      return (view ??= cartView(fields.knowledge));
    },
    get settled() {
      return (settled ??= settledSince(fields.knowledge));
    },
    get unsettled() {
      return unsettledCount(fields.knowledge, log.settled);
    },
  };
  return log;
}

/** The product's codes are numbers, the others words. */
export function codeOfText(code: string): Rejected['code'] {
  return /^\d+$/.test(code) ? Number(code) : code;
}
