import { codes } from '#contract/codes.ts';
import type { Random } from '#server/process/clock.ts';
import { Refusal } from '#server/http/routes/route.ts';
import type { Db, SessionRow } from '#server/store/transactions.ts';
import { openSessionOf } from '#server/tables/sessions.ts';
import { newTableCode } from '#server/tables/table-code.ts';

/** The open session of one of the merchant's tables, undefined when it is free. A Refusal 404 for an unknown table. */
export async function openSessionAt(
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
  if (!table) throw new Refusal(codes.notFound, `There is no table ${tableId}`);
  return await openSessionOf(db, merchantId, 'table_id', tableId);
}

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
