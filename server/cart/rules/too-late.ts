import type { ItemDecreased } from '#events/item-decreased.ts';
import { variantKey } from '#events/item.ts';
import type { Knowledge, LogEntry } from '#events/log.ts';
import type { NotesEdited } from '#events/notes-edited.ts';
import type { OrderPlaced } from '#events/order-placed.ts';
import { cartView, viewOfCut, type CartLine, type CartView } from '#projections/cart-view.ts';

/**
 * O3: true for a decrease or new notes, made without having seen an order, that change nothing any more because that
 * order took their line.
 */
export function isTooLate(
  knowledge: Knowledge,
  entry: LogEntry,
  event: ItemDecreased | NotesEdited,
): boolean {
  const unseenOrders = ordersUnseenBy(knowledge, event);
  const wasTaken = unseenOrders.some((order) =>
    linesOf(viewOfCut(knowledge, order.seen), event.userId).some((line) => isMeant(line, event)),
  );
  if (!wasTaken) return false;
  const entries = new Map(knowledge.entries).set(event.id, entry);
  const before = linesOf(cartView(knowledge), event.userId);
  const after = linesOf(cartView({ ...knowledge, entries }), event.userId);
  return JSON.stringify(before) === JSON.stringify(after);
}

/** V5: the line bears the id that the event names, and is the same dish. */
export function isMeant(line: CartLine, { lineId, item }: ItemDecreased | NotesEdited): boolean {
  return (
    (line.lineId === lineId || line.aliases.includes(lineId)) && variantKey(line.item) === variantKey(item)
  );
}

/** What the author of a change had not seen when the table ordered. */
export function ordersUnseenBy(
  { entries, rejected }: Knowledge,
  { seen }: ItemDecreased | NotesEdited,
): OrderPlaced[] {
  const orders: OrderPlaced[] = [];
  for (const { known, replicaId, seq, event } of entries.values())
    if (known?.type === 'orderPlaced' && seq > (seen[replicaId] ?? 0) && !rejected.has(event.id))
      orders.push(known);
  return orders;
}

function linesOf(view: CartView, userId: string): readonly CartLine[] {
  return view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
}
