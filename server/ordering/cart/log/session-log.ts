/**
 * Reads and changes the log of a table session. The database decides which version is the newest. This process's cache
 * only saves reading: a cached log is extended with the decisions that other processes have stored since.
 *
 *     readSession       cache or checkpoint ─► decisions since ─► log             no lock
 *     changeSession     lock ─► log ─► change ─► storeDecisions ─► commit ─► cache
 */
import { sql } from 'kysely';
import type { VersionVector } from '#events/log/version-vector.ts';
import { createTableRefusal } from '#server/platform/http/routes/route.ts';
import { markFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import { createJsonRows } from '#server/platform/store/rows/json-rows.ts';
import {
  runInTransaction,
  isPostgres,
  lockSession,
  type Db,
  type SessionRow,
  type Trx,
} from '#server/platform/store/transactions.ts';
import { acceptServerEvents, createServerEvents, type ServerDraft } from '../server-events.ts';
import { createDatabaseStore } from './database-store.ts';
import { findCachedLog, cacheLog } from './log-cache.ts';
import { attachWhole, type SessionLog } from './merged-log.ts';
import type { Decided } from './decision-rows.ts';
import { appendAndStore, readLogOfVersion, readForOrder } from './log-store.ts';

interface SessionState {
  readonly log: SessionLog;
  readonly row: SessionRow;
}

/** The session as the database has it now. A Refusal 10010 if there is none. */
export async function readSession(db: Db, sessionId: string): Promise<SessionState> {
  // Before the row: a checkpoint that is read later may be newer.
  const base = await findBase(db, sessionId);
  const row = await db
    .selectFrom('table_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!row) throw createTableRefusal();
  const log = await readLogOfVersion(createDatabaseStore(db), sessionId, row.version, base);
  cacheLog(db, log);
  return { log, row };
}

/**
 * Changes a session in one transaction that holds its lock. `change` receives the session and returns the log that
 * `storeDecisions` returned. The log is cached after the commit. A Refusal 10010 if the session is closed. An error of
 * `change` undoes everything.
 */
export async function changeSession<T>(
  db: Db,
  sessionId: string,
  change: (trx: Trx, state: SessionState) => Promise<{ readonly log: SessionLog; readonly value: T }>,
): Promise<{ readonly log: SessionLog; readonly value: T }> {
  const result = await runInTransaction(db, async (trx) => {
    const state = await lockOpenSession(trx, sessionId, findCachedLog(db, sessionId));
    if (!state) throw createTableRefusal();
    return await change(trx, state);
  });
  cacheLog(db, result.log);
  return result;
}

/** Locks a session and reads it. Undefined if it is closed. Decisions since `cached` are read from the database. */
export async function lockOpenSession(
  trx: Trx,
  sessionId: string,
  cached?: SessionLog,
): Promise<SessionState | undefined> {
  const row = await lockSession(trx, sessionId);
  if (!row || row.closed_at !== null) return undefined;
  const store = createDatabaseStore(trx);
  const base = cached ?? (await store.checkpoint(sessionId));
  return { log: await readLogOfVersion(store, sessionId, row.version, base), row };
}

/** Stores decisions under the session's lock. @returns the log with them */
export async function storeDecisions(
  trx: Trx,
  log: SessionLog,
  decided: readonly Decided[],
  now: number,
): Promise<SessionLog> {
  return await appendAndStore(createDatabaseStore(trx), log, decided, now);
}

export async function storeDrafts(
  trx: Trx,
  log: SessionLog,
  drafts: readonly ServerDraft[],
  now: number,
): Promise<SessionLog> {
  return await storeDecisions(trx, log, acceptServerEvents(createServerEvents(log, drafts, now)), now);
}

/** The log of `version` or a later one, from the cache if possible. */
export async function logSince(db: Db, sessionId: string, version: number): Promise<SessionLog> {
  const base = await findBase(db, sessionId);
  if (base && base.version >= version) return base;
  const log = await readLogOfVersion(createDatabaseStore(db), sessionId, version, base);
  cacheLog(db, log);
  return log;
}

/** The newest log after `log` was stored. With SQLite there is no other process, so `log` is the newest. */
export async function readNewest<Log extends Pick<SessionLog, 'sessionId' | 'version'>>(
  db: Db,
  log: Log,
): Promise<Log | SessionLog> {
  if (!isPostgres(db)) return log;
  const version = await readVersion(db, log.sessionId);
  return version === log.version ? log : (await readSession(db, log.sessionId)).log;
}

/** Reads the versions that are requested at one moment together. Null: there is no such session. */
const readVersion = createBatcher<Db, string, number | null>(
  async (db, ids) => {
    const asked = createJsonRows(
      db,
      'asked',
      { n: 'bigint', session: 'text' },
      ids.map((session, n) => ({ n, session })),
    );
    const { rows } = await sql<{ n: number; version: number | null }>`
      select asked.n, (select version from table_sessions where id = asked.session) as version
      from ${asked}`.execute(db);
    const versions = new Map(rows.map(({ n, version }) => [n, version]));
    return markFulfilled(ids.map((_, n) => versions.get(n) ?? null));
  },
  { most: 100, underWay: 2 },
);

type SeenByOrder = VersionVector | undefined;

const readToOrderOnce = createBatcher<Db, SeenByOrder, void>(
  async (db, orders, sessionId) => {
    for (const seen of orders) {
      const { log } = await readSession(db, sessionId);
      const { log: read } = await readForOrder(createDatabaseStore(db), log, seen);
      if (read === log) continue;
      // The session may have changed while its whole log was read.
      const now = findCachedLog(db, sessionId) ?? read;
      const isFurther = !now.whole && now.version > read.version && getCheckpointVersion(now) <= read.version;
      cacheLog(db, isFurther ? attachWhole(now, read.whole!) : read);
    }
    return markFulfilled(orders.map(() => undefined));
  },
  { most: 50, underWay: 1 },
);

/** Reads what validating an order needs into the cache, before the session is locked for it. */
export async function readToOrder(db: Db, sessionId: string, seen: SeenByOrder): Promise<void> {
  await readToOrderOnce(db, seen, sessionId);
}

function getCheckpointVersion({ knowledge }: SessionLog): number {
  return knowledge.snapshot?.version ?? 0;
}

async function findBase(db: Db, sessionId: string): Promise<SessionLog | undefined> {
  return findCachedLog(db, sessionId) ?? (await createDatabaseStore(db).checkpoint(sessionId));
}
