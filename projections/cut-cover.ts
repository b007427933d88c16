import type { CartCleared } from '#events/cart-cleared.ts';
import type { CartEvent } from '#events/catalogue.ts';
import type { LogEntry } from '#events/log.ts';
import type { OrderPlaced } from '#events/order-placed.ts';

export type Cut = CartCleared | OrderPlaced;

export function isCut(event: CartEvent): event is Cut {
  return event.type === 'cartCleared' || event.type === 'orderPlaced';
}

/** undefined: everybody's cart; else that user's. */
export function scopeOf(cut: Cut): string | undefined {
  return cut.type === 'orderPlaced' || cut.scope === 'table' ? undefined : cut.userId;
}

/** V3: what all live cuts together have seen, by scope; asking whether an event is void costs two look-ups. */
export class CutCover {
  private readonly table = new Map<string, number>();
  private readonly users = new Map<string, Map<string, number>>();
  private anyTableCut = false;

  add(cut: Cut): void {
    const scope = scopeOf(cut);
    if (scope === undefined) this.anyTableCut = true;
    const cover = scope === undefined ? this.table : this.coverOf(scope);
    for (const replica in cut.seen) cover.set(replica, Math.max(cover.get(replica) ?? 0, cut.seen[replica]!));
  }

  /** V3; `entry` is an event of a line. */
  voids({ replicaId, seq, event }: LogEntry): boolean {
    if (seq <= (this.table.get(replicaId) ?? 0)) return true;
    return this.users.size > 0 && seq <= (this.users.get(event.userId)?.get(replicaId) ?? 0);
  }

  /** V4: some live cut has that user in its scope. */
  clearsBaseOf(userId: string): boolean {
    return this.anyTableCut || this.users.has(userId);
  }

  private coverOf(userId: string): Map<string, number> {
    let cover = this.users.get(userId);
    if (!cover) this.users.set(userId, (cover = new Map()));
    return cover;
  }
}
