import { append, readEntry, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { getLines, mergeNews, type CartLine, type Merged } from '#projections/merge/cart-view.ts';
import type { LineEvent } from '#projections/merge/line-fold.ts';
import { buildTimeline, addEntries } from '#projections/merge/timeline.ts';
import { limits } from '#contract/limits.ts';
import type { ItemAdded } from '#events/cart/item-added.ts';

/** A log and the cart that follows from it, while events are decided. */
export interface CartState {
  readonly knowledge: Log;
  readonly merged: Merged;
}

export function appendRecords({ knowledge, merged }: CartState, records: readonly LogRecord[]): CartState {
  const { log, news } = append(knowledge, records);
  return { knowledge: log, merged: mergeNews(merged, log, news) };
}

/** The lines of the diner's cart with one event more, which no other event has seen. */
export function computeLinesAfter({ timelines }: Merged, event: LineEvent): readonly CartLine[] {
  const entry = readEntry(event)!;
  const timeline = timelines.find(({ cart }) => cart.userId === event.userId);
  const after = timeline ? addEntries(timeline, [entry]) : buildTimeline(event.userId, [], [entry]);
  return after.cart.lines;
}

/** True when the author's cart keeps to its limits with this event: the number of lines, and the units of each. */
export function hasRoomFor(cart: CartState, event: ItemAdded): boolean {
  const before = getLines(cart.merged.view, event.userId);
  const units = before.reduce((sum, { quantity }) => sum + quantity, event.quantity);
  // Even as a new line, or all on one line, it would fit. So the merge need not run.
  if (before.length < limits.lines && units <= limits.quantity) return true;
  const after = computeLinesAfter(cart.merged, event);
  return after.length <= limits.lines && after.every(({ quantity }) => quantity <= limits.quantity);
}
