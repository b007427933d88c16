import type { reissueQrcode } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { logEdits } from '#server/menu/audit-log/log-settings-change.ts';
import { lockMenu } from '#server/menu/audit-log/log-menu-change.ts';
import { findSessionAtTable } from '#server/ordering/tables/session-at-table.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db, type SessionRow } from '#server/platform/store/transactions.ts';
import { createTableCode } from '#server/ordering/tables/table-code.ts';
import { endSession } from '#server/service/fulfilment/tables/end-session.ts';
import {
  isExpectedSession,
  createTableFreeRefusal,
  type TableDeps,
  type StaffMember,
} from '#server/service/fulfilment/tables/table-acts.ts';
import { createTexts } from '#contract/menu-file/localized.ts';

/** The merchant's session of this id, open or not. */
export async function findSession(
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

/** The same. A Refusal 404 for an unknown session. */
export async function requireSession(db: Db, merchantId: string, sessionId: string): Promise<SessionRow> {
  const session = await findSession(db, merchantId, sessionId);
  if (!session) throw new Refusal(codes.notFound, `There is no session ${sessionId}`);
  return session;
}

interface CodeDeps extends TableDeps {
  readonly random: Random;
}

/**
 * Gives the table a new QR code. `endParty` also ends the session at the table, if it is `sessionId`. A Refusal 4092 if
 * that session has ended already.
 */
export async function reissueTableCode(
  deps: CodeDeps,
  { merchantId, by }: StaffMember,
  { tableId, endParty = false, sessionId }: BodyOf<typeof reissueQrcode>,
): Promise<string> {
  const { db, subscribers } = deps;
  const findCurrentSession = async () =>
    endParty ? await findSessionAtTable(db, merchantId, tableId) : undefined;
  if (endParty && sessionId !== undefined && !isExpectedSession(await findCurrentSession(), sessionId))
    throw createTableFreeRefusal();
  const qrcodeId = await replaceQrcode(deps, merchantId, tableId, by.name);
  const party = await findCurrentSession();
  if (isExpectedSession(party, sessionId))
    await endSession(deps, party.id, { by, reason: 'newQrcode', seen: undefined });
  subscribers.notify('staffViewChanged', { merchantId });
  return qrcodeId;
}

/** Replaces the QR code. The session at the table stays open. */
async function replaceQrcode(
  { db, clock, random }: CodeDeps,
  merchantId: string,
  tableId: string,
  author: string,
): Promise<string> {
  await findSessionAtTable(db, merchantId, tableId);
  const qrcodeId = createTableCode(random);
  await runInTransaction(db, async (trx) => {
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
    const names = { [`tables/${tableId}`]: createTexts(table.name) };
    const by = { name: author, way: 'page' } as const;
    await logEdits(trx, { merchantId, part: 'house', edits, names }, by, clock.now());
  });
  return qrcodeId;
}
