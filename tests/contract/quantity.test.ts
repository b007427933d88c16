import { expect, test } from 'vitest';
import { countDishes, describeQuantity, describeWeight } from '#contract/dish/quantity.ts';

test.each([
  [3, '100 g', '300 g'],
  [3, '100g', '300g'],
  [12, '100 公克', '1200 公克'],
  [3, '0.5 kg', '1.5 kg'],
  [3, '0,25 kg', '0,75 kg'],
  [2, '1 jin', '2 jin'],
  [3, '半斤', '3\u00a0×\u00a0半斤'],
  [3, '1/2 lb', '3\u00a0×\u00a01/2 lb'],
  [2, '6 x 50 g', '2\u00a0×\u00a06 x 50 g'],
  [2, '1,000 g', '2\u00a0×\u00a01,000 g'],
])('%d steps of %s weigh %s', (steps, unit, weight) => {
  expect(describeWeight(steps, unit)).toBe(weight);
  expect(describeQuantity(steps, unit)).toBe(weight);
  expect(countDishes(steps, unit)).toBe(1);
});

test('pieces are counted', () => {
  expect(describeWeight(3, '')).toBeUndefined();
  expect(describeQuantity(3)).toBe('3\u00a0×');
  expect(countDishes(3)).toBe(3);
  expect(countDishes(0, '100 g')).toBe(0);
});
