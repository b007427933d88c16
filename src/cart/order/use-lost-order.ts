import { useTableActiveOrder } from '#client/api/answers/own-queries.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useKeptValue } from '#client/values/web-storage.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { missingDishes, restoredTable, type OrderedDish } from './restored-table.ts';

/** S2: what the table had ordered and the restaurant does not know any more. */
interface LostOrder {
  readonly orderId: string;
  readonly serial: string;
  /** ms since 1970 */
  readonly at: number;
  readonly dishes: readonly OrderedDish[];
}

/** undefined: nothing that this phone knows of was lost, or it is not known yet. */
export function useLostOrder(): LostOrder | undefined {
  const { table } = useDiner();
  const kept = useKeptValue(restoredTable);
  const was = kept?.sessionId === table?.sessionId ? kept?.order : undefined;
  // Without a table nobody can ask for the table's order (D19).
  const { data } = useTableActiveOrder(table, was !== undefined);
  const now = table?.tableId ? data : null;
  if (!was || now === undefined) return undefined;
  const dishes = missingDishes(was, now);
  return dishes.length > 0 ? { orderId: was.id, serial: was.serial, at: was.at, dishes } : undefined;
}

/** The line stands in the cart again, and was ordered before. */
export function wasOrdered(lost: LostOrder | undefined, { userId, item }: TableLine): boolean {
  return lost?.dishes.some((dish) => dish.userId === userId && dish.productId === item.productId) ?? false;
}
