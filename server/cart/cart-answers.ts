import type { CartDetails } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Db, SessionRow } from '#server/store/transactions.ts';
import type { Changed } from './change-cart.ts';
import { dinerNames } from './asking-diner.ts';
import type { MenuIndex } from '#contract/menu-index.ts';
import { pricedLines } from './priced-lines.ts';
import { readSession } from './log/session-log.ts';
import { syncOf } from './log/snapshot.ts';

/** What the phone's `known` lacks; with a menu also everybody's lines at its prices, for those who know no events. */
export async function cartDetails(
  db: Db,
  {
    sessionId,
    menu,
    known,
    now,
  }: { sessionId: string; menu: MenuIndex | undefined; known: VersionVector; now: number },
): Promise<CartDetails> {
  const { log, row } = await readSession(db, sessionId);
  return {
    userCarts: menu ? await pricedCarts(db, log.view.carts, menu) : [],
    updateAt: row.last_operate_at,
    lastOperateAt: row.last_operate_at,
    guests: log.view.guests,
    type: log.view.orderType,
    cartRowVersion: log.version,
    sync: {
      ...syncOf(log, { known, now }),
      ...(row.restored_from !== null && {
        restoredFrom: row.restored_from,
        restoredAt: row.restored_at ?? undefined,
      }),
      ...(row.moved_at !== null && { table: await placeOf(db, row) }),
    },
  };
}

/** CX19: where a party sits. */
async function placeOf(db: Db, { merchant_id: merchantId, table_id: tableId }: SessionRow) {
  return await db
    .selectFrom('tables')
    .select(['name as tableName', 'qrcode_id as qrcodeId'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .executeTakeFirst();
}

async function pricedCarts(
  db: Db,
  carts: CartView['carts'],
  menu: MenuIndex,
): Promise<CartDetails['userCarts']> {
  const names = await dinerNames(
    db,
    carts.map(({ userId }) => userId),
  );
  return carts.map(({ userId, lines }) => ({
    userId,
    userName: names.get(userId) ?? '',
    ...pricedLines(lines, menu),
  }));
}

export function authorsCart(
  { log, decision }: Changed,
  { userId, menu, known, now }: { userId: string; menu: MenuIndex; known: VersionVector; now: number },
) {
  const lines = log.view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
  return {
    ...pricedLines(lines, menu),
    guests: log.view.guests,
    type: log.view.orderType,
    cartRowVersion: log.version,
    updateAt: now,
    sync: syncOf(log, { known, now, ...(decision && { decision }) }),
  };
}

/** What a scan tells of the table's session: 0 guests and no order type as long as nobody has said. */
export async function sessionFacts(
  db: Db,
  sessionId: string,
): Promise<{ guests: number; orderType: number | null }> {
  const { guests, orderType } = (await readSession(db, sessionId)).log.view;
  return { guests: guests ?? 0, orderType };
}
