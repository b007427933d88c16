/** Reads what the database says about a caller. Every request needs it, so requests of one moment share one statement. */
import { sql } from 'kysely';
import { createJsonRows } from '#server/platform/store/rows/json-rows.ts';
import { markFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import { syncRead } from '#server/platform/store/sqlite/sync-read.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { TableSession, Versions } from '#server/platform/http/routes/who.ts';

interface Asked {
  readonly loginId: string;
  readonly merchantId: string;
  readonly userId: string;
  readonly tableId: string | undefined;
}

export type LoginState = ReturnType<typeof loginStateOf>;

/** The id in `ended_logins` that ends all logins of a user. */
export function createAllLoginsKey(userId: string): string {
  return `all of ${userId}`;
}

interface Found {
  readonly n: number;
  readonly ended: number | null;
  readonly session_id: string | null;
  readonly restored_from: string | null;
  readonly table_name: string | null;
  readonly version: number | null;
  readonly member: number | null;
  readonly sits_at: string | null;
  readonly menu_version: number | null;
}

const limits = { most: 100, underWay: 2 };

export const readLoginState: (db: Db, asked: Asked) => Promise<LoginState> = createBatcher(
  async (db, all) => markFulfilled(await lookUp(db, all)),
  limits,
);

async function lookUp(db: Db, all: readonly Asked[]): Promise<LoginState[]> {
  const columns = {
    n: 'bigint',
    login: 'text',
    all_logins: 'text',
    merchant: 'text',
    place: 'text',
    diner: 'text',
  } as const;
  const asked = createJsonRows(
    db,
    'asked',
    columns,
    all.map(({ loginId, merchantId, tableId, userId }, n) => ({
      n,
      login: loginId,
      all_logins: createAllLoginsKey(userId),
      merchant: merchantId,
      place: tableId ?? null,
      diner: userId,
    })),
  );
  const open = sql`table_sessions as session
    where session.merchant_id = asked.merchant and session.table_id = asked.place and session.closed_at is null`;
  // Subqueries instead of joins, so that the planner uses the index of each table for any number of rows.
  const { rows } = await sql<Found>`
    select ${sql.raw(syncRead)} asked.n,
      (select max(1) from ended_logins as login where login.id in (asked.login, asked.all_logins)) as ended,
      (select session.id from ${open}) as session_id,
      (select session.restored_from from ${open}) as restored_from,
      (select session.version from ${open}) as version,
      (select name from tables as place where place.merchant_id = asked.merchant and place.id = asked.place) as table_name,
      (select 1 from session_members as member where member.user_id = asked.diner and member.removed_at is null
        and member.session_id = (select session.id from ${open})) as member,
      (select max(seat.session_id) from session_members as seat join table_sessions as party on party.id = seat.session_id
        where seat.user_id = asked.diner and seat.removed_at is null
        and party.closed_at is null and party.table_id is not null) as sits_at,
      (select version from menu_versions as menu where menu.merchant_id = asked.merchant) as menu_version
    from ${asked}`.execute(db);
  const found = new Map(rows.map((row) => [row.n, row]));
  return all.map((each, n) => loginStateOf(each, found.get(n)!));
}

function loginStateOf({ merchantId, tableId }: Asked, row: Found) {
  const { session_id: id, restored_from: restoredFrom, table_name: tableName, version } = row;
  const isOpen = tableId !== undefined && id !== null && tableName !== null;
  const session: TableSession | undefined = isOpen
    ? { id, restoredFrom, merchantId, tableId, tableName }
    : undefined;
  const versions: Versions = { ...(version !== null && { session: version }), menu: row.menu_version ?? 0 };
  const sitsAt = row.sits_at ?? undefined;
  return { hasEnded: row.ended !== null, session, isMember: row.member !== null, sitsAt, versions };
}
