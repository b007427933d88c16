/** Staff order a dish for a table, even if the diners have no phones. This may open a session and an order. */
import type { BodyOf } from '#contract/http/call.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { orderAtTable } from '#contract/calls/service.ts';
import { orderType } from '#contract/states.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { readCourses } from '#server/menu/courses.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { readCharges, readCompletionRule, createOrder } from '#server/ordering/orders/order-body.ts';
import { issueOrderNumber } from '#server/ordering/orders/order-numbers.ts';
import {
  insertOrder,
  readStoredOrder,
  findUnpaidOrder,
  type OrderRow,
} from '#server/ordering/orders/order-store.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { openTableSession, findOpenSession, type Table } from '#server/ordering/tables/sessions.ts';
import { findTable } from './tables/find-table.ts';
import {
  doActIn,
  readDinerOfDish,
  findEarlierResult,
  requireOrder,
  type FulfilmentDeps,
  type ActAuthor,
  type ActResult,
} from './do-act.ts';

/** Repeated acts are searched among the orders of this time, ms. No order stays open longer. */
const eveningMs = 24 * 60 * 60 * 1000;

/**
 * Adds a dish to the table's open order, or to a new one. Nothing is stored after a Refusal: 404 for an unknown table,
 * 4092 for a dish that cannot be ordered.
 */
export async function orderForTable(
  deps: FulfilmentDeps,
  doer: ActAuthor,
  { actId, tableId, item, quantity, allergy }: BodyOf<typeof orderAtTable>,
): Promise<ActResult> {
  const { db, clock } = deps;
  const { merchantId, by, language } = doer;
  const table = await findTable(db, merchantId, tableId);
  const menu = indexMenu(await readWholeMenu(db, merchantId, language));
  return await runInTransaction(db, async (trx) => {
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
    const dish = { item, quantity, allergy, userId: '' };
    const command = { type: 'dishAdded', actId, orderId: row.id, ...dish } as const;
    const diner = await readDinerOfDish(trx, stored.order);
    const courses = await readCourses(trx, merchantId);
    return await doActIn(trx, deps, stored, command, { now, by, menu, courses, diner });
  });
}

/**
 * Locks the table's open session, or a new one. An idle session is not replaced, because staff see that its diners are
 * there. Tries again if the session ended or moved before it was locked.
 */
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

/** The result of the same act, if it was done before, even if it was undone since. */
async function findSameAct(
  trx: Trx,
  { merchant_id: merchantId }: Table,
  actId: string,
  now: number,
): Promise<ActResult | undefined> {
  const found = await trx
    .selectFrom('orders')
    .select('orders.id')
    .innerJoin('service_events as act', (join) =>
      join.onRef('act.merchant_id', '=', 'orders.merchant_id').onRef('act.order_id', '=', 'orders.id'),
    )
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

/** Stores an order without a dish. Webhooks report it with its first dish. */
async function insertEmptyOrder(
  trx: Trx,
  { ids }: FulfilmentDeps,
  { table, language, now }: Opening,
  { sessionId, view }: SessionLog,
): Promise<OrderRow> {
  const { id: tableId, name: tableName, merchant_id: merchantId } = table;
  const merchant = await readSettings(trx, merchantId);
  const head = {
    id: ids.next(),
    serial: await issueOrderNumber(trx, { merchantId, merchant, now }),
    tableId,
    tableName,
    memberId: undefined,
    extraInfo: undefined,
    notes: '',
    completeWhen: readCompletionRule(merchant),
    currency: merchant.currency,
    type: view.orderType ?? orderType.dineIn,
  };
  const charges = readCharges(merchant, { language }, head.type);
  const round = { items: [], coupon: undefined, guests: view.guests || 1, charges, now };
  await insertOrder(trx, createOrder(head, round), { merchantId, sessionId });
  await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', sessionId).execute();
  return await requireOrder(trx, merchantId, head.id);
}
