import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useStoredValue } from '#client/values/web-storage.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { findMissingDishes, restoredTable, type OrderedDish } from './restored-table.ts';

/** The part of the table's order that the restaurant lost when it restored its data. */
export interface LostOrder {
  readonly orderId: string;
  readonly serial: string;
  /** ms since 1970 */
  readonly at: number;
  readonly dishes: readonly OrderedDish[];
}

/** @returns undefined if this phone knows of no loss, or the server has not answered yet */
export function useLostOrder(): LostOrder | undefined {
  const { table } = useDiner();
  const restored = useStoredValue(restoredTable);
  const before = restored?.sessionId === table?.sessionId ? restored?.order : undefined;
  // A diner who orders without a table has no table's order to ask for.
  const { data } = useTableActiveOrder(table, before !== undefined);
  const now = table?.tableId ? data : null;
  if (!before || now === undefined) return undefined;
  const dishes = findMissingDishes(before, now);
  return dishes.length > 0 ? { orderId: before.id, serial: before.serial, at: before.at, dishes } : undefined;
}

/** True if the same diner had ordered this dish, and it is now in the cart again. */
export function isInLostOrder(lost: LostOrder | undefined, { userId, item }: TableLine): boolean {
  return lost?.dishes.some((dish) => dish.userId === userId && dish.productId === item.productId) ?? false;
}
