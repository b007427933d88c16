/** A session's log and where it is kept: loaded, judged by, and followed by what is decided. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { entryOf, isCovered, type Log } from '#events/records/log.ts';
import { includes, type VersionVector } from '#events/log/version-vector.ts';
import { rowOf, type Decided, type DecisionRow, type EventRow } from './decision-rows.ts';
import { checkpointOf, isCheckpointDue, logAt, type Checkpoint } from './compaction.ts';
import {
  emptyLog,
  extended,
  nothingWhole,
  wholeWith,
  withCovered,
  withWhole,
  type SessionLog,
} from './merged-log.ts';
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

export interface ReadToDecide {
  /** The same log, with what was read for it. */
  readonly log: SessionLog;
  readonly knowledge: Log;
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
 * The log with what deciding on these events needs: those of them that the checkpoint covers (E6), or everything, where
 * one of them came after an order that its author had not seen: what that took may be settled (O3).
 */
export async function logToJudge(
  store: LogStore,
  log: SessionLog,
  events: readonly AnyEvent[],
): Promise<ReadToDecide> {
  const { knowledge } = log;
  if (!knowledge.snapshot) return { log, knowledge };
  const mayBeTooLate = events.some((event) => {
    const known = entryOf(event)?.upcast;
    const isChange = known?.type === 'itemDecreased' || known?.type === 'notesEdited';
    return isChange && ordersUnseenBy(knowledge, known).length > 0;
  });
  if (mayBeTooLate) return await readWhole(store, log);
  const { covers } = knowledge.snapshot;
  const repeated = events.filter(({ id }) => isCovered(id, covers)).map(({ id }) => id);
  if (repeated.length === 0) return { log, knowledge };
  return { log, knowledge: withCovered(log, await store.decisionsOn(log.sessionId, repeated)) };
}

/** The log with what judging an order of that cut needs (O1): everything, unless the cut is all that is known. */
export async function logToOrder(
  store: LogStore,
  log: SessionLog,
  cut: VersionVector | undefined,
): Promise<ReadToDecide> {
  const { knowledge, known } = log;
  if (!knowledge.snapshot || cut === undefined || includes(cut, known)) return { log, knowledge };
  return await readWhole(store, log);
}

/** Versions: a turn's work, others have theirs in between. */
const slice = 500;

/** What is read once stays with the log: who asks again and again costs no more. */
async function readWhole(store: LogStore, log: SessionLog): Promise<ReadToDecide> {
  if (log.whole) return { log, knowledge: log.whole.knowledge };
  const { sessionId, version } = log;
  let whole = nothingWhole;
  for (let after = 0; after < version; after += slice) {
    const rows = await store.decisions(sessionId, after, Math.min(after + slice, version));
    whole = wholeWith(whole, sessionId, rows);
  }
  const read = withWhole(log, whole);
  return { log: read, knowledge: read.whole.knowledge };
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
  const compact = logAt(next.sessionId, checkpoint, next.owners);
  return next.whole ? { ...compact, whole: next.whole, bytes: compact.bytes + next.whole.bytes } : compact;
}
