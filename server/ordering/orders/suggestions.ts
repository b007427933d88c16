/**
 * Suggests dishes to a diner: their usual ones, and those that go well with another dish. Both come from orders alone:
 *
 *     the diner's last orders ────────────────► dishes of at least two of them
 *     the restaurant's orders of 90 days ──► pairs that were ordered together at least ten times ──► cached for an hour
 */
import { setImmediate } from 'node:timers/promises';
import type { DataOf } from '#contract/http/call.ts';
import type { getSuggestions } from '#contract/calls/suggestions.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readOrdersPage } from './read-orders.ts';
import { cacheByMerchant } from '#server/menu/cache-by-merchant.ts';

const fewestVisits = 2;
/** The phone shows fewer, because some dishes may not be available. */
const mostUsual = 8;
const fewestTogether = 10;
/** For each dish, because the diner may have chosen the first ones already. */
const mostPartners = 3;
/** Older orders say little about today's menu, ms. */
const oldestMs = 90 * 24 * 60 * 60 * 1000;
/** So many orders say enough. */
const mostOrders = 1_000;
/** The server answers other requests between two reads. */
const ordersPerRead = 50;
/** An order of many people says little about what goes together. */
const mostDishesOfOrder = 30;
const cachedMs = 60 * 60 * 1000;

type Suggestions = DataOf<typeof getSuggestions>;
type Lines = Pick<Order, 'orderItems'>;

export async function readSuggestions(db: Db, asker: Asker, now: number): Promise<Suggestions> {
  const { list } = await readOrdersPage(db, asker, 1);
  return {
    usual: findUsualDishes(list, asker.userId),
    goesWith: await readPairs(db, asker.merchantId, now),
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
    const own = orderItems.filter((line) => line.userId === userId && line.quantity > 0);
    for (const productId of listDishes(own)) visits.set(productId, (visits.get(productId) ?? 0) + 1);
  }
  return [...visits]
    .filter(([, count]) => count >= fewestVisits)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostUsual)
    .map(([productId]) => productId);
}

const readPairs = cacheByMerchant(cachedMs, async (db, merchantId, now) => {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('updated_at', '>', now - oldestMs)
    .where('status', 'in', [orderStatus.progressing, orderStatus.completed])
    .orderBy('updated_at', 'desc')
    .limit(mostOrders)
    .execute();
  const orders: Lines[] = [];
  for (let from = 0; from < found.length; from += ordersPerRead) {
    const ids = found.slice(from, from + ordersPerRead).map(({ id }) => id);
    const rows = await db.selectFrom('orders').select('body').where('id', 'in', ids).execute();
    for (const { body } of rows) orders.push({ orderItems: (JSON.parse(body) as Lines).orderItems });
    await setImmediate();
  }
  return findPairs(orders);
});

export function findPairs(orders: readonly Lines[]): Suggestions['goesWith'] {
  const together = new Map<string, Map<string, number>>();
  for (const { orderItems } of orders) {
    const dishes = listDishes(orderItems.filter(({ quantity }) => quantity > 0));
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

function listDishes(lines: Order['orderItems']): string[] {
  return [...new Set(lines.map(({ productId }) => productId))];
}
