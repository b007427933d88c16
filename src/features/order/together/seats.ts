import { useMemo } from 'react';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import { countDishes } from '#contract/dish/quantity.ts';
import { useCartPart, useCarts, useOrderPlace, usePresence } from '#src/cart/hooks.ts';
import type { TableCart, TableLine } from '#client/cart/table-cart.ts';

/** A diner with a seat at the table: they are there, or have something in the cart. */
interface Seated {
  readonly userId: string;
  readonly name: string;
  readonly mine: boolean;
  /** Their app is open and visible. */
  readonly here: boolean;
}

/** A seat with the diner's lines of the cart. */
export interface Seat extends Seated {
  readonly lines: readonly TableLine[];
}

/** All seats. The diner's own is first, and the others are sorted by id, so their order is the same on every phone. */
export function useSeats(): readonly Seat[] {
  const seated = useSeated();
  const carts = useCarts();
  return useMemo(() => {
    const linesOf = new Map(carts.map(({ userId, lines }) => [userId, lines]));
    return seated.map((diner) => ({ ...diner, lines: linesOf.get(diner.userId) ?? [] }));
  }, [seated, carts]);
}

/** The diners of all seats, without their lines. The list changes only if somebody comes, goes or looks away. */
export function useSeated(): readonly Seated[] {
  const { member } = useDiner();
  const names = useCartPart((cart) => cart.names);
  // As text it stays equal while the same diners have something in the cart, so a tap does not render this again.
  const having = useCartPart(serialiseHaving);
  const others = usePresence();
  const nameOf = useDinerName();
  return useMemo(() => {
    const me = member?.id;
    const seats = new Map<string, Seated>();
    if (me !== undefined)
      seats.set(me, { userId: me, name: nameOf({ mine: true, userName: '' }), mine: true, here: true });
    for (const { userId, userName, here } of others)
      if (userId !== me)
        seats.set(userId, {
          userId,
          // A phone that was just reloaded may not know its diner's name yet, but their earlier changes contain it.
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

function serialiseHaving({ carts }: TableCart): string {
  return JSON.stringify(
    carts.flatMap(({ userId, userName, mine, lines }): Having[] =>
      lines.length === 0 ? [] : [[userId, userName, mine]],
    ),
  );
}

/** The angle of a seat, degrees clockwise from the bottom. The seats are evenly spread around the table. */
export function calculateAngle(index: number, seats: number): number {
  return (index * 360) / seats;
}

/** Returns a function that counts the dishes of lines. A line of a dish sold by weight counts as one dish. */
export function useDishCount(): (lines: readonly TableLine[]) => number {
  const { index } = useOrderPlace();
  return (lines) =>
    lines.reduce(
      (sum, { item, quantity }) => sum + countDishes(quantity, index.get(item.productId)?.unitLabel),
      0,
    );
}

/** True for an order without a table. The texts then mention neither a table nor other diners. */
export function useIsAlone(): boolean {
  const { table } = useDiner();
  return table?.tableId === '';
}
