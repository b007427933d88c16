/** CX31: every change of a merchant's orders, for a system that asks again and again. */
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
