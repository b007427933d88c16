import { useMemo } from 'react';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import { dishesIn } from '#contract/dish/quantity.ts';
import { useCartPart, useCarts, useOrderPlace, usePresence } from '#src/cart/hooks.ts';
import type { TableCart, TableLine } from '#client/cart/table-cart.ts';

/** Who has a place at the table: somebody who is there, or who has something in the cart. */
interface Taken {
  readonly userId: string;
  readonly name: string;
  readonly mine: boolean;
  /** Their app is open and looked at. */
  readonly here: boolean;
}

/** A place at the table with what stands before it. */
export interface Seat extends Taken {
  readonly lines: readonly TableLine[];
}

/** Everybody at the table, oneself first; the others by id, the same way round on every phone. */
export function useSeats(): readonly Seat[] {
  const takers = useTakers();
  const carts = useCarts();
  return useMemo(() => {
    const linesOf = new Map(carts.map(({ userId, lines }) => [userId, lines]));
    return takers.map((taken) => ({ ...taken, lines: linesOf.get(taken.userId) ?? [] }));
  }, [takers, carts]);
}

/** The same without what they have in the cart: another list only when somebody comes, goes or looks away. */
export function useTakers(): readonly Taken[] {
  const { member } = useDiner();
  const names = useCartPart((cart) => cart.names);
  // As text, which is the same while the same diners have something in the cart.
  const having = useCartPart(havingText);
  const others = usePresence();
  const nameOf = useDinerName();
  return useMemo(() => {
    const me = member?.id;
    const seats = new Map<string, Taken>();
    if (me !== undefined)
      seats.set(me, { userId: me, name: nameOf({ mine: true, userName: '' }), mine: true, here: true });
    for (const { userId, userName, here } of others)
      if (userId !== me)
        seats.set(userId, {
          userId,
          // A phone that has just been reloaded may not know its diner's name yet; the changes do.
          name: nameOf({ mine: false, userName: userName || (names.get(userId) ?? '') }),
          mine: false,
          here,
        });
    for (const [userId, userName, mine] of JSON.parse(having) as Having[])
      if (!seats.has(userId))
        seats.set(userId, { userId, name: nameOf({ mine, userName }), mine, here: mine });
    return [...seats.values()].toSorted(
      (a, b) => Number(b.mine) - Number(a.mine) || (a.userId < b.userId ? -1 : 1),
    );
  }, [member, having, names, others, nameOf]);
}

type Having = readonly [userId: string, userName: string, mine: boolean];

function havingText({ carts }: TableCart): string {
  return JSON.stringify(
    carts.flatMap(({ userId, userName, mine, lines }): Having[] =>
      lines.length === 0 ? [] : [[userId, userName, mine]],
    ),
  );
}

/** Degrees clockwise from where the diner looks in from below; the seats stand evenly around. */
export function angleOf(index: number, seats: number): number {
  return (index * 360) / seats;
}

/** Counts the dishes of some lines; each line of a dish that is sold by weight counts as one dish. */
export function useDishCount(): (lines: readonly TableLine[]) => number {
  const { index } = useOrderPlace();
  return (lines) =>
    lines.reduce(
      (sum, { item, quantity }) => sum + dishesIn(quantity, index.get(item.productId)?.unitLabel),
      0,
    );
}

/** True for an order without a table (D19): there is nobody to share with, and no table to speak of. */
export function useIsAlone(): boolean {
  const { table } = useDiner();
  return table?.tableId === '';
}
