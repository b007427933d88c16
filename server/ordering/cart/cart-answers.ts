import type { CartDetails } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { getLines, type CartView } from '#projections/merge/cart-view.ts';
import type { Db, SessionRow } from '#server/platform/store/transactions.ts';
import type { Changed } from './change-cart.ts';
import { readDinerNames } from './diner-at-table.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { limits } from '#contract/limits.ts';
import { countJsonBytes } from '#server/platform/http/limit-bytes.ts';
import { priceLines } from './priced-lines.ts';
import { readSession } from './log/session-log.ts';
import { syncOf } from './log/snapshot.ts';

/** Bytes of priced lines and of events in one answer. A phone that knows no events reads the lines, the others the events. */
const besideLines = { most: 176 * 1024, pageBytes: 8 * 1024 } as const;
const besidePage = { most: 32 * 1024, pageBytes: limits.pageBytes } as const;

/** The events that `known` lacks. With a menu also everybody's lines at its prices, for a phone that knows no events. */
export async function readCartDetails(
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
  const userCarts = menu ? await priceCarts(db, log.view.carts, { menu, userId }) : [];
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
      ...(row.moved_at !== null && { table: await readTable(db, row) }),
    },
  };
}

async function readTable(db: Db, { merchant_id: merchantId, table_id: tableId }: SessionRow) {
  return await db
    .selectFrom('tables')
    .select(['name as tableName', 'qrcode_id as qrcodeId'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .executeTakeFirst();
}

async function priceCarts(
  db: Db,
  carts: CartView['carts'],
  { menu, userId: asker }: { menu: MenuIndex; userId: string },
): Promise<CartDetails['userCarts']> {
  const names = await readDinerNames(
    db,
    carts.map(({ userId }) => userId),
  );
  // The asker's own lines come first. A line that is left out there would be removed by the phone's next change.
  const ownFirst = carts.toSorted((a, b) => Number(b.userId === asker) - Number(a.userId === asker));
  let left: number = besideLines.most;
  const answers = new Map(
    ownFirst.map(({ userId, lines }) => {
      const priced = priceLines(left > 0 ? lines : [], menu, left);
      left -= countJsonBytes(priced);
      return [userId, priced];
    }),
  );
  return carts.map(({ userId }) => ({ userId, userName: names.get(userId) ?? '', ...answers.get(userId)! }));
}

export function createAuthorAnswer(
  { log, decision }: Changed,
  {
    userId,
    menu,
    known,
    now,
    isEventAware,
  }: { userId: string; menu: MenuIndex; known: VersionVector; now: number; isEventAware: boolean },
) {
  const lines = getLines(log.view, userId);
  const { most, pageBytes } = isEventAware ? besidePage : besideLines;
  return {
    ...priceLines(lines, menu, most),
    guests: log.view.guests,
    type: log.view.orderType,
    cartRowVersion: log.version,
    updateAt: now,
    sync: syncOf(log, { known, now, pageBytes, ...(decision && { decision }) }),
  };
}

/** Guests (0: unknown) and order type (null: unknown) of a table session, for the answer to a scan. */
export async function readTableValues(
  db: Db,
  sessionId: string,
): Promise<{ guests: number; orderType: number | null }> {
  const { guests, orderType } = (await readSession(db, sessionId)).log.view;
  return { guests: guests ?? 0, orderType };
}
