/** V3: which events the cuts of a table make void. */
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import type { LogEntry } from '#events/records/log.ts';
import type { OrderPlaced } from '#events/cart/order-placed.ts';
import { reach } from '#events/log/version-vector.ts';

export type Cut = CartCleared | OrderPlaced;
export type CutEntry = LogEntry & { readonly upcast: Cut };

export function isCut(event: CartEvent): event is Cut {
  return event.type === 'cartCleared' || event.type === 'orderPlaced';
}

export function cutsOf(entries: readonly LogEntry[]): CutEntry[] {
  return entries.filter((entry): entry is CutEntry => entry.upcast !== undefined && isCut(entry.upcast));
}

export function isInScope(cut: Cut, userId: string): boolean {
  return cut.type === 'orderPlaced' || cut.scope === 'table' || cut.userId === userId;
}

/** V3, of one cut; `entry` is an event of a line. Where the cut sorts in the total order plays no part. */
export function voids({ upcast: cut }: CutEntry, { event, replicaId, seq }: LogEntry): boolean {
  if (reach(cut.seen, replicaId) < seq || !isInScope(cut, event.userId)) return false;
  return cut.type !== 'orderPlaced' || !cut.kept?.includes(event.id);
}

/** O5: the cut had seen it, and left it in the cart. */
export function keeps({ upcast: cut }: CutEntry, { event, replicaId, seq }: LogEntry): boolean {
  if (cut.type !== 'orderPlaced' || reach(cut.seen, replicaId) < seq) return false;
  return cut.kept?.includes(event.id) ?? false;
}

/** V3, of many cuts: mostly two look-ups tell, however many they are. */
export function voidedBy(cuts: readonly CutEntry[]): (entry: LogEntry) => boolean {
  if (cuts.length === 0) return () => false;
  const table = new Map<string, number>();
  const users = new Map<string, Map<string, number>>();
  const kept = new Set(cuts.flatMap(({ upcast }) => (upcast.type === 'orderPlaced' && upcast.kept) || []));
  for (const { upcast: cut } of cuts) {
    let seen = table;
    if (cut.type === 'cartCleared' && cut.scope === 'user')
      users.set(cut.userId, (seen = users.get(cut.userId) ?? new Map<string, number>()));
    for (const replica of Object.keys(cut.seen))
      seen.set(replica, Math.max(seen.get(replica) ?? 0, cut.seen[replica]!));
  }
  return (entry) => {
    const { event, replicaId, seq } = entry;
    const isSeen =
      seq <= (table.get(replicaId) ?? 0) || seq <= (users.get(event.userId)?.get(replicaId) ?? 0);
    // O5: what one order kept another cut may have taken.
    return isSeen && (!kept.has(event.id) || cuts.some((cut) => voids(cut, entry)));
  };
}
