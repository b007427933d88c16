/** The stage of each piece of a dish. Pure. */
import { readCourse, readHeldCourse } from '#contract/course.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { isShown } from '#ui/bill/order-rounds.ts';

/** The stages of a dish, in order. */
export const stages = ['fresh', 'inKitchen', 'ready', 'served'] as const;
export type Stage = (typeof stages)[number];

/** The number of pieces at each stage. Their sum is the ordered quantity without voided pieces. */
export type DishState = Readonly<Record<Stage, number>>;

/** `qtySentToKitchen` counts all pieces that were ever sent, also those that were voided later (CB7). */
export function computeDishState(item: PlacedItem): DishState {
  const { quantity, qtySentToKitchen = 0, qtyVoid = 0, qtyReady = 0, qtyServed = 0 } = item;
  const sent = within(qtySentToKitchen - qtyVoid, quantity);
  const ready = within(qtyReady, sent);
  const served = within(qtyServed, ready);
  return { fresh: quantity - sent, inKitchen: sent - ready, ready: ready - served, served };
}

/** What can be done with a course of a round. */
export interface CourseOfRound {
  readonly course: number;
  readonly act: 'courseHeld' | 'courseFired';
}

/** The held courses of a round, which can be fired, and those after the first that can be held, in their order. */
export function listCourses(dishes: readonly PlacedItem[]): CourseOfRound[] {
  const toMake = dishes.filter((line) => line.quantity > (line.qtyReady ?? 0));
  const held = new Set(toMake.flatMap((line) => readHeldCourse(line) ?? []));
  const later = toMake.flatMap((line) => readCourse(line) ?? []).filter((course) => course > 1);
  return [...new Set([...held, ...later])]
    .toSorted((a, b) => a - b)
    .map((course) => ({ course, act: held.has(course) ? 'courseFired' : 'courseHeld' }));
}

/** The pieces that are not served. */
export function openPieces({ fresh, inKitchen, ready }: DishState): number {
  return fresh + inKitchen + ready;
}

export interface RoundOfDishes {
  readonly round: number;
  readonly dishes: readonly PlacedItem[];
  /** Pieces that are neither sent to the kitchen nor held. */
  readonly unsent: number;
}

/** The dishes of an order by round, newest round first. Within a round they keep their order. */
export function groupDishesByRound(items: readonly PlacedItem[]): RoundOfDishes[] {
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
      unsent: dishes
        .filter((dish) => readHeldCourse(dish) === undefined)
        .reduce((sum, dish) => sum + computeDishState(dish).fresh, 0),
    }));
}

function within(pieces: number, most: number): number {
  return Math.max(0, Math.min(pieces, most));
}
