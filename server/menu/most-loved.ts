/**
 * The dishes that a restaurant's guests order most. The menu shows them above its sections.
 *
 *     last orders ──► in how many orders is each dish? ──► ranked ids, cached ──► those that can be ordered now
 */
import { setImmediate } from 'node:timers/promises';
import type { Menu } from '#contract/calls/merchant.ts';
import { orderStatus } from '#contract/states.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { cacheByMerchant } from './cache-by-merchant.ts';

/** Older orders do not count, because guests and menus change, ms. */
const oldestMs = 90 * 24 * 60 * 60 * 1000;
/** A busy restaurant has more orders. The last ones say enough. */
const mostOrders = 2_000;
/** The server answers other requests between two reads. */
const ordersPerRead = 50;
/** In so many orders a dish must be. Before, the row would show chance. */
const fewestOrders = 10;
const mostDishes = 6;
/** More than are shown, because some may be sold out. */
const mostRanked = 30;
const cachedMs = 10 * 60 * 1000;

/**
 * Adds the most loved dishes to a menu. Without such dishes the menu is returned as it is.
 * @param menu what is served now @param now ms since 1970
 */
export async function addMostLoved(db: Db, merchantId: string, menu: Menu, now: number): Promise<Menu> {
  const ranked = await rankDishes(db, merchantId, now);
  if (ranked.length === 0) return menu;
  const products = menu.categories.flatMap((category) => category.products);
  const orderable = new Set(products.flatMap(({ id, soldOut }) => (soldOut ? [] : id)));
  const mostLoved = ranked.filter((id) => orderable.has(id)).slice(0, mostDishes);
  return mostLoved.length > 0 ? { ...menu, mostLoved } : menu;
}

const rankDishes = cacheByMerchant(cachedMs, async (db, merchantId, now): Promise<readonly string[]> => {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>', now - oldestMs)
    .where('status', 'not in', [orderStatus.cancelled, orderStatus.beMerged])
    .orderBy('created_at', 'desc')
    .limit(mostOrders)
    .execute();
  const counts = new Map<string, number>();
  for (let from = 0; from < orders.length; from += ordersPerRead) {
    const ids = orders.slice(from, from + ordersPerRead).map(({ id }) => id);
    const rows = await db.selectFrom('orders').select('body').where('id', 'in', ids).execute();
    for (const { body } of rows) for (const id of listDishes(body)) counts.set(id, (counts.get(id) ?? 0) + 1);
    await setImmediate();
  }
  return [...counts]
    .filter(([, count]) => count >= fewestOrders)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostRanked)
    .map(([id]) => id);
});

/** Lists the dishes of an order, each once. An order that cannot be read has none. */
function listDishes(body: string): ReadonlySet<string> {
  try {
    const { orderItems } = JSON.parse(body) as { orderItems: readonly { productId: string }[] };
    return new Set(orderItems.map(({ productId }) => productId));
  } catch {
    return new Set();
  }
}
