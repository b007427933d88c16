/** What a table's party has open. Pure. */
import type { StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { paymentStatus } from '#contract/states.ts';
import { sum, type Amount } from '#projections/bill/money.ts';
import { isOpen } from '../orders/board/board-order.ts';

export interface TableState {
  /** Those of the party that sits there, the oldest first. */
  readonly orders: readonly StaffOrder[];
  readonly owed: Amount;
  /** Pieces that the kitchen lacks, and that are not on the table. */
  readonly unsent: number;
  readonly unserved: number;
  /** When the oldest dish was ordered that the kitchen lacks; null: it has all. ms */
  readonly waitsSince: number | null;
  /** What parties before left without paying. */
  readonly leftOwed: Amount;
  /** It has ordered, everything is on the table and paid: the party is about to go. */
  readonly isDone: boolean;
}

/** @param all the orders of the restaurant */
export function tableState({ tableId, session }: StaffTable, all: readonly StaffOrder[]): TableState {
  const here = all.filter((order) => order.tableId === tableId && isOpen(order));
  const orders = here
    .filter(({ sessionId }) => sessionId === session?.id)
    .toSorted((a, b) => a.createAt - b.createAt);
  const before = here.filter(({ sessionId }) => sessionId !== session?.id);
  const waits = orders.flatMap(({ waitsSince }) => waitsSince ?? []);
  return {
    orders,
    owed: owedOf(orders),
    unsent: pieces(orders, 'newPieces'),
    unserved: pieces(orders, 'unserved'),
    waitsSince: waits.length > 0 ? Math.min(...waits) : null,
    leftOwed: owedOf(before),
    isDone:
      orders.length === 0 &&
      all.some((order) => order.sessionId === session?.id && order.paymentStatus === paymentStatus.fullyPaid),
  };
}

function owedOf(orders: readonly StaffOrder[]): Amount {
  return sum(orders.map(({ owed }) => owed));
}

function pieces(orders: readonly StaffOrder[], of: 'newPieces' | 'unserved'): number {
  return orders.reduce((total, order) => total + order[of], 0);
}
