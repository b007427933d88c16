import { expect, test } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { chooseSuggestion } from '#src/features/order/suggestions/choose-suggestion.ts';
import { bareDish } from '#testing/simulated-menu.ts';
import { createMenu, noodles } from '../menu-fixture.ts';

const createDish = (id: string, change: Partial<typeof bareDish> = {}) => ({
  ...bareDish,
  id,
  name: id,
  ...change,
});
const index = indexMenu(
  createMenu(noodles, createDish('tea'), createDish('egg'), createDish('gone', { soldOut: true })),
);
const none: ReadonlySet<string> = new Set();
const choose = (change: Partial<Parameters<typeof chooseSuggestion>[0]> = {}) =>
  chooseSuggestion({
    of: ['rice'],
    goesWith: { rice: ['gone', 'left', 'noodles', 'tea', 'egg'] },
    inCart: none,
    shown: none,
    suitable: new Set(['gone', 'left', 'noodles', 'tea', 'egg']),
    index,
    ...change,
  })?.id;

// CX91
test('the first dish is suggested that is on the menu and has no choices', () => {
  expect(choose()).toBe('tea');
  expect(choose({ of: ['soup'] })).toBeUndefined();
  expect(choose({ of: ['soup', 'rice'] })).toBe('tea');
});

// CX91
test('no dish is suggested that is in the cart, was suggested in this visit, or does not match the filter', () => {
  expect(choose({ inCart: new Set(['tea']) })).toBe('egg');
  expect(choose({ shown: new Set(['tea']) })).toBe('egg');
  expect(choose({ suitable: new Set(['egg']) })).toBe('egg');
  expect(choose({ of: ['rice', 'tea', 'egg'] })).toBeUndefined();
});
