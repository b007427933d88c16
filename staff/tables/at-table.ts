/** The open orders, dishes and debts at a table. Pure. */
import type { StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { paymentStatus } from '#contract/states.ts';
import { sum, type Amount } from '#projections/bill/money.ts';
import { isOpen } from '../orders/board/board-order.ts';

export interface TableState {
  /** The orders of the table's session, oldest first. */
  readonly orders: readonly StaffOrder[];
  readonly owed: Amount;
  /** Pieces that were not sent to the kitchen, and pieces that are not served. */
  readonly unsent: number;
  readonly unserved: number;
  /** When the oldest dish was ordered that is not yet sent to the kitchen, ms. null if all are sent. */
  readonly waitsSince: number | null;
  /** How long the kitchen usually takes for that order, minutes. */
  readonly usualMinutes: number | undefined;
  /** The open orders of earlier sessions at this table, and what they left unpaid. */
  readonly leftOrders: readonly StaffOrder[];
  readonly leftOwed: Amount;
  /** True if the session has ordered, and everything is served and paid. */
  readonly isDone: boolean;
}

/** @param all all orders of the restaurant */
export function computeTableState({ tableId, session }: StaffTable, all: readonly StaffOrder[]): TableState {
  const here = all.filter((order) => order.tableId === tableId && isOpen(order));
  const orders = here
    .filter(({ sessionId }) => sessionId === session?.id)
    .toSorted((a, b) => a.createAt - b.createAt);
  const leftOrders = here.filter(({ sessionId }) => sessionId !== session?.id);
  const [waiting] = orders
    .filter(({ waitsSince }) => waitsSince !== null)
    .toSorted((a, b) => a.waitsSince! - b.waitsSince!);
  return {
    orders,
    owed: sumOwed(orders),
    unsent: countPieces(orders, 'newPieces'),
    unserved: countPieces(orders, 'unserved'),
    waitsSince: waiting?.waitsSince ?? null,
    usualMinutes: waiting?.usualMinutes,
    leftOrders,
    leftOwed: sumOwed(leftOrders),
    isDone:
      orders.length === 0 &&
      all.some((order) => order.sessionId === session?.id && order.paymentStatus === paymentStatus.fullyPaid),
  };
}

function sumOwed(orders: readonly StaffOrder[]): Amount {
  return sum(orders.map(({ owed }) => owed));
}

function countPieces(orders: readonly StaffOrder[], of: 'newPieces' | 'unserved'): number {
  return orders.reduce((total, order) => total + order[of], 0);
}
