import type { Selectable } from 'kysely';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Database } from '#server/store/schema.ts';
import type { Db, Trx } from '#server/store/transactions.ts';
import { readableOf, readJson } from '#server/store/rows/unreadable-row.ts';
import type { ServiceEvent } from '#events/service/service-event.ts';
import { serviceOfOrders } from '#server/service/service-log.ts';
import { standingOf } from './standing.ts';

export type OrderRow = Selectable<Database['orders']>;

/**
 * The order as it was placed, and as servers that wrote no events left it. Where something was done about it since, its
 * columns tell the outcome of that. Throws an UnreadableRow.
 */
function placedOf(row: OrderRow, isTouched: boolean): Order {
  const placed = readJson(row.body, row.session_id, `order ${row.id}`) as Order;
  const { row_version: rowVersion, updated_at: updateAt } = row;
  if (isTouched) return { ...placed, rowVersion, updateAt };
  const { status, payment_status: paymentStatus, send_status: sendStatus } = row;
  return { ...placed, status, paymentStatus, sendStatus, rowVersion };
}

/** An order of a row, with what was done about it. */
export interface StoredOrder {
  readonly row: OrderRow;
  readonly placed: Order;
  readonly events: readonly ServiceEvent[];
  /** As it stands. */
  readonly order: Order;
}

/** @throws an UnreadableRow */
export async function storedOrder(db: Db, row: OrderRow): Promise<StoredOrder> {
  return storedOf(row, (await serviceOfOrders(db, [row.id])).get(row.id));
}

/** Orders as they stand, in the rows' order; those that cannot be read are left out. */
export async function storedOrders(db: Db, rows: readonly OrderRow[]): Promise<StoredOrder[]> {
  const events = await serviceOfOrders(
    db,
    rows.map(({ id }) => id),
  );
  return readableOf(rows, (row) => storedOf(row, events.get(row.id)));
}

function storedOf(row: OrderRow, events: readonly ServiceEvent[] = []): StoredOrder {
  const placed = placedOf(row, events.length > 0);
  return { row, placed, events, order: standingOf(placed, events) };
}

export async function openOrderOf(db: Db, sessionId: string): Promise<OrderRow | undefined> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('status', '=', orderStatus.progressing)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
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
      ...columnsOf(order),
      body: JSON.stringify(order),
    })
    .execute();
}

/**
 * Writes what was placed, and in the columns how the order stands with what was done about it.
 * @param rounds without it they stay
 * @returns the order as it stands
 */
export async function writeOrder(
  trx: Trx,
  placed: Order,
  { events, rounds }: { readonly events: readonly ServiceEvent[]; readonly rounds?: number },
): Promise<Order> {
  const order = standingOf(placed, events);
  await trx
    .updateTable('orders')
    .set({ ...columnsOf(order), body: JSON.stringify(placed), ...(rounds !== undefined && { rounds }) })
    .where('id', '=', order.id)
    .execute();
  return order;
}

export async function admitReaders(trx: Trx, orderId: string, userIds: readonly string[]): Promise<void> {
  await trx
    .insertInto('order_members')
    .values([...new Set(userIds)].map((user_id) => ({ order_id: orderId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function columnsOf(order: Order) {
  return {
    status: order.status,
    payment_status: order.paymentStatus,
    send_status: order.sendStatus,
    row_version: order.rowVersion,
    updated_at: order.updateAt,
  };
}
