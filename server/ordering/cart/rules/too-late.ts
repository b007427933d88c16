import type { ItemDecreased } from '#events/cart/item-decreased.ts';
import { variantKey } from '#events/item.ts';
import type { Knowledge, LogEntry } from '#events/records/log.ts';
import type { NotesEdited } from '#events/cart/notes-edited.ts';
import type { OrderPlaced } from '#events/cart/order-placed.ts';
import { reach } from '#events/log/version-vector.ts';
import { mergeSeen, type CartLine, type UserCart } from '#projections/merge/cart-view.ts';
import { splitLines } from '#projections/merge/order-part.ts';
import { linesOf, linesWith, type Judged } from './cart-state.ts';

/** O3: true for a change that does nothing because an order that its author had not seen took the line. */
export function isTooLate(judged: Judged, event: ItemDecreased | NotesEdited): boolean {
  const { knowledge, merged } = judged;
  const wasTaken = ordersUnseenBy(knowledge, event).some((order) =>
    takenBy(order, knowledge).some(
      ({ userId, lines }) => userId === event.userId && lines.some((line) => isMeant(line, event)),
    ),
  );
  if (!wasTaken) return false;
  return JSON.stringify(linesOf(merged, event.userId)) === JSON.stringify(linesWith(merged, event));
}

const taken = new WeakMap<OrderPlaced, readonly UserCart[]>();

/** Without what it kept (O5). Folded once for each order: everything in its cut was decided before it. */
function takenBy(order: OrderPlaced, knowledge: Knowledge): readonly UserCart[] {
  const known = taken.get(order);
  if (known) return known;
  const kept = new Set(order.kept);
  const isKept = (entries: readonly LogEntry[]): boolean => entries.every(({ event }) => kept.has(event.id));
  const cut = mergeSeen(knowledge, order.seen);
  const { carts } = splitLines(cut, (_line, entries) => kept.size > 0 && isKept(entries)).ordered;
  taken.set(order, carts);
  return carts;
}

/** V5: the line bears the id that the event names, and is the same dish. */
export function isMeant(line: CartLine, { lineId, item }: ItemDecreased | NotesEdited): boolean {
  return (
    (line.lineId === lineId || line.aliases.includes(lineId)) && variantKey(line.item) === variantKey(item)
  );
}

export function ordersUnseenBy(
  { entries, rejected }: Knowledge,
  { seen }: ItemDecreased | NotesEdited,
): OrderPlaced[] {
  const orders: OrderPlaced[] = [];
  for (const { upcast, replicaId, seq, event } of entries.values())
    if (upcast?.type === 'orderPlaced' && seq > reach(seen, replicaId) && !rejected.has(event.id))
      orders.push(upcast);
  return orders;
}
