/** P2: what became of a change that a plain server never answered, read off the next cart that it tells. Pure. */
import { itemKey } from '#events/item.ts';
import type { SnapshotCart } from '#events/records.ts';

/** A change that was sent, as it is kept until it is known what became of it. */
export interface UnansweredPost {
  readonly id: string;
  /** Of its events, in order. */
  readonly ids: readonly string[];
  /** When it was kept, ms by the server's clock. */
  readonly at: number;
  /** Every place of the cart that it changes: what stood there, and what is to stand there. */
  readonly changes: Readonly<Record<string, readonly [before: number, after: number]>>;
  /** The table's last order as it was known then; "" for none. */
  readonly lastOrderId: string;
  /** Somebody had something in the cart then. */
  readonly hadLines: boolean;
  /** An order or a clear came since, or a reload, which hears of neither: what is gone may have been ordered. */
  readonly isCut: boolean;
}

/** What of a cart a change can touch. */
export interface Places {
  readonly carts: readonly SnapshotCart[];
  /** Null and undefined: not told. */
  readonly guests?: number | null | undefined;
  readonly orderType?: number | null | undefined;
}

export type Fate = 'written' | 'notWritten' | 'unclear';

/** What differs between two carts. @param userId whose lines count; undefined: everybody's */
export function changesBetween(
  before: Places,
  after: Places,
  userId: string | undefined,
): UnansweredPost['changes'] {
  const was = quantities(before, userId);
  const is = quantities(after, userId);
  const changes: Record<string, readonly [number, number]> = {};
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const [from, to] = [was.get(place) ?? 0, is.get(place) ?? 0];
    if (from !== to) changes[place] = [from, to];
  }
  return changes;
}

/** `unclear`: neither all of it stands as it was, nor all of it as it should be. */
export function fateOf({ changes }: UnansweredPost, cart: Places): Fate {
  const now = quantities(cart, undefined);
  // A value that the answer does not tell says nothing; to set it once more does no harm.
  const isTold = (place: string) => now.has(place) || !values.includes(place);
  const all = Object.entries(changes);
  const told = all.filter(([place]) => isTold(place));
  const isAsIs = (side: 0 | 1) => told.every(([place, sides]) => (now.get(place) ?? 0) === sides[side]);
  if (isAsIs(1)) return told.length === all.length ? 'written' : 'notWritten';
  return isAsIs(0) ? 'notWritten' : 'unclear';
}

const values: readonly string[] = ['guests', 'orderType'];

function quantities({ carts, guests, orderType }: Places, userId: string | undefined): Map<string, number> {
  const sums = new Map<string, number>();
  for (const cart of carts) {
    if (userId !== undefined && cart.userId !== userId) continue;
    for (const { item, quantity } of cart.lines) {
      const place = `${cart.userId} ${itemKey(item)}`;
      sums.set(place, (sums.get(place) ?? 0) + quantity);
    }
  }
  if (guests != null) sums.set('guests', guests);
  // CS4 begins at 0: none is another value than the first one.
  if (orderType != null) sums.set('orderType', orderType + 1);
  return sums;
}
