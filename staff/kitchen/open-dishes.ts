/** Which dishes the kitchen has to make or serve. Pure. */
import type { KitchenBump, KitchenTicket } from '#contract/calls/kitchen.ts';
import { usualDishMinutes } from '#contract/limits.ts';
import { readFiredAt, readHeldCourse } from '#contract/course.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { computeDishState, openPieces } from '../orders/dishes/dish-state.ts';

export interface StationTicket extends Omit<KitchenTicket, 'dishes'> {
  /** Dishes to make or serve, and dishes that were voided after the kitchen received them. */
  readonly lines: readonly PlacedItem[];
  /** Dishes that wait for their course, by course. */
  readonly held: readonly HeldCourse[];
  /** When the kitchen could begin: as the round was placed, or as the first of its dishes was fired. undefined: all wait. */
  readonly since: number | undefined;
  /** Pieces that the kitchen has not started. */
  readonly fresh: number;
  /** How long the kitchen usually takes for the slowest of the dishes, minutes. */
  readonly usualMinutes: number;
}

/**
 * The tickets that have a dish for this station to make or serve, or a dish that was just voided, oldest first.
 * @param station "" for all stations
 */
export function listTickets(tickets: readonly KitchenTicket[], station: string): StationTicket[] {
  return tickets.flatMap(({ dishes, ...ticket }) => {
    const own = dishes.filter((dish) => station === '' || dish.station === station);
    if (!own.some(({ line, justVoided }) => isOpen(line) || justVoided)) return [];
    const shown = own.map(({ line }) => line).filter((line) => isOpen(line) || isGone(line));
    const lines = shown.filter((line) => readHeldCourse(line) === undefined);
    const starts = lines.map((line) => readFiredAt(line) ?? ticket.placedAt);
    const since = starts.length > 0 ? Math.min(...starts) : undefined;
    const fresh = lines.reduce((sum, line) => sum + computeDishState(line).fresh, 0);
    const times = own
      .filter(({ line }) => isOpen(line) && readHeldCourse(line) === undefined)
      .map(({ usualMinutes }) => usualMinutes ?? usualDishMinutes);
    return [
      {
        ...ticket,
        lines,
        held: groupHeld(shown),
        since,
        fresh,
        usualMinutes: Math.max(0, ...times) || usualDishMinutes,
      },
    ];
  });
}

export interface HeldCourse {
  readonly course: number;
  readonly lines: readonly PlacedItem[];
}

/** The dishes that wait for their course, first course first. */
function groupHeld(lines: readonly PlacedItem[]): HeldCourse[] {
  const courses = new Map<number, PlacedItem[]>();
  for (const line of lines) {
    const course = readHeldCourse(line);
    if (course !== undefined) courses.set(course, [...(courses.get(course) ?? []), line]);
  }
  return [...courses].toSorted(([a], [b]) => a - b).map(([course, held]) => ({ course, lines: held }));
}

export interface DishCount {
  readonly line: PlacedItem;
  /** Pieces that still have to be made. */
  readonly pieces: number;
}

/** How many pieces of each dish have to be made, over all tickets, most first. */
export function countOpenDishes(tickets: readonly StationTicket[]): DishCount[] {
  const counts = new Map<string, DishCount>();
  for (const line of tickets.flatMap(({ lines }) => lines)) {
    const pieces = countToMake(line) + (counts.get(line.productId)?.pieces ?? 0);
    if (pieces > 0) counts.set(line.productId, { line, pieces });
  }
  return [...counts.values()].toSorted((a, b) => b.pieces - a.pieces);
}

export interface Bump {
  readonly stage: KitchenBump['stage'];
  readonly dishes: { readonly orderItemId: string; readonly quantity: number }[];
}

/** What is left to mark on a ticket: all as ready, and all as served. Empty ones are left out. */
export function listBumps({ lines }: Pick<StationTicket, 'lines'>): Bump[] {
  const stages = [
    { stage: 'ready', piecesOf: countToMake },
    { stage: 'served', piecesOf: (line: PlacedItem) => openPieces(computeDishState(line)) },
  ] as const;
  return stages
    .map(({ stage, piecesOf }) => ({
      stage,
      dishes: lines
        .map((line) => ({ orderItemId: line.id, quantity: piecesOf(line) }))
        .filter(({ quantity }) => quantity > 0),
    }))
    .filter(({ dishes }) => dishes.length > 0);
}

/** The newest act of each ticket of a station, for the list from which it can be brought back. */
export function listRecalls(bumped: readonly KitchenBump[], station: string): KitchenBump[] {
  const newest = new Map<string, KitchenBump>();
  for (const bump of bumped) {
    const ticket = `${bump.orderId} ${bump.round}`;
    if ((station === '' || bump.stations.includes(station)) && !newest.has(ticket)) newest.set(ticket, bump);
  }
  return [...newest.values()];
}

function countToMake(line: PlacedItem): number {
  const { fresh, inKitchen } = computeDishState(line);
  return fresh + inKitchen;
}

function isOpen(line: PlacedItem): boolean {
  return openPieces(computeDishState(line)) > 0;
}

/** True if the kitchen received the dish and all of it was voided. */
function isGone({ quantity, qtyVoid = 0 }: PlacedItem): boolean {
  return quantity === 0 && qtyVoid > 0;
}
