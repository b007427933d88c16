/** CX19: where a party is that the staff set at another table, made one with another party, or parted again. */
import { interpretService, type ServiceEvent } from '#events/fulfilment/service-event.ts';
import type { Asker, TableSession } from '#server/platform/http/routes/who.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { parseJoined } from './joined-session.ts';

interface FollowedSession {
  readonly session: TableSession & { readonly tableId: string; readonly tableName: string };
  /** F1 */
  readonly version: number;
  /** Of the table where it sits. */
  readonly qrcodeId: string;
  /** The asker names a party that has joined this one, or that this one was one with. */
  readonly hasJoined: boolean;
}

/** The asker's party, by the table or session that it was known by; undefined: no such party sits at a table. */
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

/** Every table at which the party or one that joined it sat; those that joined it, and the one that it had joined (D49). */
async function readNames(db: Db, sessionId: string, joined: string | null) {
  const tables = new Set<string>();
  const sessions = new Set([sessionId]);
  // What is added under way is looked at as well.
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
