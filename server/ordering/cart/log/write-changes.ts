/** Makes decisions durable, those of many tables in one transaction; a table where somebody else was faster is left out. */
import { sql } from 'kysely';
import { serverReplica } from '#events/log/event-id.ts';
import { errorCode } from '#server/platform/error-code.ts';
import { jsonRows } from '#server/platform/store/rows/json-rows.ts';
import { allFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import { inOneStatement, inTransaction, isPostgres, type Db } from '#server/platform/store/transactions.ts';
import type { DecisionRow } from './decision-rows.ts';
import type { Followed } from './log-store.ts';

interface WrittenChange extends Followed {
  /** The version on which it was decided: it counts only if the session still has it. */
  readonly since: number;
  /** Wall clock of the last acceptance, ms; null: nothing was accepted. */
  readonly operatedAt: number | null;
}

/** Changes that are written together, and how many such writes are under way. */
export const writesAtOnce = { most: 50, underWay: 2 };

/**
 * Stores a change. False, and nothing is stored, when the session has another version by now, is closed or is being
 * changed by somebody who holds its lock. Rejects when the transaction failed: nothing is stored either, unless the
 * database could not say any more what became of it.
 */
export const writeChange: (db: Db, change: WrittenChange) => Promise<boolean> = createBatcher(
  writeAll,
  writesAtOnce,
);

async function writeAll(db: Db, changes: readonly WrittenChange[]): Promise<PromiseSettledResult<boolean>[]> {
  try {
    const written = isPostgres(db) ? await onPostgres(db, changes) : await onSqlite(db, changes);
    return allFulfilled(changes.map(({ log }) => written.has(log.sessionId)));
  } catch (error) {
    // A row that the database refuses takes no other table along.
    if (changes.length === 1 || !isOfTheRows(error)) throw error;
    const alone = await Promise.all(
      changes.map(async (change) => await writeAll(db, [change]).catch(() => allFulfilled([false]))),
    );
    return alone.flat();
  }
}

async function onSqlite(db: Db, changes: readonly WrittenChange[]): Promise<Set<string>> {
  return await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update table_sessions set ${newState}
      from ${sessionsIn(trx, changes)}
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
        select ${replicaNames} from ${replicasIn(trx, kept)}`.execute(trx);
    return taken;
  });
}

/** One statement, and so one round trip. Who holds a session's lock is not waited for: the others would wait, too. */
async function onPostgres(db: Db, changes: readonly WrittenChange[]): Promise<Set<string>> {
  const result = await inOneStatement(
    db,
    async () =>
      await sql<{ id: string }>`
        with changed as materialized (select ${sessionNames} from ${sessionsIn(db, changes)}),
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
          select ${replicaNames} from ${replicasIn(db, changes)} join taken on taken_of = session_id
          on conflict do nothing
        ),
        kept as (
          insert into events (${eventNames})
          select ${eventNames} from ${eventsIn(
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
const sessionNames = namesOf(sessionColumns);
const newState = sql`version = new_version, server_seq = new_server_seq,
  last_operate_at = coalesce(operated_at, last_operate_at)`;

function sessionsIn(db: Db, changes: readonly WrittenChange[]) {
  const rows = changes.map(({ log, since, operatedAt }) => ({
    change_of: log.sessionId,
    since,
    new_version: log.version,
    new_server_seq: log.known[serverReplica] ?? 0,
    operated_at: operatedAt,
  }));
  return jsonRows(db, 'changed', sessionColumns, rows);
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
const eventNames = namesOf(eventColumns);

function eventsIn(db: Db, rows: readonly DecisionRow[]) {
  return jsonRows(db, 'event', eventColumns, rows);
}

/** As many rows as there are, in one statement. */
export async function storeEvents(db: Db, rows: readonly DecisionRow[]): Promise<void> {
  await sql`insert into events (${eventNames}) select ${eventNames} from ${eventsIn(db, rows)}`.execute(db);
}

const replicaColumns = { session_id: 'text', replica_id: 'text', user_id: 'text' } as const;
const replicaNames = namesOf(replicaColumns);

function replicasIn(db: Db, changes: readonly WrittenChange[]) {
  return jsonRows(
    db,
    'replica',
    replicaColumns,
    changes.flatMap(({ bound }) => bound),
  );
}

function namesOf(columns: Readonly<Record<string, string>>) {
  return sql.raw(Object.keys(columns).join(', '));
}

/** The database said no to a value or to a key that is there already; not that it is in trouble itself. */
function isOfTheRows(error: unknown): boolean {
  return /^(?:22|23)...$|^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)/.test(errorCode(error) ?? '');
}
