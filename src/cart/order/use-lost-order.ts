import { useTableActiveOrder } from '#client/api/answers/own-queries.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useKeptValue } from '#client/values/web-storage.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { missingDishes, restoredTable, type OrderedDish } from './restored-table.ts';

/** The part of the table's order that the restaurant lost when it restored its data. */
interface LostOrder {
  readonly orderId: string;
  readonly serial: string;
  /** ms since 1970 */
  readonly at: number;
  readonly dishes: readonly OrderedDish[];
}

/** @returns undefined if nothing was lost that this phone knows of, or the server has not answered yet */
export function useLostOrder(): LostOrder | undefined {
  const { table } = useDiner();
  const kept = useKeptValue(restoredTable);
  const was = kept?.sessionId === table?.sessionId ? kept?.order : undefined;
  // A diner who orders without a table has no table's order to ask for.
  const { data } = useTableActiveOrder(table, was !== undefined);
  const now = table?.tableId ? data : null;
  if (!was || now === undefined) return undefined;
  const dishes = missingDishes(was, now);
  return dishes.length > 0 ? { orderId: was.id, serial: was.serial, at: was.at, dishes } : undefined;
}

/** True if the same diner had ordered this dish, and it is now in the cart again. */
export function wasOrdered(lost: LostOrder | undefined, { userId, item }: TableLine): boolean {
  return lost?.dishes.some((dish) => dish.userId === userId && dish.productId === item.productId) ?? false;
}
