import { inBoth, noteEdits } from '#server/menu/audit-log/log-settings-change.ts';
import { lockMenu } from '#server/menu/audit-log/log-menu-change.ts';
import { openSessionAt } from '#server/ordering/tables/open-session-at.ts';
import type { Clock, Random } from '#server/platform/lifecycle/clock.ts';
import { inTransaction, type Db, type SessionRow } from '#server/platform/store/transactions.ts';
import { newTableCode } from '#server/ordering/tables/table-code.ts';

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

interface CodeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** Gives the table a new QR code; the party that sits there stays. */
export async function newQrcode(
  { db, clock, random }: CodeDeps,
  merchantId: string,
  tableId: string,
  author: string,
): Promise<string> {
  await openSessionAt(db, merchantId, tableId);
  const qrcodeId = newTableCode(random);
  await inTransaction(db, async (trx) => {
    await lockMenu(trx, merchantId);
    const table = await trx
      .selectFrom('tables')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', '=', tableId)
      .executeTakeFirst();
    if (!table) return;
    await trx
      .updateTable('tables')
      .set({ qrcode_id: qrcodeId })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', tableId)
      .execute();
    const edits = [{ path: ['tables', tableId, 'qrcode'], from: table.qrcode_id, to: qrcodeId }];
    const names = { [`tables/${tableId}`]: inBoth(table.name) };
    const by = { name: author, way: 'page' } as const;
    await noteEdits(trx, { merchantId, part: 'house', edits, names }, by, clock.now());
  });
  return qrcodeId;
}
