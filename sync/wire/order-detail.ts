import { parseEventId } from '#events/event-id.ts';
import { tidyModifiers, type Item } from '#events/item.ts';
import type { OrderDetail, OrderItem } from '#contract/order-fields.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';

/** CL5: default guests. */
const usualGuests = 1;

export interface OrderTable {
  readonly tableId: string;
  readonly tableName: string;
}

/** P1: the contract's order detail with one diner's lines as they should be. */
export function ownOrderDetail(view: CartView, userId: string, table: OrderTable): OrderDetail {
  const lines = view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
  // What nobody has set is left as the server has it.
  return { ...detailOf(view, lines, table), ...(view.guests !== null && { guests: view.guests }) };
}

/** The whole table's lines, as placing an order sends them (O1). */
export function tableOrderDetail(view: CartView, table: OrderTable): OrderDetail {
  const lines = view.carts.flatMap((cart) => cart.lines);
  return { ...detailOf(view, lines, table), guests: view.guests ?? usualGuests };
}

function detailOf(
  view: CartView,
  lines: readonly CartLine[],
  { tableId, tableName }: OrderTable,
): OrderDetail {
  return {
    // A table id is sent only when present.
    ...(tableId && { tableId, tableName }),
    ...(view.orderType !== null && { type: view.orderType }),
    orderItems: lines.map(orderItem),
  };
}

/** A line in the contract's shape (D27). */
export function orderItem({
  lineId,
  item,
  quantity,
}: Pick<CartLine, 'lineId' | 'item' | 'quantity'>): OrderItem {
  return {
    // P1: what bears an event's id has no name of the server's yet.
    id: parseEventId(lineId) ? '0' : lineId,
    productId: item.productId,
    categoryId: item.categoryId,
    name: item.name,
    price: item.price,
    quantity,
    notes: item.notes,
    orderItemModifiers: modifiersOf(item),
  };
}

function modifiersOf(item: Item): OrderItem['orderItemModifiers'] {
  return tidyModifiers(item.modifiers).map(({ modifierProductId, quantity }) => ({
    modifierProductId,
    quantity,
    price: item.modifiers.find((modifier) => modifier.modifierProductId === modifierProductId)?.price,
  }));
}
