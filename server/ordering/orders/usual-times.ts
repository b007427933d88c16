/**
 * How long the kitchen usually takes for a dish: the median time from the kitchen to ready of the last times that the
 * restaurant made it. A dish with too few samples has no usual time.
 *
 *     last orders ──► samples of each dish (sent ─► ready) ──► median, minutes ──► cached for five minutes
 */
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { orderColumns, readStoredOrders, type StoredOrder } from './order-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { cacheByMerchant } from '#server/menu/cache-by-merchant.ts';

/** So many times a dish must have been made. */
const fewestSamples = 5;
/** Only the last times count, because a menu and a kitchen change. */
const mostSamples = 30;
const mostOrders = 300;
/** Older orders say little about today's kitchen, and the query must not read through years, ms. */
const oldestMs = 60 * 24 * 60 * 60 * 1000;
/** Longer times are dishes that nobody marked, ms. */
const longestMs = 4 * 60 * 60 * 1000;
/** How long the times are cached, ms. */
const cachedMs = 5 * 60 * 1000;

/** Returns the usual time of a product, minutes; undefined if it was made too few times. */
export type UsualTimes = (productId: string) => number | undefined;

/** Returns the usual times of a restaurant's dishes. */
export const readUsualTimes = cacheByMerchant(cachedMs, computeFromLastOrders);

async function computeFromLastOrders(db: Db, merchantId: string, now: number): Promise<UsualTimes> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('updated_at', '>', now - oldestMs)
    .orderBy('updated_at', 'desc')
    .limit(mostOrders)
    .execute();
  return computeUsualTimes(await readStoredOrders(db, rows));
}

/** @param orders newest first */
export function computeUsualTimes(orders: readonly Pick<StoredOrder, 'order' | 'life'>[]): UsualTimes {
  const samples = new Map<string, number[]>();
  for (const { order, life } of orders) {
    const productOf = new Map(order.orderItems.map(({ id, productId }) => [id, productId]));
    for (const { id, sentAt, readyAt } of life.dishes) {
      const productId = productOf.get(id);
      if (productId === undefined || sentAt === undefined || readyAt === undefined) continue;
      const took = readyAt - sentAt;
      // A dish that skipped the kitchen (a beer) took no time.
      if (took <= 0 || took > longestMs) continue;
      const times = samples.get(productId) ?? [];
      if (times.length < mostSamples) samples.set(productId, [...times, took]);
    }
  }
  return (productId) => {
    const times = samples.get(productId) ?? [];
    return times.length < fewestSamples ? undefined : toMinutes(computeMedian(times));
  };
}

/** Orders with the usual times of their dishes. The same order has the same object, so that its answer is shared. */
const withTimes = new WeakMap<Order, { readonly times: UsualTimes; readonly order: Order }>();

/** Adds the usual times of the dishes that diners still wait for. */
export function addUsualTimes(order: Order, times: UsualTimes): Order {
  if (order.status !== orderStatus.progressing) return order;
  const known = withTimes.get(order);
  if (known?.times === times) return known.order;
  const orderItems = order.orderItems.map((line) => {
    const usualMinutes = (line.qtyReady ?? 0) < line.quantity ? times(line.productId) : undefined;
    return usualMinutes === undefined ? line : { ...line, usualMinutes };
  });
  const timed = { ...order, orderItems };
  withTimes.set(order, { times, order: timed });
  return timed;
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function toMinutes(ms: number): number {
  return Math.max(1, Math.round(ms / 60_000));
}
