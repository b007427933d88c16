/** What the server knows of each table session: loaded from the database, which alone has the last word. */
import type { Insertable, Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { parseEventId, serverReplica } from '#events/event-id.ts';
import { createLog, entryOf, type Knowledge, type LogEntry } from '#events/log.ts';
import type { Rejected } from '#events/records.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import { settledPrefix } from '#projections/settled.ts';
import { Refusal } from '#server/http/route.ts';
import type { Database } from '#server/store/schema.ts';
import {
  inTransaction,
  lockSession,
  type Db,
  type SessionRow,
  type Trx,
} from '#server/store/transactions.ts';
import { maxEventLength } from './rules/event-bounds.ts';

/** A session's knowledge as of a version; never changed, only followed by a newer one. */
export interface SessionLog {
  readonly sessionId: string;
  /** F1 */
  readonly version: number;
  readonly knowledge: Knowledge;
  /** T1, E5: replica id → the user for whom it writes. */
  readonly owners: ReadonlyMap<string, string>;
  /** V6 of everything accepted; folded when first asked for. */
  readonly view: CartView;
  /** F4; worked out when first asked for. */
  readonly settled: VersionVector;
}

/** One event with what became of it. */
export interface Decided {
  readonly event: AnyEvent;
  /** Who sent it; for the server's own events the user whom they bear. */
  readonly userId: string;
  /** null: accepted. */
  readonly code: Rejected['code'] | null;
}

/** The log and the session's row, read together. */
export interface SessionState {
  readonly log: SessionLog;
  readonly row: SessionRow;
}

type EventRow = Pick<Selectable<Database['events']>, 'id' | 'user_id' | 'version' | 'rejected' | 'body'>;

/** Sessions that one process keeps in memory. */
const cachedSessions = 500;

const caches = new WeakMap<Db, Map<string, SessionLog>>();

/** The session as the database has it now. A Refusal 10010 when there is none. */
export async function readSession(db: Db, sessionId: string): Promise<SessionState> {
  const row = await db
    .selectFrom('table_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!row) throw tableUnavailable();
  const log = await upToDate(db, cacheOf(db).get(sessionId), row);
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
    const state = await lockOpenSession(trx, sessionId, cacheOf(db).get(sessionId));
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
  return { log: await upToDate(trx, cached, row), row };
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
  const rows = decided.map((each, index) => rowOf(log, each, log.version + index + 1));
  const next = extended(log, rows);
  await trx.insertInto('events').values(rows).execute();
  const bound = [...next.owners].filter(([replicaId]) => !log.owners.has(replicaId));
  if (bound.length > 0)
    await trx
      .insertInto('session_replicas')
      .values(bound.map(([replica_id, user_id]) => ({ session_id: log.sessionId, replica_id, user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await trx
    .updateTable('table_sessions')
    .set({
      version: next.version,
      server_seq: next.view.known[serverReplica] ?? 0,
      ...(decided.some(({ code }) => code === null) && { last_operate_at: now }),
    })
    .where('id', '=', log.sessionId)
    .execute();
  return next;
}

async function upToDate(db: Db, cached: SessionLog | undefined, row: SessionRow): Promise<SessionLog> {
  const base = cached && cached.version <= row.version ? cached : emptyLog(row.id);
  if (base.version === row.version) return base;
  const rows = await db
    .selectFrom('events')
    .select(['id', 'user_id', 'version', 'rejected', 'body'])
    .where('session_id', '=', row.id)
    .where('version', '>', base.version)
    // Without the lock another process may be further by now.
    .where('version', '<=', row.version)
    .orderBy('version')
    .execute();
  return extended(base, rows);
}

function emptyLog(sessionId: string): SessionLog {
  return sessionLog({ sessionId, version: 0, knowledge: createLog(), owners: new Map() });
}

function extended(log: SessionLog, rows: readonly EventRow[]): SessionLog {
  const entries = new Map<string, LogEntry>(log.knowledge.entries);
  const rejected = new Map(log.knowledge.rejected);
  const accepted = new Map(log.knowledge.accepted);
  const owners = new Map(log.owners);
  for (const { id, user_id: userId, version, rejected: code, body } of rows) {
    const replicaId = parseEventId(id)?.replicaId;
    if (replicaId !== undefined && replicaId !== serverReplica) owners.set(replicaId, userId);
    if (code !== null) rejected.set(id, codeOfText(code));
    else {
      const entry = entryOf(JSON.parse(body) as AnyEvent);
      if (entry) entries.set(id, entry);
      accepted.set(id, version);
    }
  }
  const knowledge: Knowledge = { snapshot: undefined, entries, rejected, accepted, local: new Set() };
  return sessionLog({
    sessionId: log.sessionId,
    version: rows.at(-1)?.version ?? log.version,
    knowledge,
    owners,
  });
}

function sessionLog(fields: Omit<SessionLog, 'view' | 'settled'>): SessionLog {
  let view: CartView | undefined;
  let settled: VersionVector | undefined;
  return {
    ...fields,
    get view() {
      return (view ??= cartView(fields.knowledge));
    },
    get settled() {
      return (settled ??= settledPrefix(fields.knowledge));
    },
  };
}

function rowOf(
  log: SessionLog,
  { event, userId, code }: Decided,
  version: number,
): Insertable<Database['events']> & EventRow {
  const { replicaId, seq } = parseEventId(event.id)!;
  const body = JSON.stringify(event);
  return {
    session_id: log.sessionId,
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

/** The product's codes are numbers, the others words. */
function codeOfText(code: string): Rejected['code'] {
  return /^\d+$/.test(code) ? Number(code) : code;
}

function cacheOf(db: Db): Map<string, SessionLog> {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = new Map()));
  return cache;
}

/** The session last used stands last; the first goes when there are too many. */
function remember(db: Db, log: SessionLog): void {
  const cache = cacheOf(db);
  const cached = cache.get(log.sessionId);
  cache.delete(log.sessionId);
  cache.set(log.sessionId, cached && cached.version > log.version ? cached : log);
  for (const oldest of cache.keys()) {
    if (cache.size <= cachedSessions) break;
    cache.delete(oldest);
  }
}

function tableUnavailable(): Refusal {
  return new Refusal(codes.tableUnavailable, 'This table is not available; scan its QR code again');
}
