/** A session's log and where it is kept: loaded, judged by, and followed by what is decided. */
import type { AnyEvent } from '#events/catalogue.ts';
import { entryOf, isCovered, type Knowledge, type Log } from '#events/log.ts';
import { includes, type VersionVector } from '#events/version-vector.ts';
import { rowOf, type Decided, type DecisionRow, type EventRow } from './decision-rows.ts';
import { checkpointOf, isCheckpointDue, logAt, type Checkpoint } from './compaction.ts';
import { emptyLog, extended, withCovered, type SessionLog } from './merged-log.ts';
import { ordersUnseenBy } from '../rules/too-late.ts';

/** Where decisions are kept: the database's tables, or the memory of a simulation. */
export interface LogStore {
  decisions(sessionId: string, after: number, upTo: number): Promise<EventRow[]>;
  decisionsOn(sessionId: string, ids: readonly string[]): Promise<EventRow[]>;
  /** The log as of the newest checkpoint; undefined when there is none that this program reads. */
  checkpoint(sessionId: string): Promise<SessionLog | undefined>;
  keepCheckpoint(sessionId: string, checkpoint: Checkpoint): Promise<void>;
  /** All of it, or it rejects. @param operatedAt wall clock of an acceptance, ms; null: none */
  append(followed: Followed, operatedAt: number | null): Promise<void>;
}

export interface Followed {
  readonly log: SessionLog;
  readonly rows: readonly DecisionRow[];
  readonly bound: readonly {
    readonly session_id: string;
    readonly replica_id: string;
    readonly user_id: string;
  }[];
}

export async function wholeLog(store: LogStore, sessionId: string, version: number): Promise<SessionLog> {
  return extended(emptyLog(sessionId), await store.decisions(sessionId, 0, version));
}

export async function logOfVersion(
  store: LogStore,
  sessionId: string,
  version: number,
  known: SessionLog | undefined,
): Promise<SessionLog> {
  const base = known && known.version <= version ? known : emptyLog(sessionId);
  if (base.version === version) return base;
  return extended(base, await store.decisions(sessionId, base.version, version));
}

/**
 * The log's knowledge with what deciding on these events needs: those of them that the checkpoint covers (E6), or
 * everything, where one of them came after an order that its author had not seen: what that took may be settled (O3).
 */
export async function knowledgeToJudge(
  store: LogStore,
  log: SessionLog,
  events: readonly AnyEvent[],
): Promise<Log> {
  const { knowledge, sessionId, version } = log;
  if (!knowledge.snapshot) return knowledge;
  const mayBeTooLate = events.some((event) => {
    const known = entryOf(event)?.upcast;
    const isChange = known?.type === 'itemDecreased' || known?.type === 'notesEdited';
    return isChange && ordersUnseenBy(knowledge, known).length > 0;
  });
  if (mayBeTooLate) return (await wholeLog(store, sessionId, version)).knowledge;
  const { covers } = knowledge.snapshot;
  const repeated = events.filter(({ id }) => isCovered(id, covers)).map(({ id }) => id);
  return repeated.length === 0 ? knowledge : withCovered(log, await store.decisionsOn(sessionId, repeated));
}

/** The log's knowledge with what judging an order of that cut needs (O1): everything, unless the cut is all that is known. */
export async function knowledgeToOrder(
  store: LogStore,
  { knowledge, known, sessionId, version }: SessionLog,
  cut: VersionVector | undefined,
): Promise<Knowledge> {
  if (!knowledge.snapshot || cut === undefined || includes(cut, known)) return knowledge;
  return (await wholeLog(store, sessionId, version)).knowledge;
}

/** The log with decisions, each a version more; nothing is kept yet. */
export function followedBy(log: SessionLog, decided: readonly Decided[]): Followed {
  if (decided.length === 0) return { log, rows: [], bound: [] };
  const { sessionId, version, owners } = log;
  const rows = decided.map((each, index) => rowOf(sessionId, each, version + index + 1));
  const next = extended(log, rows);
  const bound = [...next.owners]
    .filter(([replicaId]) => !owners.has(replicaId))
    .map(([replica_id, user_id]) => ({ session_id: sessionId, replica_id, user_id }));
  return { log: next, rows, bound };
}

/** Keeps decisions, and a checkpoint when it is time. Those of replica `server` continue its sequence without a gap. */
export async function keepIn(
  store: LogStore,
  log: SessionLog,
  decided: readonly Decided[],
  now: number,
  every?: number,
): Promise<SessionLog> {
  if (decided.length === 0) return log;
  const followed = followedBy(log, decided);
  await store.append(followed, decided.some(({ code }) => code === null) ? now : null);
  const { log: next } = followed;
  if (!isCheckpointDue(next, every)) return next;
  const checkpoint = checkpointOf(next);
  await store.keepCheckpoint(next.sessionId, checkpoint);
  return logAt(next.sessionId, checkpoint, next.owners);
}
