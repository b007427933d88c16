import { getItemKey, getVariantKey, type Item } from '#events/item.ts';
import type { CartLine, UserCart } from './cart-view.ts';

/** What became of one line between two views. */
export interface LineChange {
  readonly userId: string;
  /** The line as it is now, or as it was if it is gone. */
  readonly lineId: string;
  readonly item: Item;
  /** Sales units; 0 if the line is new. */
  readonly before: number;
  /** Sales units; 0 if the line is gone. */
  readonly after: number;
  /** The notes that the line had. */
  readonly notesBefore: string;
}

/** Returns the lines that differ, in order of user id. Carts and lines that kept their identity cost nothing. */
export function listLineChanges(before: readonly UserCart[], after: readonly UserCart[]): LineChange[] {
  if (before === after) return [];
  const users = new Set([...before, ...after].map(({ userId }) => userId));
  return [...users].sort().flatMap((userId) => {
    const old = before.find((cart) => cart.userId === userId)?.lines ?? [];
    const now = after.find((cart) => cart.userId === userId)?.lines ?? [];
    return old === now ? [] : listChangesOfDiner(userId, old, now);
  });
}

function listChangesOfDiner(
  userId: string,
  before: readonly CartLine[],
  after: readonly CartLine[],
): LineChange[] {
  const same = new Set(after);
  const gone = new Set(before.filter((line) => !same.delete(line)));
  const pairs = new Map<CartLine, CartLine>();
  // A line id counts for one variant only. A snapshot server may give a line a new id, so the item is tried next.
  for (const nameOf of [buildLineKey, ({ item }: CartLine) => getItemKey(item)]) {
    const byName = new Map([...gone].map((line) => [nameOf(line), line]));
    for (const line of same) {
      const old = pairs.has(line) ? undefined : byName.get(nameOf(line));
      if (!old || !gone.delete(old)) continue;
      pairs.set(line, old);
    }
  }
  const changes = [...same].map((line) => changeOf(userId, pairs.get(line), line));
  return [...changes, ...[...gone].map((line) => changeOf(userId, line, undefined))].filter(
    (change) => change.before !== change.after || change.notesBefore !== change.item.notes,
  );
}

function changeOf(userId: string, old: CartLine | undefined, now: CartLine | undefined): LineChange {
  const { lineId, item } = (now ?? old)!;
  return {
    userId,
    lineId,
    item,
    before: old?.quantity ?? 0,
    after: now?.quantity ?? 0,
    notesBefore: (old ?? now)!.item.notes,
  };
}

function buildLineKey({ lineId, item }: CartLine): string {
  return JSON.stringify([lineId, getVariantKey(item)]);
}
