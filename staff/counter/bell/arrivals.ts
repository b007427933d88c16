/** What nobody has looked at yet. Pure. */
import type { StaffOrder } from '#contract/calls/staff.ts';
import { isOpen } from '../../orders/board/board-order.ts';

/** An order with its newest round: the next one rings again. */
export function arrivalOf({ id, rounds }: Pick<StaffOrder, 'id' | 'rounds'>): string {
  return `${id}/${rounds}`;
}

/** The orders with dishes that the kitchen lacks, for which the bell was not answered. */
export function listUnanswered(orders: readonly StaffOrder[], answered: ReadonlySet<string>): StaffOrder[] {
  return orders.filter((order) => order.newPieces > 0 && isOpen(order) && !answered.has(arrivalOf(order)));
}

/** Whatever was sent was answered by whoever sent it: what the staff add to it later does not ring. */
export function sentArrivals(orders: readonly StaffOrder[]): string[] {
  return orders.filter(({ newPieces }) => newPieces === 0).map(arrivalOf);
}
