import type { Selectable } from 'kysely';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { createTransactionCache } from '#server/platform/store/transaction-cache.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { readReadable, readJson } from '#server/platform/store/rows/unreadable-row.ts';
import { parseJson } from '#server/platform/config/parse-json.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import { readFulfilmentOfOrders } from '#server/ordering/fulfilment-log.ts';
import { combineEvents, readMergedInto, listMergedOrders, type EventParts } from './merged-orders.ts';
import { applyActs, applyAct, projectOrder, type OrderState } from './order-state.ts';

type WholeRow = Selectable<Database['orders']>;

/** A row of an order without its lines. They are read only if the order is not cached. */
export type OrderRow = Omit<WholeRow, 'body' | 'change_no'>;

export const orderColumns = [
  'id',
  'merchant_id',
  'session_id',
  'table_id',
  'status',
  'payment_status',
  'send_status',
  'row_version',
  'rounds',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof OrderRow)[];

/**
 * The order as it was placed. The status columns of its row include the effect of its events. They belong to the placed
 * order only if it has no events: then an older server may have set them. Throws an UnreadableRow.
 */
function readPlaced(row: OrderRow, body: string, isTouched: boolean): Order {
  const placed = readJson(body, row.session_id, `order ${row.id}`) as Order;
  const { row_version: rowVersion, updated_at: updateAt } = row;
  if (isTouched) return { ...placed, rowVersion, updateAt };
  const { status, payment_status: paymentStatus, send_status: sendStatus } = row;
  return { ...placed, status, paymentStatus, sendStatus, rowVersion };
}

/**
 * An order with its row: `placed` as it was placed, `events` what happened since, `order` the result. Of a joint bill, `events`
 * contain those of the merged orders, translated to it.
 */
export interface StoredOrder extends OrderState {
  readonly row: OrderRow;
  /** The events as stored, if other orders were merged into this one. */
  readonly parts?: EventParts | undefined;
}

/** Lines and events per database: about five hundred usual orders, or twenty of the longest. */
const orderCacheSize = 16_384;
const orderCache = createTransactionCache<StoredOrder>(
  orderCacheSize,
  ({ order, events }) => 1 + order.orderItems.length + events.length,
);

/** The cached order. Undefined if there is none, or if the row has changed since. */
function findCachedOrder(db: Db, row: OrderRow): StoredOrder | undefined {
  const kept = orderCache.get(db, row.id);
  return kept && orderColumns.every((name) => kept.row[name] === row[name]) ? kept : undefined;
}

/**
 * Drops an order from which a diner's name was removed. This does not change its version, so that no POS reads it again.
 * Other server processes drop it within an hour.
 */
export function dropCachedOrder(trx: Trx, orderId: string): void {
  orderCache.drop(trx, orderId);
}

/** @throws an UnreadableRow */
export async function readStoredOrder(db: Db, row: OrderRow): Promise<StoredOrder> {
  return findCachedOrder(db, row) ?? (await readFromDatabase(db, [row]))(row);
}

/** Reads orders in the order of the rows. Leaves out those that cannot be read. */
export async function readStoredOrders(db: Db, rows: readonly OrderRow[]): Promise<StoredOrder[]> {
  const kept = new Map(rows.map((row) => [row, findCachedOrder(db, row)]));
  const read = await readFromDatabase(
    db,
    rows.filter((row) => !kept.get(row)),
  );
  return readReadable(rows, (row) => kept.get(row) ?? read(row));
}

/** Reads orders and caches them. @returns a function that gives the order of a row, or throws an UnreadableRow */
async function readFromDatabase(db: Db, rows: readonly OrderRow[]): Promise<(row: OrderRow) => StoredOrder> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return throwOrderGone;
  const whole = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  const merged = whole.flatMap(({ body }) => readMergedIds(body));
  const eventsByOrder = await readFulfilmentOfOrders(db, [...new Set([...ids, ...merged])]);
  const byId = new Map(whole.map((row) => [row.id, row]));
  return ({ id }) => {
    const { body, change_no: _changeNo, ...row } = byId.get(id) ?? throwOrderGone();
    const ownEvents = eventsByOrder.get(id) ?? [];
    const placed = readPlaced(row, body, ownEvents.length > 0);
    const theirs = listMergedOrders(placed).map(
      ({ orderId }) => [orderId, eventsByOrder.get(orderId) ?? []] as const,
    );
    const parts = theirs.length > 0 ? { own: ownEvents, merged: new Map(theirs) } : undefined;
    const events = parts ? combineEvents(placed, parts) : ownEvents;
    const stored: StoredOrder = { row, ...applyActs(placed, events), ...(parts && { parts }) };
    orderCache.set(db, id, stored);
    return stored;
  };
}

/** The orders that were merged into this one. Few orders have any, so most bodies need not be parsed for it. */
function readMergedIds(body: string): string[] {
  if (!body.includes('"mergedOrders"')) return [];
  // A body that cannot be read is reported by `readPlaced`.
  return listMergedOrders((parseJson(body) as object | undefined) ?? {}).map(({ orderId }) => orderId);
}

/** The row of the order that has the lines of this one, if staff merged it. Otherwise the row itself. */
export async function followMerged(db: Db, row: OrderRow): Promise<OrderRow> {
  if (row.status !== orderStatus.beMerged) return row;
  const mergedInto = readMergedInto((await readStoredOrder(db, row)).placed);
  const next =
    mergedInto &&
    (await db
      .selectFrom('orders')
      .select(orderColumns)
      .where('id', '=', mergedInto.orderId)
      .where('merchant_id', '=', row.merchant_id)
      .executeTakeFirst());
  return next ? await followMerged(db, next) : row;
}

function throwOrderGone(): never {
  throw new Error('An order is gone while it is read');
}

export async function findOpenOrder(db: Db, sessionId: string): Promise<OrderRow | undefined> {
  return await selectOpenOrders(db, sessionId).executeTakeFirst();
}

/** Selects the open orders of a session, newest first. */
export function selectOpenOrders(db: Db, sessionId: string) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('session_id', '=', sessionId)
    .where('status', '=', orderStatus.progressing)
    .orderBy('created_at', 'desc');
}

/** Selects the open orders that are not fully paid, newest first. */
export function selectUnpaidOrders(db: Db, sessionId: string) {
  return selectOpenOrders(db, sessionId).where('payment_status', '!=', paymentStatus.fullyPaid);
}

/**
 * The order that the next round joins. A table has one bill at a time. Once it is paid, the next round starts a new order,
 * even if the kitchen still makes dishes of the paid one.
 */
export async function findUnpaidOrder(db: Db, sessionId: string): Promise<OrderRow | undefined> {
  return await selectUnpaidOrders(db, sessionId).executeTakeFirst();
}

export async function insertOrder(
  trx: Trx,
  order: Order,
  { merchantId, sessionId }: { merchantId: string; sessionId: string },
): Promise<void> {
  await trx
    .insertInto('orders')
    .values({
      id: order.id,
      merchant_id: merchantId,
      session_id: sessionId,
      table_id: order.tableId ?? null,
      created_at: order.createAt,
      rounds: 1,
      ...toColumns(order),
      body: JSON.stringify(order),
    })
    .execute();
}

/**
 * Stores a changed placed order, and in the columns the state after its events.
 * @param rounds undefined: unchanged
 * @returns the current order
 */
export async function writeOrder(
  trx: Trx,
  placed: Order,
  { events, rounds }: { readonly events: readonly ServiceEvent[]; readonly rounds?: number },
): Promise<Order> {
  const order = projectOrder(placed, events);
  await trx
    .updateTable('orders')
    .set({ ...toColumns(order), body: JSON.stringify(placed), ...(rounds !== undefined && { rounds }) })
    .where('id', '=', order.id)
    .execute();
  return order;
}

/**
 * Stores the state of the order after an act. The placed order stays as it is.
 * @param added the events of the act: one, unless it concerns several orders that were merged
 * @returns the current order
 */
export async function writeOrderAfterAct(
  trx: Trx,
  { row, parts, ...before }: StoredOrder,
  [event, ...others]: readonly [ServiceEvent, ...ServiceEvent[]],
): Promise<Order> {
  const next = { rowVersion: row.row_version + 1, updateAt: event.at };
  let standing = applyAct(before, event, { ...before.placed, ...next });
  for (const other of others) standing = applyAct(standing, other);
  const { order, placed } = standing;
  const columns = toColumns(order);
  // The first event takes the columns over (see `readPlaced`). The body keeps the values that they had.
  const isFirst = before.events.length === 0;
  await trx
    .updateTable('orders')
    .set({ ...columns, ...(isFirst && { body: JSON.stringify(placed) }) })
    .where('id', '=', order.id)
    .execute();
  const { at: lastAt = 0 } = before.events.at(-1) ?? {};
  // The database returns events in the order of their times. After a clock was set back, that is another order.
  if (lastAt <= event.at && !parts) orderCache.set(trx, row.id, { row: { ...row, ...columns }, ...standing });
  return order;
}

/** Lets these users read the order, even after its table session has ended. */
export async function addReaders(trx: Trx, orderId: string, userIds: readonly string[]): Promise<void> {
  await trx
    .insertInto('order_members')
    .values([...new Set(userIds)].map((user_id) => ({ order_id: orderId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function toColumns(order: Order) {
  return {
    status: order.status,
    payment_status: order.paymentStatus,
    send_status: order.sendStatus,
    row_version: order.rowVersion,
    updated_at: order.updateAt,
  };
}
