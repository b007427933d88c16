/** What the server knows of each table session: loaded from the database, which alone has the last word. */
import type { Insertable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { serverReplica } from '#events/event-id.ts';
import { entryOf } from '#events/log.ts';
import { checkpointIn, standsBeforeAll } from '#projections/checkpoint.ts';
import { Refusal } from '#server/http/route.ts';
import type { Database } from '#server/store/schema.ts';
import {
  inTransaction,
  lockSession,
  type Db,
  type SessionRow,
  type Trx,
} from '#server/store/transactions.ts';
import { advanceCheckpoint, readCheckpoint } from './checkpoints.ts';
import { rowOf, type Decided, type DecisionRow } from './decision-rows.ts';
import { recall, remember } from './log-cache.ts';
import { emptyLog, extended, type SessionLog } from './log-state.ts';
import { eventsBetween, wholeLog } from './stored-events.ts';

/** The log and the session's row, read together. */
export interface SessionState {
  readonly log: SessionLog;
  readonly row: SessionRow;
}

/** The session as the database has it now. A Refusal 10010 when there is none. */
export async function readSession(db: Db, sessionId: string): Promise<SessionState> {
  // Before the row: a checkpoint that is read later may be newer.
  const base = recall(db, sessionId) ?? (await readCheckpoint(db, sessionId));
  const row = await db
    .selectFrom('table_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!row) throw tableUnavailable();
  const log = await upToDate(db, base, row);
  remember(db, log);
  return { log, row };
}

/**
 * Changes a session in one transaction that holds its lock: `change` gets what is known and answers the log that it
 * made of it with `keepDecided`. Memory learns of it only once it is committed. A Refusal 10010 when the session is
 * closed; whatever `change` throws undoes everything.
 */
export async function changeSession<T>(
  db: Db,
  sessionId: string,
  change: (trx: Trx, state: SessionState) => Promise<{ readonly log: SessionLog; readonly value: T }>,
): Promise<{ readonly log: SessionLog; readonly value: T }> {
  const result = await inTransaction(db, async (trx) => {
    const state = await lockOpenSession(trx, sessionId, recall(db, sessionId));
    if (!state) throw tableUnavailable();
    return await change(trx, state);
  });
  remember(db, result.log);
  return result;
}

/** The session under its lock, undefined when it is closed. What other processes decided since `cached` is loaded. */
export async function lockOpenSession(
  trx: Trx,
  sessionId: string,
  cached?: SessionLog,
): Promise<SessionState | undefined> {
  const row = await lockSession(trx, sessionId);
  if (!row || row.closed_at !== null) return undefined;
  const base = cached ?? (await readCheckpoint(trx, sessionId));
  return { log: await upToDate(trx, base, row), row };
}

/**
 * Stores decisions, each as a version more, and answers the log with them. Of replica `server`, `decided` continues the
 * session's sequence without a gap.
 */
export async function keepDecided(
  trx: Trx,
  log: SessionLog,
  decided: readonly Decided[],
  now: number,
): Promise<SessionLog> {
  if (decided.length === 0) return log;
  const { log: next, rows, bound } = await followedBy(trx, log, decided);
  await trx.insertInto('events').values(rows).execute();
  if (bound.length > 0)
    await trx
      .insertInto('session_replicas')
      .values(bound)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await trx
    .updateTable('table_sessions')
    .set({
      version: next.version,
      server_seq: next.known[serverReplica] ?? 0,
      ...(decided.some(({ code }) => code === null) && { last_operate_at: now }),
    })
    .where('id', '=', log.sessionId)
    .execute();
  return await advanceCheckpoint(trx, next);
}

/** What decisions make of a log, and the rows that say so. */
export interface Followed {
  readonly log: SessionLog;
  readonly rows: readonly DecisionRow[];
  /** Replicas that are new to the session, with their users. */
  readonly bound: readonly Insertable<Database['session_replicas']>[];
}

/** The log with decisions, each a version more; nothing is stored yet. Reads the events under a checkpoint they upset. */
export async function followedBy(db: Db, log: SessionLog, decided: readonly Decided[]): Promise<Followed> {
  if (decided.length === 0) return { log, rows: [], bound: [] };
  const { sessionId } = log;
  const rows = decided.map((each, index) => rowOf(sessionId, each, log.version + index + 1));
  const base = counts(log, decided) ? log : await wholeLog(db, sessionId, log.version);
  const next = extended(base, rows);
  const bound = [...next.owners]
    .filter(([replicaId]) => !log.owners.has(replicaId))
    .map(([replica_id, user_id]) => ({ session_id: sessionId, replica_id, user_id }));
  return { log: next, rows, bound };
}

/**
 * The session's log of that version or a later one, as this process knows it: the row is not asked, so another process
 * may be further.
 */
export async function logSince(db: Db, sessionId: string, version: number): Promise<SessionLog> {
  const base = recall(db, sessionId) ?? (await readCheckpoint(db, sessionId));
  if (base && base.version >= version) return base;
  const log = await upToDate(db, base, { id: sessionId, version });
  remember(db, log);
  return log;
}

async function upToDate(
  db: Db,
  known: SessionLog | undefined,
  row: Pick<SessionRow, 'id' | 'version'>,
): Promise<SessionLog> {
  const base = known && known.version <= row.version ? known : emptyLog(row.id);
  if (base.version === row.version) return base;
  // Without the lock another process may be further by now.
  const rows = await eventsBetween(db, row.id, base.version, row.version);
  const log = extended(base, rows);
  const checkpoint = checkpointIn(log.knowledge);
  if (!checkpoint || standsBeforeAll(checkpoint, log.knowledge.entries.values())) return log;
  // F4: another process took in what sorts before this checkpoint, and has made a newer one.
  const stored = await readCheckpoint(db, row.id);
  const isNewer = stored && stored.version > checkpoint.version && stored.version <= row.version;
  return isNewer ? await upToDate(db, stored, row) : await wholeLog(db, row.id, row.version);
}

/** F4: the log's checkpoint, if it has one, counts before all of these. */
function counts({ knowledge }: SessionLog, decided: readonly Decided[]): boolean {
  const checkpoint = checkpointIn(knowledge);
  if (!checkpoint) return true;
  const accepted = decided.flatMap(({ event, code }) => (code === null ? (entryOf(event) ?? []) : []));
  return standsBeforeAll(checkpoint, accepted);
}

function tableUnavailable(): Refusal {
  return new Refusal(codes.tableUnavailable, 'This table is not available; scan its QR code again');
}
