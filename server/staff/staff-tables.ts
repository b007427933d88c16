import { openSessionAt } from '#server/tables/open-session-at.ts';
import type { Random } from '#server/process/clock.ts';
import type { Db, SessionRow } from '#server/store/transactions.ts';
import { newTableCode } from '#server/tables/table-code.ts';

/** One of the merchant's sessions, open or not. */
export async function sessionOf(
  db: Db,
  merchantId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  return await db
    .selectFrom('table_sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Gives the table a new QR code; the party that sits there stays. */
export async function newQrcode(
  { db, random }: { readonly db: Db; readonly random: Random },
  merchantId: string,
  tableId: string,
): Promise<string> {
  await openSessionAt(db, merchantId, tableId);
  const qrcodeId = newTableCode(random);
  await db
    .updateTable('tables')
    .set({ qrcode_id: qrcodeId })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .execute();
  return qrcodeId;
}
