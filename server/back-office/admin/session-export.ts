import type { LogRecord } from '#events/records/records.ts';
import { serverReplica, parseEventId } from '#events/log/event-id.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseRejectionCode, type EventRow } from '#server/ordering/cart/log/decision-rows.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export interface SessionFilter {
  /** A table's id, name or QR code id. */
  readonly table?: string | undefined;
  /** A session's id. */
  readonly session?: string | undefined;
}

export type StoredSession = Awaited<ReturnType<typeof readSessions>>[number];

/** Most sessions in one answer. */
export const maxSessions = 50;
/** Most decisions in one answer. Short reads let a running server answer other requests in between. */
export const maxDecisions = 1_000;

/** Returns the sessions of a merchant that match the filter, newest first. */
export async function readSessions(db: Db, merchantId: string, { table, session }: SessionFilter) {
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
    .limit(maxSessions)
    .execute();
  return rows.map(({ tableId, tableName, qrcodeId, ...row }) => ({
    ...row,
    merchantId,
    /** Empty for a takeaway session, which has no table. */
    tableId: tableId ?? '',
    tableName: tableName ?? '',
    qrcodeId: qrcodeId ?? '',
  }));
}

/** Returns the decisions with a version above `after` and up to `upTo`, at most `maxDecisions`. */
export async function readDecisions(
  db: Db,
  sessionId: string,
  after: number,
  upTo: number,
): Promise<EventRow[]> {
  // Rejected events keep their bodies here, although the merge does not read them.
  return await db
    .selectFrom('events')
    .select(['id', 'user_id', 'version', 'rejected', 'body'])
    .where('session_id', '=', sessionId)
    .where('version', '>', after)
    .where('version', '<=', Math.min(upTo, after + maxDecisions))
    .orderBy('version')
    .execute();
}

/**
 * Converts stored decisions to log records, in the order of versions. The database does not store when the server
 * received an event. `t` is therefore the highest timestamp of the events accepted so far.
 */
export function toCanonicalRecords(rows: readonly EventRow[]): LogRecord[] {
  let t = 0;
  return rows.flatMap(({ id, rejected, body }): LogRecord[] => {
    const stored = JSON.parse(body) as Partial<AnyEvent>;
    // The server stores only the id of an oversized event.
    const event = stored.id === undefined ? undefined : (stored as AnyEvent);
    if (event && rejected === null) t = Math.max(t, event.at[0]);
    const from = parseEventId(id)?.replicaId === serverReplica ? 'server' : 'peer';
    const known: LogRecord[] = event ? [{ t, from, event }] : [];
    if (rejected === null) return known;
    // The rejection comes first, because the server never showed this event.
    return [{ t, from: 'server', rejected: { ids: [id], code: parseRejectionCode(rejected) } }, ...known];
  });
}
