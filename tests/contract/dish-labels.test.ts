/** The kinds of vegetarian food of Taiwan's labelling rules. */
import { expect, test } from 'vitest';
import { findVegetarianKind } from '#contract/dish-labels.ts';

test.each([
  ['nothing declared', [], [], undefined],
  ['vegan, without the five pungent roots', ['vegan', 'noPungentRoots'], [], 'full'],
  ['vegan, with garlic or unsaid', ['vegan', 'vegetarian'], [], 'pungentVegan'],
  ['vegetarian, with garlic or unsaid', ['vegetarian'], ['egg'], 'pungent'],
  ['with egg', ['vegetarian', 'noPungentRoots'], ['egg', 'gluten'], 'egg'],
  ['with milk', ['vegetarian', 'noPungentRoots'], ['milk'], 'milk'],
  ['with egg and milk', ['vegetarian', 'noPungentRoots'], ['egg', 'milk'], 'eggMilk'],
  ['vegetarian of which neither is declared', ['vegetarian', 'noPungentRoots'], [], 'eggMilk'],
  ['no pungent roots in a dish with meat', ['noPungentRoots'], [], undefined],
])('%s', (_, diets, allergens, kind) => {
  expect(findVegetarianKind({ diets, allergens })).toBe(kind);
});
