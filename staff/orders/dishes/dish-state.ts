/** How far the pieces of a dish are. Pure. */
import type { PlacedItem } from '#contract/order-fields.ts';
import { isShown } from '#ui/bill/order-rounds.ts';

/** In the order in which a dish goes through them. */
export const stages = ['fresh', 'inKitchen', 'ready', 'served'] as const;
export type Stage = (typeof stages)[number];

/** Pieces at each stage; together they are what is still ordered. */
export type DishState = Readonly<Record<Stage, number>>;

/** CB7: `qtySentToKitchen` is what ever was sent, `qtyVoid` what of that was taken back. */
export function dishState(item: PlacedItem): DishState {
  const { quantity, qtySentToKitchen = 0, qtyVoid = 0, qtyReady = 0, qtyServed = 0 } = item;
  const sent = within(qtySentToKitchen - qtyVoid, quantity);
  const ready = within(qtyReady, sent);
  const served = within(qtyServed, ready);
  return { fresh: quantity - sent, inKitchen: sent - ready, ready: ready - served, served };
}

/** Pieces that are not on the table yet. */
export function openPieces({ fresh, inKitchen, ready }: DishState): number {
  return fresh + inKitchen + ready;
}

export interface RoundOfDishes {
  readonly round: number;
  readonly dishes: readonly PlacedItem[];
  /** Pieces that the kitchen does not have. */
  readonly unsent: number;
}

/** The dishes of an order by round, the newest round first; in it as they were placed. */
export function dishesByRound(items: readonly PlacedItem[]): RoundOfDishes[] {
  const rounds = new Map<number, PlacedItem[]>();
  for (const item of items.filter(isShown)) {
    const round = rounds.get(item.round);
    if (round) round.push(item);
    else rounds.set(item.round, [item]);
  }
  return [...rounds]
    .sort(([a], [b]) => b - a)
    .map(([round, dishes]) => ({
      round,
      dishes,
      unsent: dishes.reduce((sum, dish) => sum + dishState(dish).fresh, 0),
    }));
}

function within(pieces: number, most: number): number {
  return Math.max(0, Math.min(pieces, most));
}
