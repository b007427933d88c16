import { limits } from '#contract/limits.ts';
import type { ItemAdded } from '#events/item-added.ts';
import { linesOf, withMore, type Judged } from './judged.ts';

/** True when the author's cart still keeps to its bounds with this event: so many lines, so many units on each. */
export function hasRoomFor(judged: Judged, event: ItemAdded): boolean {
  const before = linesOf(judged.merged, event.userId);
  const units = before.reduce((sum, { quantity }) => sum + quantity, event.quantity);
  // One line more, or all of it on one line: mostly that is little, and nothing has to be folded.
  if (before.length < limits.lines && units <= limits.quantity) return true;
  const { merged } = withMore(judged, [{ t: 0, from: 'peer', event }]);
  const after = linesOf(merged, event.userId);
  return after.length <= limits.lines && after.every(({ quantity }) => quantity <= limits.quantity);
}
