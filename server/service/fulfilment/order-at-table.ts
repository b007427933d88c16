/** CX22, D52: the staff order for a table, also where nobody has ordered, or nobody sits. */
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { orderAtTable } from '#contract/calls/service.ts';
import { orderType } from '#contract/states.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { menuOf } from '#server/menu/menu.ts';
import { merchantSettings } from '#server/menu/merchants.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { chargesOf, completionRuleOf, createOrder } from '#server/ordering/orders/order-body.ts';
import {
  insertOrder,
  readStoredOrder,
  findUnpaidOrder,
  type OrderRow,
} from '#server/ordering/orders/order-store.ts';
import { inTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { openTableSession, findOpenSession, type Table } from '#server/ordering/tables/sessions.ts';
import {
  doActIn,
  readDinerOfDish,
  findEarlierResult,
  requireOrder,
  type FulfilmentDeps,
  type ActAuthor,
  type ActResult,
} from './do-act.ts';

/** An order is open for so long at most, ms: a tap that comes twice is looked for among those. */
const eveningMs = 24 * 60 * 60 * 1000;

/**
 * Puts a dish on the table's order: on the open one, else on a new one. A Refusal 404 for an unknown table, 4092 for a
 * dish that cannot be ordered; then nothing is opened.
 */
export async function orderForTable(
  deps: FulfilmentDeps,
  doer: ActAuthor,
  { actId, tableId, item, quantity }: BodyOf<typeof orderAtTable>,
): Promise<ActResult> {
  const { db, clock } = deps;
  const { merchantId, by, language } = doer;
  const table = await db
    .selectFrom('tables')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .executeTakeFirst();
  if (!table) throw new Refusal(codes.notFound, `There is no table ${tableId}`);
  const menu = indexMenu(await menuOf(db, merchantId, language));
  return await inTransaction(db, async (trx) => {
    const now = clock.now();
    const before = await findSameAct(trx, table, actId, now);
    if (before) return before;
    const log = await lockTableSession(trx, deps, table, now);
    const { sessionId } = log;
    const meanwhile = await findSameAct(trx, table, actId, now);
    if (meanwhile) return meanwhile;
    const row =
      (await findUnpaidOrder(trx, sessionId)) ??
      (await insertEmptyOrder(trx, deps, { table, language, now }, log));
    const stored = await readStoredOrder(trx, row);
    const wish = { type: 'dishAdded', actId, orderId: row.id, item, quantity, userId: '' } as const;
    const diner = await readDinerOfDish(trx, stored.order);
    return await doActIn(trx, deps, stored, wish, { now, by, menu, diner });
  });
}

/** D52: whoever sits there goes on, however long nothing has happened. Whose party ends or moves meanwhile is looked for again. */
async function lockTableSession(
  trx: Trx,
  deps: FulfilmentDeps,
  table: Table,
  now: number,
): Promise<SessionLog> {
  const { id } =
    (await findOpenSession(trx, table.merchant_id, 'table_id', table.id)) ??
    (await openTableSession(trx, deps, table, now));
  const locked = await lockOpenSession(trx, id);
  if (locked?.row.table_id === table.id) return locked.log;
  return await lockTableSession(trx, deps, table, now);
}

/** A3: what this act has come to, also where it was taken back since. */
async function findSameAct(
  trx: Trx,
  { merchant_id: merchantId }: Table,
  actId: string,
  now: number,
): Promise<ActResult | undefined> {
  const found = await trx
    .selectFrom('orders')
    .select('orders.id')
    .innerJoin('service_events as act', 'act.order_id', 'orders.id')
    .where('orders.merchant_id', '=', merchantId)
    .where('orders.created_at', '>', now - eveningMs)
    .where('act.act_id', '=', actId)
    .executeTakeFirst();
  if (!found) return undefined;
  const stored = await readStoredOrder(trx, await requireOrder(trx, merchantId, found.id));
  return findEarlierResult(stored, { actId, type: 'dishAdded' });
}

interface Opening extends Pick<ActAuthor, 'language'> {
  readonly table: Table;
  /** ms */
  readonly now: number;
}

/** An order without a dish: the webhook hears of it with its first one. */
async function insertEmptyOrder(
  trx: Trx,
  { ids }: FulfilmentDeps,
  { table, language, now }: Opening,
  { sessionId, view }: SessionLog,
): Promise<OrderRow> {
  const { id: tableId, name: tableName, merchant_id: merchantId } = table;
  const merchant = await merchantSettings(trx, merchantId);
  const head = {
    id: ids.next(),
    tableId,
    tableName,
    memberId: undefined,
    extraInfo: undefined,
    notes: '',
    completeWhen: completionRuleOf(merchant),
    type: view.orderType ?? orderType.dineIn,
  };
  const charges = chargesOf(merchant, { language });
  const round = { items: [], coupon: undefined, guests: view.guests || 1, charges, now };
  await insertOrder(trx, createOrder(head, round), { merchantId, sessionId });
  await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', sessionId).execute();
  return await requireOrder(trx, merchantId, head.id);
}
