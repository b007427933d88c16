/**
 * Suggests dishes to a diner: their usual ones, and those that go well with another dish.
 *
 *     the diner's last orders ──► dishes of at least two of them
 *     the menu ──► dishes that the restaurant names ──► those of orders follow
 *     the restaurant's orders of 90 days ──► pairs that were ordered together at least ten times ──► cached for an hour
 */
import type { DataOf } from '#contract/http/call.ts';
import type { getSuggestions } from '#contract/calls/suggestions.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readOrdersPage } from './read-orders.ts';
import type { StoredProduct } from '#server/menu/whole-merchant.ts';
import { cacheByMerchant } from '#server/menu/cache-by-merchant.ts';
import { listDishes, readDishesOfOrders } from '#server/menu/recent-orders.ts';

const fewestVisits = 2;
/** The phone shows fewer, because some dishes may not be available. */
const mostUsual = 8;
const fewestTogether = 10;
/** For each dish, because the diner may have chosen the first ones already. */
const mostPartners = 3;
/** In an order with more dishes, most of them were chosen by different people. */
const mostDishesOfOrder = 30;
const cachedMs = 60 * 60 * 1000;

type Suggestions = DataOf<typeof getSuggestions>;

export async function readSuggestions(db: Db, asker: Asker, now: number): Promise<Suggestions> {
  const { list } = await readOrdersPage(db, asker, 1);
  return {
    usual: findUsualDishes(list, asker.userId),
    goesWith: joinPairs(
      await readNamedPairs(db, asker.merchantId),
      await readPairs(db, asker.merchantId, now),
    ),
  };
}

/** @param orders newest first; those of the present visit do not count */
export function findUsualDishes(
  orders: readonly Pick<Order, 'orderItems' | 'status'>[],
  userId: string,
): string[] {
  const visits = new Map<string, number>();
  for (const { orderItems, status } of orders) {
    if (status !== orderStatus.completed) continue;
    const own = orderItems.filter((line) => line.userId === userId);
    for (const productId of listDishes(own)) visits.set(productId, (visits.get(productId) ?? 0) + 1);
  }
  return [...visits]
    .filter(([, count]) => count >= fewestVisits)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostUsual)
    .map(([productId]) => productId);
}

/** Reads the dishes that the restaurant's menu names for others. */
async function readNamedPairs(db: Db, merchantId: string): Promise<Suggestions['goesWith']> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'body'])
    .where('merchant_id', '=', merchantId)
    .where('body', 'like', '%"goesWith":%')
    .execute();
  return Object.fromEntries(
    rows.map(({ id, body }) => [id, (JSON.parse(body) as StoredProduct).goesWith ?? []]),
  );
}

/** Joins two lists for each dish, without repetitions. */
export function joinPairs(
  named: Suggestions['goesWith'],
  ordered: Suggestions['goesWith'],
): Suggestions['goesWith'] {
  const all = { ...ordered };
  for (const [dish, partners] of Object.entries(named))
    all[dish] = [...new Set([...partners, ...(ordered[dish] ?? [])])];
  return all;
}

const readPairs = cacheByMerchant(cachedMs, async (db, merchantId, now) =>
  findPairs(await readDishesOfOrders(db, merchantId, now)),
);

/** @param orders the dishes of each order */
export function findPairs(orders: readonly (readonly string[])[]): Suggestions['goesWith'] {
  const together = new Map<string, Map<string, number>>();
  for (const dishes of orders) {
    if (dishes.length > mostDishesOfOrder) continue;
    for (const dish of dishes) {
      const partners = together.get(dish) ?? new Map<string, number>();
      together.set(dish, partners);
      for (const other of dishes) if (other !== dish) partners.set(other, (partners.get(other) ?? 0) + 1);
    }
  }
  return Object.fromEntries(
    [...together].flatMap(([dish, partners]) => {
      const best = [...partners]
        .filter(([, count]) => count >= fewestTogether)
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, mostPartners)
        .map(([productId]) => productId);
      return best.length > 0 ? [[dish, best]] : [];
    }),
  );
}
