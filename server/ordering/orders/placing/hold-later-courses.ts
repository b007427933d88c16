import { readCourse } from '#contract/course.ts';
import type { Order } from '#contract/order-fields.ts';
import { appendFulfilment } from '#server/ordering/fulfilment-log.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { readStoredOrders, selectOpenOrders, writeOrderAfterAct, type StoredOrder } from '../order-store.ts';

interface PlacedRound {
  readonly sessionId: string;
  readonly round: number;
  /** ms */
  readonly now: number;
}

/**
 * Holds the dishes of a new round whose course comes after the first course that the table still waits for.
 *
 * Example: a table orders soup (course 1) and beef (course 2). The kitchen makes the soup, and the beef is held until staff
 * fire course 2.
 *
 * @returns the current order
 */
export async function holdLaterCourses(
  trx: Trx,
  ids: Ids,
  placed: Order,
  { sessionId, round, now: at }: PlacedRound,
): Promise<Order> {
  const orderId = placed.id;
  const readBills = async () => await readStoredOrders(trx, await selectOpenOrders(trx, sessionId).execute());
  const first = Math.min(...(await readBills()).flatMap(listAwaitedCourses));
  const lines = placed.orderItems.filter((line) => line.round === round);
  const later = new Set(lines.flatMap((line) => readCourse(line) ?? []).filter((course) => course > first));
  let order = placed;
  for (const course of later) {
    const dishes = lines
      .filter((line) => readCourse(line) === course)
      .map(({ id: orderItemId, quantity, name: dish }) => ({ orderItemId, quantity, dish }));
    const before = (await readBills()).find(({ row }) => row.id === orderId)!;
    const event = await appendFulfilment(trx, sessionId, {
      act: { type: 'courseHeld', orderId, round, course, dishes },
      actId: ids.next(),
      by: { kind: 'server', name: '' },
      at,
      orderId,
    });
    order = await writeOrderAfterAct(trx, before, [event]);
  }
  return order;
}

/** The courses of dishes that the guests do not have yet. */
function listAwaitedCourses({ order, life }: StoredOrder): number[] {
  const had = order.completeWhen ?? 'served';
  const awaited = new Set(life.dishes.filter((dish) => dish[had] < dish.left).map(({ id }) => id));
  return order.orderItems.filter(({ id }) => awaited.has(id)).flatMap((line) => readCourse(line) ?? []);
}
