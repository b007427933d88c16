import { expect, test } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { findUnusualCount } from '#src/features/order/cart/unusual-count.ts';
import { createDiner, createItem, createMenu, lineOf, noodles } from '../menu-fixture.ts';

const index = indexMenu(createMenu(noodles, { ...noodles, id: 'prawns', unitLabel: '100 g' }));
const find = (lines: readonly ReturnType<typeof lineOf>[], ...asked: string[]) =>
  findUnusualCount({ carts: [createDiner('mei', lines)] }, index, new Set(asked));
const hot = createItem({ notes: 'hot' });

test('ten pieces of one dish are unusual, over all lines of a diner, and are asked about once', () => {
  expect(find([lineOf(createItem(), 9)])).toBeUndefined();
  expect(find([lineOf(createItem(), 6), lineOf(hot, 4)])).toEqual({ productId: 'noodles', quantity: 10 });
  expect(find([lineOf(createItem(), 12)], 'noodles')).toBeUndefined();
});

test('steps of a weighed dish, and the pieces of others, are not', () => {
  expect(find([lineOf(createItem({ productId: 'prawns' }), 12)])).toBeUndefined();
  const carts = [createDiner('tom', [lineOf(createItem(), 12, { mine: false })])];
  expect(findUnusualCount({ carts }, index, new Set())).toBeUndefined();
});
