/**
 * Stores the decisions of many tables in one transaction, without their locks. A change counts only if its session still
 * has the version on which it was decided. A table that another process changed meanwhile is left out.
 */
import { sql } from 'kysely';
import { serverReplica } from '#events/log/event-id.ts';
import { readErrorCode } from '#server/platform/error-code.ts';
import { createJsonRows } from '#server/platform/store/rows/json-rows.ts';
import { markFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import {
  runInOneStatement,
  runInTransaction,
  isPostgres,
  type Db,
} from '#server/platform/store/transactions.ts';
import type { DecisionRow } from './decision-rows.ts';
import type { AppendedLog } from './log-store.ts';

interface WrittenChange extends AppendedLog {
  /** The version on which it was decided. */
  readonly since: number;
  /** When an event was last accepted, ms; null: none was. */
  readonly operatedAt: number | null;
}

/** `most` changes are written together, in `underWay` writes at once. */
export const writesAtOnce = { most: 50, underWay: 2 };

/**
 * Stores a change. False if nothing was stored because the session has another version, is closed, or is locked. Rejects
 * when the transaction failed. Then nothing was stored either, unless the connection was lost during the commit.
 */
export const writeChange: (db: Db, change: WrittenChange) => Promise<boolean> = createBatcher(
  writeAll,
  writesAtOnce,
);

async function writeAll(db: Db, changes: readonly WrittenChange[]): Promise<PromiseSettledResult<boolean>[]> {
  try {
    const written = isPostgres(db) ? await onPostgres(db, changes) : await onSqlite(db, changes);
    return markFulfilled(changes.map(({ log }) => written.has(log.sessionId)));
  } catch (error) {
    // The database refused a row. Write each change alone, so that the other tables are stored.
    if (changes.length === 1 || !isRowRefused(error)) throw error;
    const alone = await Promise.all(
      changes.map(async (change) => await writeAll(db, [change]).catch(() => markFulfilled([false]))),
    );
    return alone.flat();
  }
}

async function onSqlite(db: Db, changes: readonly WrittenChange[]): Promise<Set<string>> {
  return await runInTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update table_sessions set ${newState}
      from ${createSessionRows(trx, changes)}
      where id = change_of and version = since and closed_at is null
      returning id`.execute(trx);
    const taken = new Set(rows.map(({ id }) => id));
    const kept = changes.filter(({ log }) => taken.has(log.sessionId));
    if (kept.length === 0) return taken;
    await storeEvents(
      trx,
      kept.flatMap(({ rows }) => rows),
    );
    if (kept.some(({ bound }) => bound.length > 0))
      await sql`insert or ignore into session_replicas (${replicaNames})
        select ${replicaNames} from ${createReplicaRows(trx, kept)}`.execute(trx);
    return taken;
  });
}

/** One statement, so one round trip. It skips locked sessions, because all other tables would wait for them, too. */
async function onPostgres(db: Db, changes: readonly WrittenChange[]): Promise<Set<string>> {
  const result = await runInOneStatement(
    db,
    async () =>
      await sql<{ id: string }>`
        with changed as materialized (select ${sessionNames} from ${createSessionRows(db, changes)}),
        free as (
          select session.id from changed cross join lateral (
            select id from table_sessions
            where id = change_of and version = since and closed_at is null
            for update skip locked
          ) as session
        ),
        taken as (
          update table_sessions set ${newState} from changed
          where id = change_of and id = any (array(select id from free))
          returning id as taken_of
        ),
        bound as (
          insert into session_replicas (${replicaNames})
          select ${replicaNames} from ${createReplicaRows(db, changes)} join taken on taken_of = session_id
          on conflict do nothing
        ),
        kept as (
          insert into events (${eventNames})
          select ${eventNames} from ${createEventRows(
            db,
            changes.flatMap(({ rows }) => rows),
          )} join taken on taken_of = session_id
        )
        select taken_of as id from taken`.execute(db),
  );
  return new Set(result?.rows.map(({ id }) => id));
}

const sessionColumns = {
  change_of: 'text',
  since: 'bigint',
  new_version: 'bigint',
  new_server_seq: 'bigint',
  operated_at: 'bigint',
} as const;
const sessionNames = joinColumns(sessionColumns);
const newState = sql`version = new_version, server_seq = new_server_seq,
  last_operate_at = coalesce(operated_at, last_operate_at)`;

function createSessionRows(db: Db, changes: readonly WrittenChange[]) {
  const rows = changes.map(({ log, since, operatedAt }) => ({
    change_of: log.sessionId,
    since,
    new_version: log.version,
    new_server_seq: log.known[serverReplica] ?? 0,
    operated_at: operatedAt,
  }));
  return createJsonRows(db, 'changed', sessionColumns, rows);
}

const eventColumns = {
  session_id: 'text',
  id: 'text',
  replica_id: 'text',
  seq: 'bigint',
  user_id: 'text',
  version: 'bigint',
  rejected: 'text',
  body: 'text',
} as const satisfies Record<keyof DecisionRow, string>;
const eventNames = joinColumns(eventColumns);

function createEventRows(db: Db, rows: readonly DecisionRow[]) {
  return createJsonRows(db, 'event', eventColumns, rows);
}

/** Stores any number of rows in one statement. */
export async function storeEvents(db: Db, rows: readonly DecisionRow[]): Promise<void> {
  await sql`insert into events (${eventNames}) select ${eventNames} from ${createEventRows(db, rows)}`.execute(
    db,
  );
}

const replicaColumns = { session_id: 'text', replica_id: 'text', user_id: 'text' } as const;
const replicaNames = joinColumns(replicaColumns);

function createReplicaRows(db: Db, changes: readonly WrittenChange[]) {
  return createJsonRows(
    db,
    'replica',
    replicaColumns,
    changes.flatMap(({ bound }) => bound),
  );
}

function joinColumns(columns: Readonly<Record<string, string>>) {
  return sql.raw(Object.keys(columns).join(', '));
}

/** True if the database refused a row (a bad value or an existing key), and works otherwise. */
function isRowRefused(error: unknown): boolean {
  return /^(?:22|23)...$|^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)/.test(readErrorCode(error) ?? '');
}
