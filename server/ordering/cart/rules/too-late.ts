import type { ItemDecreased } from '#events/cart/item-decreased.ts';
import { getVariantKey } from '#events/item.ts';
import type { Knowledge, LogEntry } from '#events/records/log.ts';
import type { NotesEdited } from '#events/cart/notes-edited.ts';
import type { OrderPlaced } from '#events/cart/order-placed.ts';
import { reach } from '#events/log/version-vector.ts';
import { getLines, mergeSeen, type CartLine, type UserCart } from '#projections/merge/cart-view.ts';
import { splitLines } from '#projections/merge/order-part.ts';
import { computeLinesAfter, type CartState } from './cart-state.ts';

/** True for a change without effect, because an order that its author had not seen took the line. */
export function isTooLate(cart: CartState, event: ItemDecreased | NotesEdited): boolean {
  const { knowledge, merged } = cart;
  const wasOrdered = findUnseenOrders(knowledge, event).some((order) =>
    listOrderedCarts(order, knowledge).some(
      ({ userId, lines }) => userId === event.userId && lines.some((line) => isAboutLine(line, event)),
    ),
  );
  if (!wasOrdered) return false;
  return (
    JSON.stringify(getLines(merged.view, event.userId)) === JSON.stringify(computeLinesAfter(merged, event))
  );
}

const ordered = new WeakMap<OrderPlaced, readonly UserCart[]>();

/** The lines that an order took. They never change, so they are computed once for each order. */
function listOrderedCarts(order: OrderPlaced, knowledge: Knowledge): readonly UserCart[] {
  const known = ordered.get(order);
  if (known) return known;
  const kept = new Set(order.kept);
  const isKept = (entries: readonly LogEntry[]): boolean => entries.every(({ event }) => kept.has(event.id));
  const cut = mergeSeen(knowledge, order.seen);
  const { carts } = splitLines(cut, (_line, entries) => kept.size > 0 && isKept(entries)).ordered;
  ordered.set(order, carts);
  return carts;
}

/** True if the event is about this line: it names one of the line's ids, and the item is the same. */
export function isAboutLine(line: CartLine, { lineId, item }: ItemDecreased | NotesEdited): boolean {
  return (
    (line.lineId === lineId || line.aliases.includes(lineId)) &&
    getVariantKey(line.item) === getVariantKey(item)
  );
}

/** The orders that the event's author had not seen. */
export function findUnseenOrders(
  { entries, rejected }: Knowledge,
  { seen }: ItemDecreased | NotesEdited,
): OrderPlaced[] {
  const orders: OrderPlaced[] = [];
  for (const { upcast, replicaId, seq, event } of entries.values())
    if (upcast?.type === 'orderPlaced' && seq > reach(seen, replicaId) && !rejected.has(event.id))
      orders.push(upcast);
  return orders;
}
