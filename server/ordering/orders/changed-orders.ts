/**
 * Lists the orders of a merchant that changed, for a POS that polls.
 *
 * The database gives an order the next `change_no` each time that it changes. A POS sends the number of the last change
 * that it has, and receives the orders that changed after it. An order that changed twice comes once.
 */
import { orderPage } from '#contract/calls/till.ts';
import type { Order } from '#contract/order-fields.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { orderColumns, readStoredOrders } from './order-store.ts';

interface Changed {
  readonly orders: Order[];
  readonly after: string;
  readonly more: boolean;
}

/** @param after the `after` of the last answer; '0' lists from the start */
export async function listChangedOrders(
  db: Db,
  merchantId: string,
  { after = '0', limit = orderPage.usual }: { after?: string | undefined; limit?: number | undefined },
): Promise<Changed> {
  const rows = await db
    .selectFrom('orders')
    .select([...orderColumns, 'change_no'])
    .where('merchant_id', '=', merchantId)
    .where('change_no', '>', Number(after))
    .orderBy('change_no')
    .limit(limit)
    .execute();
  const stored = await readStoredOrders(db, rows);
  const orders = limitBytes(stored.map(({ order }) => order));
  const isCut = orders.length < stored.length;
  const last = isCut ? rows.find(({ id }) => id === orders.at(-1)?.id) : rows.at(-1);
  return { orders, after: String(last?.change_no ?? after), more: isCut || rows.length === limit };
}
