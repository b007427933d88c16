/**
 * Reads a session's log, and appends decisions to it. Most decisions need only the events after the last checkpoint. Some
 * need events that the checkpoint sums up, or the whole log:
 *
 *     version 0 ─────────── checkpoint ───────────── version
 *     └── readWhole ───────┘└── readLogOfVersion ───┘
 *
 * The functions work on any `LogStore`, so that the simulation runs them on memory.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { readEntry, isCovered, type Log } from '#events/records/log.ts';
import { hasAllEvents, type VersionVector } from '#events/log/version-vector.ts';
import { createDecisionRow, type Decided, type DecisionRow, type EventRow } from './decision-rows.ts';
import { createCheckpoint, isCheckpointDue, logFromCheckpoint, type Checkpoint } from './compaction.ts';
import {
  createEmptyLog,
  extendLog,
  emptyWhole,
  extendWhole,
  addCovered,
  attachWhole,
  type SessionLog,
} from './merged-log.ts';
import { findUnseenOrders } from '../rules/too-late.ts';

/** Stores decisions: in the database, or in the memory of a simulation. */
export interface LogStore {
  decisions(sessionId: string, after: number, upTo: number): Promise<EventRow[]>;
  decisionsOn(sessionId: string, ids: readonly string[]): Promise<EventRow[]>;
  /** The log as of the newest checkpoint. Undefined if there is none that this program can read. */
  checkpoint(sessionId: string): Promise<SessionLog | undefined>;
  storeCheckpoint(sessionId: string, checkpoint: Checkpoint): Promise<void>;
  /** Stores all of it or rejects. @param operatedAt when an event was accepted, ms; null: none was */
  append(followed: AppendedLog, operatedAt: number | null): Promise<void>;
}

/** A log with new decisions, and the rows that store them. `bound`: replicas that write for the first time. */
export interface AppendedLog {
  readonly log: SessionLog;
  readonly rows: readonly DecisionRow[];
  readonly bound: readonly {
    readonly session_id: string;
    readonly replica_id: string;
    readonly user_id: string;
  }[];
}

export interface LogForDecision {
  /** The same log, with the events that were read. */
  readonly log: SessionLog;
  readonly knowledge: Log;
}

export async function readLogOfVersion(
  store: LogStore,
  sessionId: string,
  version: number,
  known: SessionLog | undefined,
): Promise<SessionLog> {
  const base = known && known.version <= version ? known : createEmptyLog(sessionId);
  if (base.version === version) return base;
  return extendLog(base, await store.decisions(sessionId, base.version, version));
}

/**
 * Reads what deciding about these events needs. A repeated event is compared with its first version, which the checkpoint
 * may cover. A reduction needs the whole log if its author had not seen an order: that order may have taken the line.
 */
export async function readForDecision(
  store: LogStore,
  log: SessionLog,
  events: readonly AnyEvent[],
): Promise<LogForDecision> {
  const { knowledge } = log;
  if (!knowledge.snapshot) return { log, knowledge };
  const mayBeTooLate = events.some((event) => {
    const known = readEntry(event)?.upcast;
    const isChange = known?.type === 'itemDecreased' || known?.type === 'notesEdited';
    return isChange && findUnseenOrders(knowledge, known).length > 0;
  });
  if (mayBeTooLate) return await readWhole(store, log);
  const { covers } = knowledge.snapshot;
  const repeated = events.filter(({ id }) => isCovered(id, covers)).map(({ id }) => id);
  if (repeated.length === 0) return { log, knowledge };
  return { log, knowledge: addCovered(log, await store.decisionsOn(log.sessionId, repeated)) };
}

/** Reads what validating an order needs: the whole log, unless the order has seen everything that is known. */
export async function readForOrder(
  store: LogStore,
  log: SessionLog,
  cut: VersionVector | undefined,
): Promise<LogForDecision> {
  const { knowledge, known } = log;
  if (!knowledge.snapshot || cut === undefined || hasAllEvents(cut, known)) return { log, knowledge };
  return await readWhole(store, log);
}

/** Versions that are read at once. Between two reads other requests are served. */
const slice = 500;

/** The whole log stays in memory once it was read, so that repeated requests do not read it again. */
async function readWhole(store: LogStore, log: SessionLog): Promise<LogForDecision> {
  if (log.whole) return { log, knowledge: log.whole.knowledge };
  const { sessionId, version } = log;
  let whole = emptyWhole;
  for (let after = 0; after < version; after += slice) {
    const rows = await store.decisions(sessionId, after, Math.min(after + slice, version));
    whole = extendWhole(whole, sessionId, rows);
  }
  const read = attachWhole(log, whole);
  return { log: read, knowledge: read.whole.knowledge };
}

/** The log with decisions, each with a version of its own. Nothing is stored. */
export function appendDecisions(log: SessionLog, decided: readonly Decided[]): AppendedLog {
  if (decided.length === 0) return { log, rows: [], bound: [] };
  const { sessionId, version, owners } = log;
  const rows = decided.map((each, index) => createDecisionRow(sessionId, each, version + index + 1));
  const next = extendLog(log, rows);
  const bound = [...next.owners]
    .filter(([replicaId]) => !owners.has(replicaId))
    .map(([replica_id, user_id]) => ({ session_id: sessionId, replica_id, user_id }));
  return { log: next, rows, bound };
}

/** Stores decisions, and a checkpoint when one is due. Events of replica `server` must continue its sequence. */
export async function appendAndStore(
  store: LogStore,
  log: SessionLog,
  decided: readonly Decided[],
  now: number,
  every?: number,
): Promise<SessionLog> {
  if (decided.length === 0) return log;
  const followed = appendDecisions(log, decided);
  await store.append(followed, decided.some(({ code }) => code === null) ? now : null);
  const { log: next } = followed;
  if (!isCheckpointDue(next, every)) return next;
  const checkpoint = createCheckpoint(next);
  await store.storeCheckpoint(next.sessionId, checkpoint);
  const compact = logFromCheckpoint(next.sessionId, checkpoint, next.owners);
  return next.whole ? { ...compact, whole: next.whole, bytes: compact.bytes + next.whole.bytes } : compact;
}
