import type { LogRecord } from '#events/records/records.ts';
import { serverReplica, parseEventId } from '#events/log/event-id.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { codeOfText, type EventRow } from '#server/ordering/cart/log/decision-rows.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** Of a table by its id, name or QR code's id; or the one of this id. */
export interface SessionsAsked {
  readonly table?: string | undefined;
  readonly session?: string | undefined;
}

export type StoredSession = Awaited<ReturnType<typeof readSessions>>[number];

/** So many sessions are named at once. */
export const mostSessions = 50;
/** So many decisions are read at once: a running server goes on answering in between. */
export const decisionsAtOnce = 1_000;

/** The newest sessions of a merchant first; `table`: those of a table by its id, name or QR code's id. */
export async function readSessions(db: Db, merchantId: string, { table, session }: SessionsAsked) {
  const rows = await db
    .selectFrom('table_sessions as s')
    .leftJoin('tables as t', (join) =>
      join.onRef('t.id', '=', 's.table_id').onRef('t.merchant_id', '=', 's.merchant_id'),
    )
    .select(['s.id', 's.version', 's.table_id as tableId', 't.name as tableName', 't.qrcode_id as qrcodeId'])
    .select(['s.opened_at as openedAt', 's.closed_at as closedAt'])
    .where('s.merchant_id', '=', merchantId)
    .$if(session !== undefined, (query) => query.where('s.id', '=', session!))
    .$if(table !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb('s.table_id', '=', table!), eb('t.name', '=', table!), eb('t.qrcode_id', '=', table!)]),
      ),
    )
    .orderBy('s.opened_at', 'desc')
    .orderBy('s.id')
    .limit(mostSessions)
    .execute();
  return rows.map(({ tableId, tableName, qrcodeId, ...row }) => ({
    ...row,
    merchantId,
    /** Empty: to go, without a table (D19). */
    tableId: tableId ?? '',
    tableName: tableName ?? '',
    qrcodeId: qrcodeId ?? '',
  }));
}

/** The decisions of a session after a version, and up to another; not more than `decisionsAtOnce`. */
export async function readDecisions(
  db: Db,
  sessionId: string,
  after: number,
  upTo: number,
): Promise<EventRow[]> {
  // With what refused events said, which no fold reads.
  return await db
    .selectFrom('events')
    .select(['id', 'user_id', 'version', 'rejected', 'body'])
    .where('session_id', '=', sessionId)
    .where('version', '>', after)
    .where('version', '<=', Math.min(upTo, after + decisionsAtOnce))
    .orderBy('version')
    .execute();
}

/** L2: in order of versions. The database has no times: `t` is the latest time that an accepted event bore by then. */
export function toCanonicalRecords(rows: readonly EventRow[]): LogRecord[] {
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
