/** Which orders the bell rings for. Pure. */
import type { StaffOrder } from '#contract/calls/staff.ts';
import { isOpen } from '../../orders/board/board-order.ts';

/** Identifies an order with its newest round. The next round rings again. */
export function createArrivalKey({ id, rounds }: Pick<StaffOrder, 'id' | 'rounds'>): string {
  return `${id}/${rounds}`;
}

/** The orders with dishes to send whose bell has no answer yet. */
export function listUnanswered(orders: readonly StaffOrder[], answered: ReadonlySet<string>): StaffOrder[] {
  return orders.filter(
    (order) => order.waitsSince !== null && isOpen(order) && !answered.has(createArrivalKey(order)),
  );
}

/** An order that was sent counts as answered. Dishes that staff add to it later do not ring. */
export function listSentArrivals(orders: readonly StaffOrder[]): string[] {
  return orders.filter(({ waitsSince }) => waitsSince === null).map(createArrivalKey);
}
