import { describe, expect, test } from 'vitest';
import type { TableLine } from '#client/cart/table-cart.ts';
import { comparePlates, layOutPlates } from '#src/features/order/together/disc/plates.ts';
import { findShortestTurn } from '#src/features/order/together/disc/turning.ts';

/** A seat with this many dishes. */
function seat(name: string, dishes: number) {
  const lines = Array.from({ length: dishes }, (_, index) => ({
    lineId: `${name}${index}`,
    item: { productId: '1' },
    quantity: 1,
  }));
  return { lines: lines as unknown as TableLine[] };
}

describe('dishes on the turntable', () => {
  test('are each in front of their diner', () => {
    const angles = layOutPlates([seat('a', 1), seat('b', 1)]).map(({ angle }) => angle);
    expect(angles).toEqual([0, 180]);
  });

  test('are all shown up to 16, apart from each other, whoever has how many', () => {
    const plates = layOutPlates([seat('a', 13), seat('b', 2), seat('c', 1)]);
    expect(plates).toHaveLength(16);
    const around = plates.map(({ angle }) => (angle + 360) % 360).toSorted((a, b) => a - b);
    const gaps = around.map((angle, index) => (around[index + 1] ?? around[0]! + 360) - angle);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22);
  });

  test('above 16 leave out the oldest of the diner who has the most', () => {
    const plates = layOutPlates([seat('a', 18), seat('b', 3)]);
    expect(plates).toHaveLength(16);
    expect(plates.filter(({ lineId }) => lineId.startsWith('b'))).toHaveLength(3);
    expect(plates[0]?.lineId).toBe('a5');
  });

  test('come and go with an animation, unless many change at once', () => {
    const few = [seat('a', 3), seat('b', 2)];
    const compare = (...after: ReturnType<typeof seat>[]) =>
      comparePlates(layOutPlates(few), layOutPlates(after));
    expect(compare(seat('a', 2), seat('b', 3))).toMatchObject({
      left: [{ lineId: 'a2' }],
      arrived: ['b2'],
      isBusy: false,
    });
    expect(compare(...few)).toEqual({ left: [], arrived: [], isBusy: false });
    expect(compare(seat('a', 5), seat('b', 4)).isBusy).toBe(true);
    expect(compare(seat('a', 1)).isBusy).toBe(true);
  });

  test('a finger that turns the table past any side continues in the same direction', () => {
    expect([350, -350, 181, -181, 90, 0].map(findShortestTurn)).toEqual([-10, 10, -179, 179, 90, 0]);
  });
});
