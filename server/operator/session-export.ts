import type { LogRecord } from '#events/records.ts';
import { serverReplica, parseEventId } from '#events/event-id.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { codeOfText, type EventRow } from '#server/cart/log/decision-rows.ts';
import { databaseStore } from '#server/cart/log/database-store.ts';
import type { Db } from '#server/store/transactions.ts';

/** Of a table by its id, name or QR code's id; or the one of this id. */
export interface SessionsAsked {
  readonly table?: string | undefined;
  readonly session?: string | undefined;
}

export interface StoredSession {
  readonly id: string;
  readonly merchantId: string;
  /** Empty: to go, without a table (D19). */
  readonly tableId: string;
  readonly tableName: string;
  readonly qrcodeId: string;
  readonly openedAt: number;
  readonly closedAt: number | null;
  /** F1: as many decisions as there are. */
  readonly version: number;
}

/** So many sessions are named at once. */
export const mostSessions = 50;
/** So many decisions are read at once: a running server goes on answering in between. */
export const decisionsAtOnce = 1_000;

/** The newest sessions of a merchant first; `table`: those of a table by its id, name or QR code's id. */
export async function storedSessions(
  db: Db,
  merchantId: string,
  { table, session }: SessionsAsked,
): Promise<StoredSession[]> {
  const rows = await db
    .selectFrom('table_sessions')
    .leftJoin('tables', (join) =>
      join
        .onRef('tables.id', '=', 'table_sessions.table_id')
        .onRef('tables.merchant_id', '=', 'table_sessions.merchant_id'),
    )
    .select([
      'table_sessions.id as id',
      'table_sessions.table_id as tableId',
      'tables.name as tableName',
      'tables.qrcode_id as qrcodeId',
      'table_sessions.opened_at as openedAt',
      'table_sessions.closed_at as closedAt',
      'table_sessions.version as version',
    ])
    .where('table_sessions.merchant_id', '=', merchantId)
    .$if(session !== undefined, (query) => query.where('table_sessions.id', '=', session!))
    .$if(table !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([
          eb('table_sessions.table_id', '=', table!),
          eb('tables.name', '=', table!),
          eb('tables.qrcode_id', '=', table!),
        ]),
      ),
    )
    .orderBy('table_sessions.opened_at', 'desc')
    .orderBy('table_sessions.id')
    .limit(mostSessions)
    .execute();
  return rows.map(({ tableId, tableName, qrcodeId, ...row }) => ({
    ...row,
    merchantId,
    tableId: tableId ?? '',
    tableName: tableName ?? '',
    qrcodeId: qrcodeId ?? '',
  }));
}

/** The decisions of a session after a version, and up to another; not more than `decisionsAtOnce`. */
export async function storedDecisions(
  db: Db,
  sessionId: string,
  after: number,
  upTo: number,
): Promise<EventRow[]> {
  return await databaseStore(db).decisions(sessionId, after, Math.min(upTo, after + decisionsAtOnce));
}

/** L2: in order of versions. The database has no times: `t` is the latest time that an accepted event bore by then. */
export function canonicalRecords(rows: readonly EventRow[]): LogRecord[] {
  let t = 0;
  return rows.flatMap(({ id, rejected, body }): LogRecord[] => {
    const stored = JSON.parse(body) as Partial<AnyEvent>;
    // Of what was out of bounds only the id is kept.
    const event = stored.id === undefined ? undefined : (stored as AnyEvent);
    if (event && rejected === null) t = Math.max(t, event.at[0]);
    const from = parseEventId(id)?.replicaId === serverReplica ? 'server' : 'peer';
    const known: LogRecord[] = event ? [{ t, from, event }] : [];
    if (rejected === null) return known;
    // Said before the event, which the server never showed.
    return [{ t, from: 'server', rejected: { ids: [id], code: codeOfText(rejected) } }, ...known];
  });
}
