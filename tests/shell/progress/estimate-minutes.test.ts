import { expect, test } from 'vitest';
import type { PlacedItem } from '#contract/order-fields.ts';
import { estimateMinutes } from '#src/progress/estimate-minutes.ts';
import { createPlacedLine } from '../orders/placed-line.ts';

const minute = 60_000;
const placedAt = 1_000 * minute;
const takes = (usualMinutes: number | undefined, change: Partial<PlacedItem> = {}) =>
  createPlacedLine({ usualMinutes, ...change });

// CX67
test.each<[name: string, lines: PlacedItem[], elapsed: number, minutes: number | undefined]>([
  ['the slowest dish counts, rounded up to 5', [takes(4), takes(11)], 0, 15],
  ['15 stays 15', [takes(15)], 0, 15],
  ['the time since the order is taken off', [takes(15)], 6, 10],
  ['a clock that is late changes nothing', [takes(15)], -60, 15],
  ['the time is over', [takes(15)], 15, undefined],
  ['no dish has a time', [takes(undefined)], 0, undefined],
  ['half of the dishes have a time', [takes(8), takes(undefined)], 0, 10],
  ['most dishes have none', [takes(8), takes(undefined), takes(undefined)], 0, undefined],
  ['the first dish is ready', [takes(8), takes(undefined, { qtyReady: 1 })], 0, undefined],
  ['a dish that is made later does not count', [takes(40, { heldCourse: 2 }), takes(8)], 0, 10],
  ['a dish that was taken off does not count', [takes(40, { quantity: 0 }), takes(8)], 0, 10],
])('how long a table waits for a round: %s', (_name, lines, elapsed, minutes) => {
  expect(estimateMinutes(lines, placedAt, placedAt + elapsed * minute)).toBe(minutes);
});

test('no estimate without the time of the order', () => {
  expect(estimateMinutes([takes(8)], undefined, placedAt)).toBeUndefined();
});
