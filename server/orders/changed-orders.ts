/** CX31: every change of a merchant's orders, for a system that asks again and again. */
import { orderPage } from '#contract/calls/till.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Db } from '#server/store/transactions.ts';
import { storedOrders } from './order-store.ts';

interface Changed {
  readonly orders: Order[];
  readonly after: string;
  readonly more: boolean;
}

export async function changedOrders(
  db: Db,
  merchantId: string,
  { after = '0', limit = orderPage.usual }: { after?: string | undefined; limit?: number | undefined },
): Promise<Changed> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('change_no', '>', Number(after))
    .orderBy('change_no')
    .limit(limit)
    .execute();
  return {
    orders: (await storedOrders(db, rows)).map(({ order }) => order),
    after: String(rows.at(-1)?.change_no ?? after),
    more: rows.length === limit,
  };
}
