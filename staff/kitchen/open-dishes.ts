/** What the kitchen has to do. Pure. */
import type { KitchenTicket } from '#contract/calls/kitchen.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { dishState, openPieces } from '../orders/dishes/dish-state.ts';

export interface StationTicket extends Omit<KitchenTicket, 'dishes'> {
  /** Those that are to be made or brought, and those that were taken off after the kitchen had them. */
  readonly lines: readonly PlacedItem[];
  /** Pieces that nobody has begun. */
  readonly fresh: number;
}

/**
 * The tickets with a dish that the station has to make or serve, or that was just taken off; the oldest first.
 * @param station "": every station
 */
export function ticketsOfStation(tickets: readonly KitchenTicket[], station: string): StationTicket[] {
  return tickets.flatMap(({ dishes, ...ticket }) => {
    const own = dishes.filter((dish) => station === '' || dish.station === station);
    if (!own.some(({ line, justVoided }) => isOpen(line) || justVoided)) return [];
    const lines = own.map(({ line }) => line).filter((line) => isOpen(line) || isGone(line));
    const fresh = lines.reduce((sum, line) => sum + dishState(line).fresh, 0);
    return [{ ...ticket, lines, fresh }];
  });
}

export interface DishCount {
  readonly line: PlacedItem;
  /** Pieces still to be made: not on the pass yet. */
  readonly pieces: number;
}

/** How often each dish is to be made just now, over all tickets; the most first. */
export function dishCounts(tickets: readonly StationTicket[]): DishCount[] {
  const counts = new Map<string, DishCount>();
  for (const line of tickets.flatMap(({ lines }) => lines)) {
    const { fresh, inKitchen } = dishState(line);
    const pieces = fresh + inKitchen + (counts.get(line.productId)?.pieces ?? 0);
    if (pieces > 0) counts.set(line.productId, { line, pieces });
  }
  return [...counts.values()].toSorted((a, b) => b.pieces - a.pieces);
}

function isOpen(line: PlacedItem): boolean {
  return openPieces(dishState(line)) > 0;
}

/** The kitchen had it, and nobody wants it any more. */
function isGone({ quantity, qtyVoid = 0 }: PlacedItem): boolean {
  return quantity === 0 && qtyVoid > 0;
}
