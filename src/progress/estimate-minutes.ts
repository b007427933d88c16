import { readHeldCourse } from '#contract/course.ts';
import type { PlacedItem } from '#contract/order-fields.ts';

const minuteMs = 60_000;
/** Estimates are multiples of this, minutes. */
const step = 5;

/**
 * Estimates how long the table still waits for a round, minutes: the usual time of its slowest dish, less the time since
 * the order, rounded up to 5 minutes.
 *
 * @returns undefined if the kitchen's times are known for less than half of the dishes, if the first dish is ready, and if
 *   the time is over
 */
export function estimateMinutes(
  lines: readonly PlacedItem[],
  placedAt: number | undefined,
  now: number,
): number | undefined {
  const made = lines.filter((line) => line.quantity > 0 && readHeldCourse(line) === undefined);
  const isBegun = made.some(({ qtyReady = 0, qtyServed = 0 }) => qtyReady + qtyServed > 0);
  const times = made.flatMap(({ usualMinutes }) => usualMinutes ?? []);
  if (placedAt === undefined || isBegun || times.length === 0 || times.length * 2 < made.length)
    return undefined;
  const elapsed = Math.max(0, now - placedAt) / minuteMs;
  const left = Math.ceil((Math.max(...times) - elapsed) / step) * step;
  return left > 0 ? left : undefined;
}
