import { limits } from '#contract/limits.ts';
import type { ItemAdded } from '#events/item-added.ts';
import type { Knowledge, LogEntry } from '#events/log.ts';
import { cartView } from '#projections/cart-view.ts';

/** True when the author's cart still keeps to its bounds with this event: so many lines, so many units on each. */
export function hasRoomFor(knowledge: Knowledge, entry: LogEntry, event: ItemAdded): boolean {
  // What a diner ever added bounds what their cart holds now: the fold is spared as long as that is little.
  let added = 1;
  let { quantity: units } = event;
  for (const { known } of knowledge.entries.values()) {
    if (known?.type !== 'itemAdded' || known.userId !== event.userId) continue;
    added += 1;
    units += known.quantity;
  }
  if (added <= limits.lines && units <= limits.quantity) return true;
  const entries = new Map(knowledge.entries).set(event.id, entry);
  const cart = cartView({ ...knowledge, entries }).carts.find(({ userId }) => userId === event.userId);
  return (
    !cart ||
    (cart.lines.length <= limits.lines && cart.lines.every(({ quantity }) => quantity <= limits.quantity))
  );
}
