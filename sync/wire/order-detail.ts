import { parseEventId } from '#events/log/event-id.ts';
import { normaliseModifiers, type Item } from '#events/item.ts';
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { OrderDetail, OrderItem } from '#contract/order-fields.ts';
import { getLines, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import type { UnreadLine } from '../ports/transport.ts';

/** Is sent with an order if the diners have set no number. */
const defaultGuests = 1;

export interface OrderTable {
  readonly tableId: string;
  readonly tableName: string;
}

type Unread = readonly UnreadLine[] | undefined;

/**
 * Returns the contract's order detail with one diner's lines as they should become.
 * @param unread lines that this program cannot read. They are sent back unchanged.
 */
export function createOwnOrderDetail(
  view: CartView,
  userId: string,
  table: OrderTable,
  unread?: Unread,
): OrderDetail {
  const lines = getLines(view, userId);
  const own = unread?.filter((line) => line.userId === userId);
  // Without a number of guests, the server keeps its own.
  return { ...createDetail(view, lines, table, own), ...(view.guests !== null && { guests: view.guests }) };
}

/** Returns the order detail with the lines of the whole table, for placing an order. */
export function createTableOrderDetail(view: CartView, table: OrderTable, unread?: Unread): OrderDetail {
  const lines = view.carts.flatMap((cart) => cart.lines);
  return { ...createDetail(view, lines, table, unread), guests: view.guests ?? defaultGuests };
}

/** Returns unreadable lines as their server wrote them. */
export function listUnreadItems(unread: Unread = []): OrderItem[] {
  return unread.map(({ line }) => line as OrderItem);
}

function createDetail(
  view: CartView,
  lines: readonly CartLine[],
  { tableId, tableName }: OrderTable,
  unread: Unread,
): OrderDetail {
  return {
    ...(tableId && { tableId, tableName }),
    ...(view.orderType !== null && { type: view.orderType }),
    orderItems: [...lines.map(createOrderItem), ...listUnreadItems(unread)],
  };
}

/** Converts a line to the contract's shape. */
export function createOrderItem({
  lineId,
  item,
  quantity,
}: Pick<CartLine, 'lineId' | 'item' | 'quantity'>): OrderItem {
  return {
    // A line whose id is an event id has no id of the server yet. The contract's id for new lines is 0.
    id: parseEventId(lineId) ? '0' : lineId,
    productId: item.productId,
    categoryId: item.categoryId,
    name: item.name,
    price: item.price,
    quantity,
    notes: item.notes,
    orderItemModifiers: createModifiers(item),
  };
}

function createModifiers(item: Item): OrderItem['orderItemModifiers'] {
  return normaliseModifiers(item.modifiers).map(({ modifierProductId, quantity }) => ({
    modifierProductId,
    quantity,
    price: item.modifiers.find((modifier) => modifier.modifierProductId === modifierProductId)?.price,
  }));
}

/** Whether the event empties the whole table: it has a call of its own. */
export function isTableClear(event: AnyEvent): event is CartCleared {
  return event.type === 'cartCleared' && (event as { scope?: unknown }).scope === 'table';
}
