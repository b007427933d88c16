import type { Order } from '#contract/order-fields.ts';
import { orderColumns, readStoredOrders, writeOrder } from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { SessionRow, Trx } from '#server/platform/store/transactions.ts';

interface Place {
  readonly sessionId: string;
  readonly tableId: string;
}

/** Moves a session and its orders to a table. Call it under the session's lock. @param now ms */
export async function reseat(
  trx: Trx,
  deps: SubscriberDeps,
  session: SessionRow,
  tableId: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('table_sessions')
    .set({ table_id: tableId, moved_at: now })
    .where('id', '=', session.id)
    .execute();
  await moveOrders(trx, deps, session, { sessionId: session.id, tableId }, now);
}

/**
 * Moves the orders of a session to another session or table. Their events stay in the session in which they were stored.
 * @param to `only`: ids of the orders to move; undefined: all
 * @returns the ids of the moved orders
 */
export async function moveOrders(
  trx: Trx,
  deps: SubscriberDeps,
  { id, merchant_id: merchantId }: SessionRow,
  { sessionId, tableId, only }: Place & { readonly only?: readonly string[] },
  now: number,
): Promise<string[]> {
  const { name: tableName } = await trx
    .selectFrom('tables')
    .select('name')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow();
  const all = await trx.selectFrom('orders').select(orderColumns).where('session_id', '=', id).execute();
  const rows = all.filter((row) => only?.includes(row.id) ?? true);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return ids;
  for (const { row, placed, events } of await readStoredOrders(trx, rows)) {
    const next: Order = { ...placed, tableId, tableName, rowVersion: row.row_version + 1, updateAt: now };
    const order = await writeOrder(trx, next, { events });
    await deps.subscribers.record(trx, 'orderMoved', { merchantId, order, at: now });
  }
  await trx
    .updateTable('orders')
    .set({ session_id: sessionId, table_id: tableId })
    .where('id', 'in', ids)
    .execute();
  return ids;
}
