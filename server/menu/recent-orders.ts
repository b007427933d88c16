/** The dishes of a restaurant's recent orders, from which the menu learns what guests like. */
import { setImmediate } from 'node:timers/promises';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** Older orders do not count, because guests and menus change, ms. */
const oldestMs = 90 * 24 * 60 * 60 * 1000;
/** Enough to rank dishes. A busy restaurant has more orders in this time. */
const mostOrders = 2_000;
/** The server answers other requests between two reads. */
const ordersPerRead = 50;

/** Returns the ids of the dishes of each order, newest order first. @param now ms since 1970 */
export async function readDishesOfOrders(db: Db, merchantId: string, now: number): Promise<string[][]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>', now - oldestMs)
    .where('status', 'not in', [orderStatus.cancelled, orderStatus.beMerged])
    .orderBy('created_at', 'desc')
    .limit(mostOrders)
    .execute();
  const dishes: string[][] = [];
  for (let from = 0; from < orders.length; from += ordersPerRead) {
    const ids = orders.slice(from, from + ordersPerRead).map(({ id }) => id);
    const rows = await db.selectFrom('orders').select('body').where('id', 'in', ids).execute();
    for (const { body } of rows) dishes.push(readDishes(body));
    await setImmediate();
  }
  return dishes;
}

/** Lists the dishes of an order, each once. An order that cannot be read has none. */
function readDishes(body: string): string[] {
  try {
    return listDishes((JSON.parse(body) as Pick<Order, 'orderItems'>).orderItems);
  } catch {
    return [];
  }
}

/** Lists the dishes of lines, each once. Lines that were voided as a whole do not count. */
export function listDishes(lines: Order['orderItems']): string[] {
  return [...new Set(lines.filter(({ quantity }) => quantity > 0).map(({ productId }) => productId))];
}
