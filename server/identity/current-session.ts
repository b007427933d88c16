import type { Db } from '#server/store/transactions.ts';
import type { TableSession } from './who.ts';

export interface CurrentSession {
  readonly session: TableSession;
  /** The user opened or joined it by a scan. */
  readonly isMember: boolean;
}

/** The open session of a table, and whether the user is in it; undefined without an open one. */
export async function currentSession(
  db: Db,
  { merchantId, tableId, userId }: { merchantId: string; tableId: string; userId: string },
): Promise<CurrentSession | undefined> {
  const row = await db
    .selectFrom('table_sessions as session')
    .innerJoin('tables as table', (join) =>
      join.onRef('table.merchant_id', '=', 'session.merchant_id').onRef('table.id', '=', 'session.table_id'),
    )
    .leftJoin('session_members as member', (join) =>
      join.onRef('member.session_id', '=', 'session.id').on('member.user_id', '=', userId),
    )
    .select(['session.id', 'table.name', 'member.user_id'])
    .where('session.merchant_id', '=', merchantId)
    .where('session.table_id', '=', tableId)
    .where('session.closed_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      session: { id: row.id, merchantId, tableId, tableName: row.name },
      isMember: row.user_id !== null,
    }
  );
}
