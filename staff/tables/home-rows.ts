/** The rows of the staff's home: all tables, and the orders to go. Pure. */
import type { StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { isOpen } from '../orders/board/board-order.ts';
import { computeTableState, type TableState } from './at-table.ts';

export type HomeRow =
  | { readonly id: string; readonly table: StaffTable; readonly at: TableState; readonly isOpen: boolean }
  | { readonly id: string; readonly order: StaffOrder; readonly isOpen: boolean };

/**
 * Lists the tables in the restaurant's order, then the orders without a table, oldest first. A row keeps its place
 * whatever happens at its table.
 */
export function listHomeRows(tables: readonly StaffTable[], orders: readonly StaffOrder[]): HomeRow[] {
  const ofTables = tables.map((table): HomeRow => {
    const at = computeTableState(table, orders);
    return { id: table.tableId, table, at, isOpen: table.session !== null || at.leftOrders.length > 0 };
  });
  const toGo = orders
    .filter(({ tableId }) => tableId === null)
    .toSorted((a, b) => a.createAt - b.createAt)
    .map((order): HomeRow => ({ id: order.id, order, isOpen: isOpen(order) }));
  return [...ofTables, ...toGo];
}
