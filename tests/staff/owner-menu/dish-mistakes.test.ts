import { applyRecipe } from '#staff/owner/menu/draft/apply-recipe.ts';
import { expect, test } from 'vitest';
import { addDish, addSection, createDish } from '#staff/owner/menu/draft/acts.ts';
import { findMistakes, findDishMistakes } from '#staff/owner/menu/draft/dish-mistakes.ts';
import { changePrice, createSmallMenu } from './small-menu.ts';

const { stationOrder, stations } = createSmallMenu();
const rules = { decimals: 2, stationOrder, stations };

// CX32
test('a dish that a file may contain has none', () => {
  expect(findMistakes(createSmallMenu(), rules).size).toBe(0);
});

test('a new dish lacks a name and a price', () => {
  const mistakes = findDishMistakes(createDish('x'), rules).map(
    ({ path, code }) => `${path.join('.')}: ${code}`,
  );
  expect(mistakes).toEqual(['name: empty', 'price: noAmount']);
});

test('mistakes are found in the order of the menu, and unchanged dishes are not checked again', () => {
  let [tree] = applyRecipe(createSmallMenu(), addDish(createDish('new'), 'drinks'));
  [tree] = applyRecipe(tree, addSection('empty'));
  [tree] = applyRecipe(tree, changePrice('cold', '-1'));
  const found = findMistakes(tree, rules);
  expect([...found.keys()]).toEqual(['cold', 'new', 'empty']);
  const [later] = applyRecipe(tree, changePrice('beef', '1.00'));
  expect(findMistakes(later, rules).get('cold')).toBe(found.get('cold'));
});
