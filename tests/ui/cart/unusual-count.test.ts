import { expect, test } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { countOwnDishes, findUnusualCount, listJumps } from '#src/features/order/cart/unusual-count.ts';
import { createDiner, createItem, createMenu, lineOf, noodles } from '../menu-fixture.ts';

const index = indexMenu(createMenu(noodles, { ...noodles, id: 'prawns', unitLabel: '100 g' }));
const countOwn = (lines: readonly ReturnType<typeof lineOf>[]) =>
  countOwnDishes({ carts: [createDiner('mei', lines)] });
const find = (lines: readonly ReturnType<typeof lineOf>[], ...asked: string[]) =>
  findUnusualCount(countOwn(lines), index, new Set(asked), new Set());
const hot = createItem({ notes: 'hot' });

test('ten pieces of one dish are unusual, over all lines of a diner, and are asked about once', () => {
  expect(find([lineOf(createItem(), 9)])).toBeUndefined();
  expect(find([lineOf(createItem(), 6), lineOf(hot, 4)])).toEqual({ productId: 'noodles', quantity: 10 });
  expect(find([lineOf(createItem(), 12)], 'noodles')).toBeUndefined();
});

test('steps of a weighed dish, and the pieces of others, are not', () => {
  expect(find([lineOf(createItem({ productId: 'prawns' }), 12)])).toBeUndefined();
  const carts = [createDiner('tom', [lineOf(createItem(), 12, { mine: false })])];
  expect(countOwnDishes({ carts })).toEqual(new Map());
});

test('eight pieces more by one change are unusual, too, but not one by one', () => {
  const [one, nine] = [countOwn([lineOf(createItem(), 1)]), countOwn([lineOf(createItem(), 9)])];
  expect(listJumps(one, nine)).toEqual(['noodles']);
  expect(listJumps(new Map(), one)).toEqual([]);
  expect(listJumps(countOwn([lineOf(createItem(), 8)]), nine)).toEqual([]);
  const after = (counts: typeof nine) => findUnusualCount(counts, index, new Set(), new Set(['noodles']));
  expect(after(nine)).toEqual({ productId: 'noodles', quantity: 9 });
  expect(after(one)).toBeUndefined();
});
