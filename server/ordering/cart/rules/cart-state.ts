import { append, entryOf, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { mergeNews, type CartLine, type Merged } from '#projections/merge/cart-view.ts';
import type { LineEvent } from '#projections/merge/line-fold.ts';
import { buildTimeline, addEntries } from '#projections/merge/timeline.ts';
import { limits } from '#contract/limits.ts';
import type { ItemAdded } from '#events/cart/item-added.ts';

export interface Judged {
  readonly knowledge: Log;
  readonly merged: Merged;
}

export function withMore({ knowledge, merged }: Judged, records: readonly LogRecord[]): Judged {
  const { log, news } = append(knowledge, records);
  return { knowledge: log, merged: mergeNews(merged, log, news) };
}

export function linesOf({ view }: Pick<Merged, 'view'>, userId: string): readonly CartLine[] {
  return view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
}

/** What the cart of the event's diner comes to with it: nothing that is decided already has seen it (V3). */
export function linesWith({ timelines }: Merged, event: LineEvent): readonly CartLine[] {
  const entry = entryOf(event)!;
  const timeline = timelines.find(({ cart }) => cart.userId === event.userId);
  const after = timeline ? addEntries(timeline, [entry]) : buildTimeline(event.userId, [], [entry]);
  return after.cart.lines;
}

/** True when the author's cart still keeps to its bounds with this event: so many lines, so many units on each. */
export function hasRoomFor(judged: Judged, event: ItemAdded): boolean {
  const before = linesOf(judged.merged, event.userId);
  const units = before.reduce((sum, { quantity }) => sum + quantity, event.quantity);
  // One line more, or all of it on one line: mostly that is little, and nothing has to be folded.
  if (before.length < limits.lines && units <= limits.quantity) return true;
  const after = linesWith(judged.merged, event);
  return after.length <= limits.lines && after.every(({ quantity }) => quantity <= limits.quantity);
}
