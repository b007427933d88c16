/** P2: what a server that knows nothing of events tells, put into the terms of the log. Pure. */
import type { OrderItem } from '#contract/order-fields.ts';
import type { Item } from '#events/item.ts';
import type { Knowledge } from '#events/log.ts';
import type { Snapshot, SnapshotCart, SnapshotLine } from '#events/records.ts';
import { blankVector } from '#events/version-vector.ts';
import type { PlainAnswer } from './transport.ts';

/** P2: the newest version that this phone has heard of, of a snapshot or of an accepted event; 0: none. */
export function newestVersion({ snapshot, accepted }: Knowledge): number {
  let newest = snapshot?.version ?? 0;
  for (const version of accepted.values()) newest = Math.max(newest, version);
  return newest;
}

/**
 * P2: a snapshot covers the own events accepted at or before its version, and those of others that came with such a
 * version; gaps included. What was covered once stays covered.
 */
export function plainSnapshot(answer: PlainAnswer, knowledge: Knowledge): Snapshot {
  const version = answer.version ?? newestVersion(knowledge);
  const covers = Object.assign(blankVector(), knowledge.snapshot?.covers);
  for (const [id, acceptedAt] of knowledge.accepted) {
    const entry = acceptedAt <= version ? knowledge.entries.get(id) : undefined;
    if (entry) covers[entry.replicaId] = Math.max(covers[entry.replicaId] ?? 0, entry.seq);
  }
  return {
    version,
    covers: { ...covers },
    userCarts: answer.carts ?? [],
    guests: answer.guests ?? null,
    orderType: answer.orderType ?? null,
    lastOrderId: knowledge.snapshot?.lastOrderId ?? lastOrderIn(knowledge),
  };
}

/** The same facts: polling must not fill the log. */
export function sameSnapshot(a: Snapshot, b: Snapshot | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** The lines of one diner as a plain server lists them: a line's id is the server's. */
export function plainCart(userId: string, orderItems: readonly OrderItem[]): SnapshotCart {
  return { userId, lines: orderItems.filter(({ quantity }) => quantity > 0).map(plainLine) };
}

function plainLine(line: OrderItem): SnapshotLine {
  const item: Item = {
    productId: line.productId,
    categoryId: line.categoryId,
    notes: line.notes,
    modifiers: line.orderItemModifiers.map(({ modifierProductId, quantity, price, name }) => ({
      modifierProductId,
      quantity,
      price,
      name,
    })),
    name: line.name,
    price: line.price,
  };
  return { lineId: line.id, item, quantity: line.quantity };
}

/** The order that the phones have told each other of: a plain server's cart names none. */
function lastOrderIn({ entries, accepted }: Knowledge): string | null {
  let last: { version: number; orderId: string } | undefined;
  for (const { event, known } of entries.values()) {
    const version = accepted.get(event.id);
    if (known?.type !== 'orderPlaced' || version === undefined) continue;
    if (!last || version >= last.version) last = { version, orderId: known.orderId };
  }
  return last?.orderId ?? null;
}
