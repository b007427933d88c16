/**
 * The dishes that a restaurant's guests order most. The menu shows them above its sections.
 *
 *     last orders ──► in how many orders is each dish? ──► ranked ids, cached ──► those that can be ordered now
 */
import type { Menu } from '#contract/calls/merchant.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { cacheByMerchant } from './cache-by-merchant.ts';
import { readDishesOfOrders } from './recent-orders.ts';

/** A dish in fewer orders may be there by chance. */
const fewestOrders = 10;
const mostDishes = 6;
/** More than are shown, because some may be sold out. */
const mostRanked = 30;
const cachedMs = 10 * 60 * 1000;

/**
 * Adds the most loved dishes to a menu. Without such dishes the menu is returned as it is.
 * @param menu the dishes that are served now
 * @param now ms since 1970
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
  const counts = new Map<string, number>();
  for (const dishes of await readDishesOfOrders(db, merchantId, now))
    for (const id of dishes) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= fewestOrders)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostRanked)
    .map(([id]) => id);
});
