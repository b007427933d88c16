/** Splits the lines of an order's view into those that it takes and those that it leaves in the cart. */
import { compareEntries, type LogEntry } from '#events/records/log.ts';
import type { Merged } from './cart-view.ts';
import type { CartLine } from './line-fold.ts';
import { listEventsOfLines, type UserCart } from './timeline.ts';

export interface CartPart {
  /** In order of user id, without empty carts. */
  readonly carts: readonly UserCart[];
  /** The item events that make up the lines, including those of joined lines, in total order. */
  readonly entries: readonly LogEntry[];
}

/** @param isLeftOut decides by a line and the events that make it up */
export function splitLines(
  { timelines }: Merged,
  isLeftOut: (line: CartLine, entries: readonly LogEntry[]) => boolean,
): { readonly ordered: CartPart; readonly leftOut: CartPart } {
  const ordered = { carts: [] as UserCart[], entries: [] as LogEntry[] };
  const leftOut = { carts: [] as UserCart[], entries: [] as LogEntry[] };
  for (const timeline of timelines) {
    const { userId, lines } = timeline.cart;
    const events = listEventsOfLines(timeline);
    const places = lines.map((line, place) => ({ line, entries: events[place]! }));
    for (const part of [ordered, leftOut]) {
      const own = places.filter(({ line, entries }) => isLeftOut(line, entries) === (part === leftOut));
      if (own.length > 0) part.carts.push({ userId, lines: own.map(({ line }) => line) });
      part.entries.push(...own.flatMap(({ entries }) => entries));
    }
  }
  for (const { entries } of [ordered, leftOut]) entries.sort(compareEntries);
  return { ordered, leftOut };
}
