/**
 * Removals: clears and orders. A removal removes the item events that its author had seen, and no others.
 *
 *   ra: add tea ──────────► seen by the clear: removed
 *   rb: add soup ─ ─ ─ ─ ─► not seen: stays
 *   rc: clear { seen: { ra: 1 } }
 *
 * Only `seen` decides. The place of the removal in the total order has no influence, so an event that somebody made at
 * the same time survives on every phone. Lists of removals may be long, so `createRemovedCheck` answers with two
 * look-ups in most cases.
 */
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import type { LogEntry } from '#events/records/log.ts';
import type { OrderPlaced } from '#events/cart/order-placed.ts';
import { reach } from '#events/log/version-vector.ts';

export type Removal = CartCleared | OrderPlaced;
export type RemovalEntry = LogEntry & { readonly upcast: Removal };

export function isRemoval(event: CartEvent): event is Removal {
  return event.type === 'cartCleared' || event.type === 'orderPlaced';
}

export function listRemovals(entries: readonly LogEntry[]): RemovalEntry[] {
  return entries.filter(
    (entry): entry is RemovalEntry => entry.upcast !== undefined && isRemoval(entry.upcast),
  );
}

export function isInScope(removal: Removal, userId: string): boolean {
  return removal.type === 'orderPlaced' || removal.scope === 'table' || removal.userId === userId;
}

/** Whether this removal removes an item event. */
export function shouldRemove(
  { upcast: removal }: RemovalEntry,
  { event, replicaId, seq }: LogEntry,
): boolean {
  if (reach(removal.seen, replicaId) < seq || !isInScope(removal, event.userId)) return false;
  return removal.type !== 'orderPlaced' || !removal.kept?.includes(event.id);
}

/** Whether an order had seen an item event and left it in the cart. */
export function shouldKeep({ upcast: removal }: RemovalEntry, { event, replicaId, seq }: LogEntry): boolean {
  if (removal.type !== 'orderPlaced' || reach(removal.seen, replicaId) < seq) return false;
  return removal.kept?.includes(event.id) ?? false;
}

/** Returns a predicate: whether any of the removals removes an item event. */
export function createRemovedCheck(removals: readonly RemovalEntry[]): (entry: LogEntry) => boolean {
  if (removals.length === 0) return () => false;
  const table = new Map<string, number>();
  const users = new Map<string, Map<string, number>>();
  const kept = new Set(
    removals.flatMap(({ upcast }) => (upcast.type === 'orderPlaced' && upcast.kept) || []),
  );
  for (const { upcast: removal } of removals) {
    let seen = table;
    if (removal.type === 'cartCleared' && removal.scope === 'user')
      users.set(removal.userId, (seen = users.get(removal.userId) ?? new Map<string, number>()));
    for (const replica of Object.keys(removal.seen))
      seen.set(replica, Math.max(seen.get(replica) ?? 0, removal.seen[replica]!));
  }
  return (entry) => {
    const { event, replicaId, seq } = entry;
    const isSeen =
      seq <= (table.get(replicaId) ?? 0) || seq <= (users.get(event.userId)?.get(replicaId) ?? 0);
    // One order keeps the event. Another removal may still remove it.
    return isSeen && (!kept.has(event.id) || removals.some((removal) => shouldRemove(removal, entry)));
  };
}
