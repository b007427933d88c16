/** Which dishes the kitchen has to make or serve. Pure. */
import type { KitchenTicket } from '#contract/calls/kitchen.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { computeDishState, openPieces } from '../orders/dishes/dish-state.ts';

export interface StationTicket extends Omit<KitchenTicket, 'dishes'> {
  /** Dishes to make or serve, and dishes that were voided after the kitchen received them. */
  readonly lines: readonly PlacedItem[];
  /** Pieces that the kitchen has not started. */
  readonly fresh: number;
}

/**
 * The tickets that have a dish for this station to make or serve, or a dish that was just voided, oldest first.
 * @param station "" for all stations
 */
export function listTickets(tickets: readonly KitchenTicket[], station: string): StationTicket[] {
  return tickets.flatMap(({ dishes, ...ticket }) => {
    const own = dishes.filter((dish) => station === '' || dish.station === station);
    if (!own.some(({ line, justVoided }) => isOpen(line) || justVoided)) return [];
    const lines = own.map(({ line }) => line).filter((line) => isOpen(line) || isGone(line));
    const fresh = lines.reduce((sum, line) => sum + computeDishState(line).fresh, 0);
    return [{ ...ticket, lines, fresh }];
  });
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
    const { fresh, inKitchen } = computeDishState(line);
    const pieces = fresh + inKitchen + (counts.get(line.productId)?.pieces ?? 0);
    if (pieces > 0) counts.set(line.productId, { line, pieces });
  }
  return [...counts.values()].toSorted((a, b) => b.pieces - a.pieces);
}

function isOpen(line: PlacedItem): boolean {
  return openPieces(computeDishState(line)) > 0;
}

/** True if the kitchen received the dish and all of it was voided. */
function isGone({ quantity, qtyVoid = 0 }: PlacedItem): boolean {
  return quantity === 0 && qtyVoid > 0;
}
