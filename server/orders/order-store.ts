import type { Selectable } from 'kysely';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Database } from '#server/store/schema.ts';
import type { Db, Trx } from '#server/store/transactions.ts';
import { readJson } from '#server/store/unreadable-row.ts';

export type OrderRow = Selectable<Database['orders']>;

/** The order as its row says; the columns go before the body. Throws an UnreadableRow. */
export function orderOf(row: OrderRow): Order {
  return {
    ...(readJson(row.body, row.session_id, `order ${row.id}`) as Order),
    status: row.status,
    paymentStatus: row.payment_status,
    sendStatus: row.send_status,
    rowVersion: row.row_version,
  };
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
    })
    .execute();
}

/** Writes an order that has changed. @param rounds without it they stay */
export async function writeOrder(trx: Trx, order: Order, rounds?: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ ...columnsOf(order), ...(rounds !== undefined && { rounds }) })
    .where('id', '=', order.id)
    .execute();
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
    body: JSON.stringify(order),
  };
}
