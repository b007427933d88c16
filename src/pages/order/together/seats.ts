import { useMemo } from 'react';
import { useDiner } from '#src/app/diner.ts';
import { usePresence, useTableCart } from '#src/cart/hooks.ts';
import type { TableLine } from '#src/cart/table-cart.ts';
import { useDinerName } from '../diner-name.ts';

/** A place at the table: somebody who is there, or who has something in the cart. */
export interface Seat {
  readonly userId: string;
  readonly name: string;
  readonly mine: boolean;
  /** Their app is open and looked at. */
  readonly here: boolean;
  readonly lines: readonly TableLine[];
}

/** Everybody at the table, oneself first; the others by id, the same way round on every phone. */
export function useSeats(): readonly Seat[] {
  const { member } = useDiner();
  const { carts, names } = useTableCart();
  const others = usePresence();
  const nameOf = useDinerName();
  return useMemo(() => {
    const me = member?.id;
    const seats = new Map<string, Seat>();
    if (me !== undefined)
      seats.set(me, {
        userId: me,
        name: nameOf({ mine: true, userName: '' }),
        mine: true,
        here: true,
        lines: [],
      });
    for (const { userId, userName, here } of others)
      if (userId !== me)
        seats.set(userId, {
          userId,
          // A phone that has just been reloaded may not know its diner's name yet; the changes do.
          name: nameOf({ mine: false, userName: userName || (names.get(userId) ?? '') }),
          mine: false,
          here,
          lines: [],
        });
    for (const { userId, userName, mine, lines } of carts) {
      if (lines.length === 0) continue;
      const known = seats.get(userId);
      seats.set(userId, {
        userId,
        name: known?.name ?? nameOf({ mine, userName }),
        mine,
        here: known?.here ?? mine,
        lines,
      });
    }
    return [...seats.values()].toSorted(
      (a, b) => Number(b.mine) - Number(a.mine) || (a.userId < b.userId ? -1 : 1),
    );
  }, [member, carts, names, others, nameOf]);
}

/** Degrees clockwise from where the diner looks in from below; the seats stand evenly around. */
export function angleOf(index: number, seats: number): number {
  return (index * 360) / seats;
}

/** Pieces on the table before a seat. */
export function piecesOf({ lines }: Pick<Seat, 'lines'>): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
