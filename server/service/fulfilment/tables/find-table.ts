import { codes } from '#contract/codes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Table } from '#server/ordering/tables/sessions.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/** A Refusal 404 for an unknown table. */
export async function findTable(db: Db, merchantId: string, tableId: string): Promise<Table> {
  const table = await db
    .selectFrom('tables')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .executeTakeFirst();
  if (!table) throw new Refusal(codes.notFound, getServerTexts('tables.unknown', { id: tableId }));
  return table;
}
