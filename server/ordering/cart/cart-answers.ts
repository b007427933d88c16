import type { CartDetails } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Db, SessionRow } from '#server/platform/store/transactions.ts';
import type { Changed } from './change-cart.ts';
import { dinerNames } from './diner-at-table.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { limits } from '#contract/limits.ts';
import { jsonBytes } from '#server/platform/http/limit-bytes.ts';
import { pricedLines } from './priced-lines.ts';
import { readSession } from './log/session-log.ts';
import { syncOf } from './log/snapshot.ts';

/** D37: bytes of lines and of events in one answer: who knows no events reads the lines, the others read the events. */
const besideLines = { most: 176 * 1024, pageBytes: 8 * 1024 } as const;
const besidePage = { most: 32 * 1024, pageBytes: limits.pageBytes } as const;

/** What the phone's `known` lacks; with a menu also everybody's lines at its prices, for those who know no events. */
export async function cartDetails(
  db: Db,
  {
    sessionId,
    userId,
    menu,
    known,
    now,
  }: { sessionId: string; userId: string; menu: MenuIndex | undefined; known: VersionVector; now: number },
): Promise<CartDetails> {
  const { log, row } = await readSession(db, sessionId);
  const userCarts = menu ? await pricedCarts(db, log.view.carts, { menu, userId }) : [];
  return {
    userCarts,
    updateAt: row.last_operate_at,
    lastOperateAt: row.last_operate_at,
    guests: log.view.guests,
    type: log.view.orderType,
    cartRowVersion: log.version,
    sync: {
      ...syncOf(log, { known, now, ...(menu && { pageBytes: besideLines.pageBytes }) }),
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
  { menu, userId: asker }: { menu: MenuIndex; userId: string },
): Promise<CartDetails['userCarts']> {
  const names = await dinerNames(
    db,
    carts.map(({ userId }) => userId),
  );
  // The asker's own first: what is missing there they would take away with their next change (P4).
  const ownFirst = carts.toSorted((a, b) => Number(b.userId === asker) - Number(a.userId === asker));
  let left: number = besideLines.most;
  const told = new Map(
    ownFirst.map(({ userId, lines }) => {
      const priced = pricedLines(left > 0 ? lines : [], menu, left);
      left -= jsonBytes(priced);
      return [userId, priced];
    }),
  );
  return carts.map(({ userId }) => ({ userId, userName: names.get(userId) ?? '', ...told.get(userId)! }));
}

export function authorsCart(
  { log, decision }: Changed,
  {
    userId,
    menu,
    known,
    now,
    isEventAware,
  }: { userId: string; menu: MenuIndex; known: VersionVector; now: number; isEventAware: boolean },
) {
  const lines = log.view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
  const { most, pageBytes } = isEventAware ? besidePage : besideLines;
  return {
    ...pricedLines(lines, menu, most),
    guests: log.view.guests,
    type: log.view.orderType,
    cartRowVersion: log.version,
    updateAt: now,
    sync: syncOf(log, { known, now, pageBytes, ...(decision && { decision }) }),
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
