import { applyRecipe } from '#staff/owner/menu/draft/apply-recipe.ts';
import { expect, test } from 'vitest';
import { addDish, moveDish, removeDish, type Recipe } from '#staff/owner/menu/draft/acts.ts';
import { diffTrees } from '#contract/menu-file/edits.ts';
import { listChanges, countChanges } from '#staff/owner/menu/draft/changes.ts';
import { createTreeDish, changePrice, createSmallMenu } from './small-menu.ts';

function listChangedNames(...recipes: readonly Recipe[]) {
  const before = createSmallMenu();
  let after = before;
  for (const recipe of recipes) [after] = applyRecipe(after, recipe);
  return listChanges(diffTrees(before, after), (list, id) => after[list][id]?.name ?? before[list][id]?.name);
}

test('prices and new dishes are counted, each dish once', () => {
  const changes = listChangedNames(
    changePrice('beef', '13.00'),
    changePrice('tea', '4.00'),
    addDish(createTreeDish('soup', '5.00'), 'noodles'),
    changePrice('soup', '6.00'),
  );
  expect(countChanges(changes)).toEqual([
    ['newDish', 1],
    ['price', 2],
  ]);
  expect(changes.find(({ id }) => id === 'beef')?.prices).toEqual(['12.50', '13.00']);
});

test('only dishes that moved are listed, not those that they passed', () => {
  expect(listChangedNames(moveDish('cold', -1)).flatMap(({ kinds }) => kinds)).toEqual(['moved']);
  expect(
    countChanges(listChangedNames(addDish(createTreeDish('soup', '5.00'), 'noodles'), moveDish('soup', -1))),
  ).toEqual([['newDish', 1]]);
});

test('a removed dish is listed by its previous name', () => {
  expect(listChangedNames(removeDish('tea'))).toEqual([
    { id: 'tea', of: 'dish', name: createSmallMenu().dishes['tea']!.name, kinds: ['removedDish'] },
  ]);
});

test('a change that was reverted is not listed', () => {
  expect(listChangedNames(changePrice('beef', '13.00'), changePrice('beef', '12.50'))).toEqual([]);
});

// CX10
test('hours of a section are listed as hours', () => {
  const changes = listChangedNames(
    (tree) => void (tree.sections['noodles']!.served = [{ from: '07:00', to: '11:00' }]),
  );
  expect(changes).toMatchObject([{ id: 'noodles', of: 'section', kinds: ['hours'] }]);
});
