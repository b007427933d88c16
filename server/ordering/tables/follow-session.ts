/**
 * Finds the session of a diner whose phone still names an old table or session. Staff may have moved the session to
 * another table, merged it with another session, or split it again.
 *
 *     the phone names     staff did                 found
 *     table 3             moved table 3 to 7        the session, now at table 7
 *     session a           merged a into b           session b (`hasJoined`)
 *     session b           split b into a and b      the one in which the diner sits
 */
import { interpretService, type ServiceEvent } from '#events/fulfilment/service-event.ts';
import type { Asker, TableSession } from '#server/platform/http/routes/who.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { parseJoined } from './joined-session.ts';

interface FollowedSession {
  readonly session: TableSession & { readonly tableId: string; readonly tableName: string };
  readonly version: number;
  /** Of the session's present table. */
  readonly qrcodeId: string;
  /** The phone named another session, which was merged with this one. */
  readonly hasJoined: boolean;
}

/** The diner's open session, by a table or session that the phone knows. Undefined if there is none. */
export async function followSession(
  db: Db,
  { merchantId, userId }: Asker,
  { tableId: askedAs, sessionId: expected }: { tableId: string; sessionId: string | undefined },
): Promise<FollowedSession | undefined> {
  const rows = await db
    .selectFrom('session_members as member')
    .innerJoin('table_sessions as session', 'session.id', 'member.session_id')
    .innerJoin('tables as place', (join) =>
      join.onRef('place.id', '=', 'session.table_id').onRef('place.merchant_id', '=', 'session.merchant_id'),
    )
    .select(['session.id', 'session.restored_from', 'session.version', 'session.joined'])
    .select(['place.id as tableId', 'place.name as tableName', 'place.qrcode_id as qrcodeId'])
    .where('member.user_id', '=', userId)
    .where('member.removed_at', 'is', null)
    .where('session.merchant_id', '=', merchantId)
    .where('session.closed_at', 'is', null)
    .orderBy('member.joined_at', 'desc')
    .execute();
  for (const { id, restored_from: restoredFrom, version, tableId, tableName, qrcodeId, joined } of rows) {
    const { tables, sessions } = await readNames(db, id, joined);
    const hasJoined = expected !== undefined && expected !== id;
    if (hasJoined ? !sessions.has(expected) : !tables.has(askedAs)) continue;
    const session = { id, restoredFrom, merchantId, tableId, tableName, askedAs };
    return { session, version, qrcodeId, hasJoined };
  }
  return undefined;
}

/** The tables at which the session ever was, and the sessions with which it was merged, with theirs. */
async function readNames(db: Db, sessionId: string, joined: string | null) {
  const tables = new Set<string>();
  const sessions = new Set([sessionId]);
  // The loop also visits the sessions that it adds.
  for (const id of sessions)
    for (const event of (await readFulfilment(db, id)).map(interpretService))
      addNames(event, tables, sessions);
  const parted = parseJoined({ id: sessionId, joined });
  if (parted) sessions.add(parted.into);
  return { tables, sessions };
}

function addNames(event: ServiceEvent | undefined, tables: Set<string>, sessions: Set<string>): void {
  if (event?.type !== 'tableMoved' && event?.type !== 'tablesMerged') return;
  if (event.from !== undefined) tables.add(event.from);
  if (event.type === 'tableMoved') tables.add(event.tableId);
  else sessions.add(event.sessionId);
}
