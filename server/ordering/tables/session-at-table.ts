import { codes } from '#contract/codes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Db, SessionRow } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { findOpenSession } from './sessions.ts';

/** The open session at a table of the merchant. Undefined if the table is free. A Refusal 404 for an unknown table. */
export async function findSessionAtTable(
  db: Db,
  merchantId: string,
  tableId: string,
): Promise<SessionRow | undefined> {
  const table = await db
    .selectFrom('tables')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .executeTakeFirst();
  if (!table) throw new Refusal(codes.notFound, getServerTexts('tables.unknown', { id: tableId }));
  return await findOpenSession(db, merchantId, 'table_id', tableId);
}
