import { parseEventId } from '#events/log/event-id.ts';
import { normaliseModifiers, type Item } from '#events/item.ts';
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { OrderDetail, OrderItem } from '#contract/order-fields.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import type { UnreadLine } from '../ports/transport.ts';

/** CL5: default guests. */
const defaultGuests = 1;

export interface OrderTable {
  readonly tableId: string;
  readonly tableName: string;
}

type Unread = readonly UnreadLine[] | undefined;

/** P1: the contract's order detail with one diner's lines as they should be. @param unread goes along as it came (P4) */
export function createOwnOrderDetail(
  view: CartView,
  userId: string,
  table: OrderTable,
  unread?: Unread,
): OrderDetail {
  const lines = view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
  const own = unread?.filter((line) => line.userId === userId);
  // What nobody has set is left as the server has it.
  return { ...createDetail(view, lines, table, own), ...(view.guests !== null && { guests: view.guests }) };
}

/** The whole table's lines, as placing an order sends them (O1). */
export function createTableOrderDetail(view: CartView, table: OrderTable, unread?: Unread): OrderDetail {
  const lines = view.carts.flatMap((cart) => cart.lines);
  return { ...createDetail(view, lines, table, unread), guests: view.guests ?? defaultGuests };
}

/** P5: lines as their server wrote them, whatever they are: they are nobody's to read but its own. */
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
    // A table id is sent only when present.
    ...(tableId && { tableId, tableName }),
    ...(view.orderType !== null && { type: view.orderType }),
    orderItems: [...lines.map(createOrderItem), ...listUnreadItems(unread)],
  };
}

/** A line in the contract's shape (D27). */
export function createOrderItem({
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
